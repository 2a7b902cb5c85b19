"""Everest as people see it: pictures, touches, previews, words and refusals. All of it is asked of the rules."""
