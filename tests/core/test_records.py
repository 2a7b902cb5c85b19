"""Records: types, copies, equality, hashes, bytes, batches."""

import pickle

import numpy as np
import pytest

from oddboard.core.compiling import rule
from oddboard.core.records import (
    batch,
    copy,
    digest,
    dtype_of,
    from_bytes,
    int8,
    int16,
    int64,
    new,
    record,
    same,
    to_bytes,
    uint64,
)


@record
class Pair:
    """A record with gaps between its fields."""

    small: int8
    mask: uint64
    grid: int16[2, 3]
    large: int64


def test_fields_are_aligned() -> None:
    dtype = dtype_of(Pair)
    assert dtype.isalignedstruct
    assert dtype.fields is not None
    assert dtype.fields["mask"][1] == 8
    assert dtype.fields["grid"][0].shape == (2, 3)


def test_a_copy_is_equal_and_apart() -> None:
    one = new(Pair)
    one.grid[1, 2] = 7
    twin = copy(one)
    assert same(one, twin)
    assert digest(one) == digest(twin)
    twin.grid[1, 2] = 8
    assert one.grid[1, 2] == 7
    assert not same(one, twin)
    assert digest(one) != digest(twin)


def test_bytes_there_and_back() -> None:
    one = new(Pair)
    one.large = -5
    assert same(from_bytes(Pair, to_bytes(one)), one)
    with pytest.raises(ValueError, match="Pair has 40 bytes, not 3"):
        from_bytes(Pair, b"abc")


def test_a_batch_is_an_array_whose_records_compiled_code_changes_in_place() -> None:
    @rule
    def count_up(many: object) -> None:
        for i in range(len(many)):  # type: ignore[arg-type]
            many[i].large = i  # type: ignore[index]

    many = batch(Pair, 4)
    count_up(many)
    assert list(many["large"]) == [0, 1, 2, 3]


def test_a_record_holds_numbers_only() -> None:
    with pytest.raises(TypeError, match=r"Wrong.name: a record holds whole numbers only"):

        @record
        class Wrong:
            name: str


def test_a_field_may_not_hide_what_numpy_has() -> None:
    with pytest.raises(TypeError, match=r"Wrong.size: NumPy's records have a size of their own"):

        @record
        class Wrong:
            size: int8


def test_zero_is_zero() -> None:
    assert to_bytes(new(Pair)) == bytes(dtype_of(Pair).itemsize)
    assert not np.any(batch(Pair, 3)["grid"])


def test_a_record_and_its_type_can_be_pickled() -> None:
    """Other processes get states and batches of them."""
    one = new(Pair)
    one.small = 3
    again = pickle.loads(pickle.dumps(one))
    assert same(one, again)
    assert again.small == 3
    assert again.dtype == dtype_of(Pair)
    assert type(again) is type(one)
    many = pickle.loads(pickle.dumps(batch(Pair, 4)))
    many[2].small = 5
    assert many["small"].tolist() == [0, 0, 5, 0]
    with pytest.raises(AttributeError):
        one.nothing = 1


def test_a_record_knows_its_memory() -> None:
    """Otherwise NumPy describes all fields for every call of compiled code, which costs more than the call."""
    one = new(Pair)
    one.large = 5
    for each in (one, copy(one), from_bytes(Pair, to_bytes(one))):
        assert type(each.data) is bytearray  # type: ignore[attr-defined]
        assert bytes(each.data) == to_bytes(each)  # type: ignore[attr-defined]
        each.small = 9
        assert each.data[0] == 9, "it is the memory itself"  # type: ignore[attr-defined]
    assert bytes(batch(Pair, 2)[1].data) == bytes(dtype_of(Pair).itemsize), "one of an array as NumPy shows it"
    with pytest.raises(AttributeError, match="Pair has no field 'nothing'"):
        _ = one.nothing  # type: ignore[attr-defined]


def test_compiled_code_changes_records_wherever_they_are() -> None:
    @rule
    def set_large(one: object) -> None:
        one.large = 8  # type: ignore[attr-defined]

    many = batch(Pair, 2)
    for each in (new(Pair), copy(new(Pair)), pickle.loads(pickle.dumps(new(Pair))), many[1]):
        set_large(each)
        assert each.large == 8
    assert many[1].large == 8
