"""The Baton Races of Yaz: what people see, touch and read."""
