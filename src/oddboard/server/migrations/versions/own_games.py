"""One's own games: how they ended, what was costly in them, and their pictures."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AT_ONCE = 500  # results that are written together


def upgrade() -> None:
    """Make the tables, and enter the games that are over already."""
    results = op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_guest", "results", ["guest", "ended", "table_id"])
    op.create_table(
        "mistakes",
        sa.Column("story", sa.String(32), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
    )
    op.create_table(
        "pictures",
        sa.Column("story", sa.String(32), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    rows = _results_of(op.get_bind())
    for start in range(0, len(rows), AT_ONCE):
        op.bulk_insert(results, rows[start : start + AT_ONCE])


def _results_of(connection: sa.Connection) -> list[dict[str, object]]:
    """How the games ended that are over, for each guest who sat there."""
    known = sa.table("tables", *map(sa.column, ("id", "game", "state", "ranks", "ended")))
    seats = sa.table("seats", *map(sa.column, ("table_id", "seat", "guest")))
    over = sa.select(seats, known.c.game, known.c.ranks, known.c.ended).where(
        seats.c.table_id == known.c.id, known.c.ranks.is_not(None), known.c.ended.is_not(None), seats.c.guest != ""
    )
    found: dict[tuple[str, str], dict[str, object]] = {}
    for row in connection.execute(over.order_by(seats.c.table_id, seats.c.seat)).mappings():
        key = row["table_id"], row["guest"]
        ranks = json.loads(row["ranks"])
        if key in found:
            found[key]["outcome"] = "shared"
            continue
        won = "drawn" if set(ranks) == {1} else "won"
        found[key] = {
            **{name: row[name] for name in ("table_id", "guest", "seat", "game", "ended")},
            "outcome": won if ranks[row["seat"]] == 1 else "lost",
        }
    return list(found.values())
