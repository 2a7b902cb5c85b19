"""What builds, releases and documents the project; nothing of it is installed."""
