"""Tables for people: seats, links, clocks, storage and live updates over HTTP and WebSocket. Knows no game by name."""
