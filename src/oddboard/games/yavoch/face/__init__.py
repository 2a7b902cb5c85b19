"""Yavoch as people see it: pictures, touches, previews, words and refusals."""
