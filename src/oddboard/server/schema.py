"""What is stored, as SQLAlchemy tables. A table's truth is its row, its seats and its log of entries.

Every change of a table appends entries to its log, numbered without gaps; `tables.version` is how many there are. Who
knows fewer is behind, and reads the rest. Times are milliseconds since 1970.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

FORM = "0005"  # of the database: the last of the steps in `migrations`
metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(64), nullable=False),  # SHA-256 of what the cookie holds
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON, complete
    Column("position", Text),  # JSON: where the game begins, if not at its beginning
    Column("terms", Text, nullable=False),  # JSON: clock, what happens on time, talk
    Column("public", Boolean, nullable=False),
    Column("host", String(32), nullable=False),  # the guest who made it
    Column("state", String(8), nullable=False),  # waiting, playing or over
    Column("secret", String(64), nullable=False),  # of the fair dice
    Column("version", Integer, nullable=False),  # how many entries the log has
    Column("keeper", String(32)),  # the server process that lets bots think and clocks run out
    Column("names", Text, nullable=False),  # of those who sit there, in lower case, to be searched
    Column("clocks", Text),  # JSON, where time is counted
    Column("ranks", Text),  # JSON, once over
    Column("result", Text),
    Column("created", BigInteger, nullable=False),
    Column("moved", BigInteger, nullable=False),  # when something was last decided
    Column("ended", BigInteger),
    Index("tables_by_state", "state", "created"),
    Index("tables_by_keeper", "keeper", "state"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, shared, bot, open or resigned
    Column("guest", String(32)),  # who holds it; one handed to a bot for a while still has it
    Column("name", String(40), nullable=False),
    Column("level", String(40)),  # of a bot
    Column("word", String(200), nullable=False),  # its contribution to the dice
    Index("seats_by_guest", "guest"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),  # who did it: a seat, or -1 for chance
    Column("content", Text, nullable=False),  # JSON
    Column("roll", Integer),  # the number of the fair roll
    Column("at", BigInteger, nullable=False),
)

seat_links = Table(
    "seat_links",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the secret in the link
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("guest", String(32)),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("story", String(32), primary_key=True),  # a finished table, or an uploaded saved game
    Column("content", Text, nullable=False),  # JSON, as the page gets it
    Column("created", BigInteger, nullable=False),
)

results = Table(
    "results",  # how a game ended for a guest: what his own list and figures are made of
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),  # the first of his
    Column("game", String(64), nullable=False),
    Column("outcome", String(8), nullable=False),  # won, drawn, lost or shared: see `own_games`
    Column("ended", BigInteger, nullable=False),
    Index("results_by_guest", "guest", "ended", "table_id"),
)

mistakes = Table(
    "mistakes",  # the costly decisions of an analysed story
    metadata,
    Column("story", String(32), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(40), nullable=False),  # what was decided: the decision's `do`
    Column("cost", Float, nullable=False),  # of an expected result
)

pictures = Table(
    "pictures",
    metadata,
    Column("story", String(32), primary_key=True),
    Column("content", Text, nullable=False),  # JSON: the board with the final position, as the page draws it
)

keys = Table(
    "keys",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of a secret or of a passkey's name; a challenge itself
    Column("kind", String(10), nullable=False),  # device, phrase, passkey or challenge
    Column("guest", String(32)),
    Column("content", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("keys_by_guest", "guest"),
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),  # when it last said that it lives
)

bans = Table(
    "bans",
    metadata,
    Column("whom", String(64), primary_key=True),  # a guest, or a network such as 203.0.113.0/24
    Column("until", BigInteger),  # None: for ever
    Column("why", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("about", String(8), nullable=False),  # what the host has changed: a table, a guest or the bans
    Column("id", String(32), nullable=False),  # which of them
    Column("at", BigInteger, nullable=False),
)
