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
