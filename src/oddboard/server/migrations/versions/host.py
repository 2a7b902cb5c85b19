"""What the host decides: bans, and notices to the servers."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "bans",
        sa.Column("whom", sa.String(64), primary_key=True),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("about", sa.String(8), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
