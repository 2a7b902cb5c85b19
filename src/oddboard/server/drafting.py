"""A change of a table that is not written yet: tried out on its match, and taken back if it cannot be written."""

import json
from typing import Any

from oddboard.core.game import CHANCE
from oddboard.server.storage import Change, Entry
from oddboard.server.tables import OVER, PLAYING, Seat, Table, now


class Draft:
    """What is to become of a table. It holds the table's lock from its making until it is written or taken back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.at = now()
        self.entries: list[Entry] = []
        self.row: dict[str, Any] = {}
        self.seats: list[Seat] | None = None
        match = table.match
        self._before = (
            table.state,
            match.ply if match else 0,
            match.dice.rolled if match else 0,
            list(match.dice.contributions) if match else [],
            {seat: list(codes) for seat, codes in table.laid.items()},
            table.clocks.stored(),
            list(table.seats),
            list(table.resigned),
        )
        self._undone: list[Any] = []

    def add(self, kind: str, content: Any = None, seat: int | None = None, roll: int | None = None) -> None:
        """One more entry for the log."""
        self.entries.append(Entry(kind, content, seat, roll, self.at))

    # What seats and chance decide

    def decide(self, seat: int, code: int) -> None:
        """A seat decides something legal."""
        match = self.table.played
        match.play_code(code)
        self.table.clocks.decided(seat)
        self.add("decision", match.history[-1].decision, seat)

    def lay(self, seat: int, code: int) -> None:
        """A seat lays a secret decision, which waits for its turn."""
        self.set_laid(seat, [*self.table.laid.get(seat, []), code])
        if seat not in self.table.laying():
            self.table.clocks.decided(seat)

    def set_laid(self, seat: int, codes: list[int]) -> None:
        """What a seat has laid is this from now on."""
        table = self.table
        table.laid.pop(seat, None)
        if codes:
            table.laid[seat] = codes
        self.add("laid", table.laid_out(seat, codes)[1], seat)

    def go_on(self) -> None:
        """What follows by itself: chance rolls, and when the last has laid, what was laid is carried out in order."""
        table, match = self.table, self.table.played
        while table.state == PLAYING:
            turn = match.to_move
            if turn == "chance":
                match.roll()
                rolled = match.history[-1]
                self.add("decision", rolled.decision, CHANCE, rolled.roll)
            elif isinstance(turn, int) and table.laid.get(turn) and not table.laying():
                match.play_code(table.laid[turn][0])
                table.take_laid(turn)
                self.add("decision", match.history[-1].decision, turn)
            else:
                break
        if match.is_over and table.state == PLAYING:
            self.end()

    def undo(self, seat: int, to: int) -> None:
        """Go back to a ply."""
        match = self.table.played
        self._undone = match.history[to:]
        match.undo(to)
        self.table.laid.clear()
        self.add("undo", {"to": to}, seat)

    def end(self) -> None:
        """The game is over, by its rules or because nobody is left to play against."""
        table = self.table
        table.state = OVER
        ranks = table.final_ranks()
        result = table.game.result(table.played.state) if table.played.is_over else ""
        self.add("over", {"ranks": ranks, "result": result})

    # What is written

    def change(self) -> Change:
        """The change as the storage takes it."""
        table = self.table
        if table.clocks.counted and table.match:
            persons = [seat for seat in table.openly_deciding() if table.seats[seat].is_person]
            table.clocks.run(persons, self.at)
            self.row["clocks"] = table.clocks.stored()
        last = self.entries[-1]
        if last.kind == "over":
            self.row |= {"ranks": json.dumps(last.content["ranks"]), "result": last.content["result"], "ended": self.at}
        if table.state != self._before[0]:
            self.row["state"] = table.state
        seats = None
        if self.seats is not None:
            seats = [seat.row(table.id, number) for number, seat in enumerate(self.seats)]
            self.row["names"] = " ".join(seat.name for seat in self.seats).lower()
        return Change(table.id, table.version, self.entries, self.row, seats)

    def sit(self, seat: int, who: Seat) -> None:
        """Somebody sits down, or a bot does."""
        if self.seats is None:
            self.seats = list(self.table.seats)
            self.add("seated", {"seat": seat}, seat)
        self.seats[seat] = who
        self.table.seats = self.seats

    def settle(self) -> None:
        """It is written: the rest of what the log says counts now."""
        for entry in self.entries:
            self.table.apply(entry, played=True)

    def take_back(self) -> None:
        """It could not be written: everything is as before."""
        table = self.table
        state, ply, rolled, contributions, laid, clocks, seats, resigned = self._before
        table.state, table.laid, table.seats, table.resigned = state, laid, seats, resigned
        table.clocks.load(clocks)
        match = table.match
        if match is None:
            return
        match.undo(min(ply, match.ply))
        for played in self._undone:
            match.play_code(played.code, played.roll)
        match.dice.rolled, match.dice.contributions = rolled, contributions
