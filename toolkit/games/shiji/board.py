"""The table as text and as SVG."""


def board(s, o, names, seat=None):
    return ""
