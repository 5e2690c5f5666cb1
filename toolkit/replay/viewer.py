"""A match in a notebook: the table after every move, with a slider; needs the extra ``notebook``.

>>> from toolkit.replay.viewer import view
>>> view(record)  # in a cell of its own, or the last of one; ``seat=2`` shows what the second seat saw
"""

from html import escape
from typing import Any

from toolkit.engine.state import EVENT_SIZE
from toolkit.games.game import DealError, TokenError
from toolkit.records.faults import shown
from toolkit.records.model import Record
from toolkit.replay.match import IllegalMove, Match

#: Covers a card that the viewing seat did not see.
COVERED = "▒"


def view(what: Record | Match, seat: int | None = None) -> "Viewer":
    """The widget for a record, or for a match as far as it is played; ``seat`` (from 1) shows what that seat saw.

    ModuleNotFoundError, with the extra to install, where ipywidgets is missing; ValueError for a match without a deal,
    and for a seat that it does not have.
    """
    record = what.to_record() if isinstance(what, Match) else what
    if not record.rounds:
        raise ValueError("there is nothing to see: no round of the match was dealt")
    if seat is not None and not 1 <= seat <= len(record.players):
        raise ValueError(f"seat {seat}; expected 1 to {len(record.players)}")
    return Viewer(record, seat)


class Viewer:
    """One record, a move at a time; shows itself in a notebook.

    ``round`` and ``move`` are the dropdown and the slider: after ``viewer.move.value = 5`` the picture is the table
    after the fifth move of the round, 0 is the deal. ``picture`` and ``words`` are what is shown.
    """

    def __init__(self, record: Record, seat: int | None = None) -> None:
        widgets = _widgets()
        self.record = record
        self.seat = seat
        self._match = self._before(1)
        self._shown = (0, 0)
        rounds = [(f"round {number} of {len(record.rounds)}", number) for number in range(1, len(record.rounds) + 1)]
        self.round = widgets.Dropdown(options=rounds, value=1)
        self.move = widgets.IntSlider(value=0, min=0, max=len(record.rounds[0].moves), description="move")
        self.picture = widgets.HTML()
        self.words = widgets.HTML()
        self.widget = widgets.VBox([widgets.HBox([self.round, self.move]), self.picture, self.words])
        self.round.observe(lambda _change: self._choose_round(), "value")
        self.move.observe(lambda _change: self._show(), "value")
        self._show()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What a notebook shows."""
        return self.widget._repr_mimebundle_(**options)

    def _choose_round(self) -> None:
        """Begin the chosen round with its deal."""
        with self.move.hold_trait_notifications():
            self.move.value = 0
            self.move.max = len(self.record.rounds[self.round.value - 1].moves)
        self._show()

    def _show(self) -> None:
        """The table after the chosen move, and what it was."""
        number, move = self.round.value, self.move.value
        try:
            self._go(number, move)
        except (IllegalMove, TokenError, DealError) as error:
            self.words.value = f"<p><strong>{escape(shown(str(error), None))}</strong></p>"
            return
        board = self._match.board(self.seat)
        self.picture.value = board._repr_svg_()
        self.words.value = self._told(number, move)

    def _go(self, number: int, move: int) -> None:
        """Bring the match to this place, forwards or back."""
        at, done = self._shown
        if at != number:
            self._match = self._before(number)
            self._match.deal(self.record.rounds[number - 1].deal)
            done = 0
        moves = self.record.rounds[number - 1].moves
        try:
            while done > move:
                self._match.undo()
                done -= 1
            while done < move:
                self._match.push(moves[done], settle=done + 1 == len(moves))
                done += 1
        finally:
            self._shown = number, done

    def _before(self, number: int) -> Match:
        """The match before the deal of a round, with its events recorded."""
        match = Match(self.record.game, self.record.players, rules=self.record.rules, id=self.record.id)
        match.state.log = 1
        for each in self.record.rounds[: number - 1]:
            match.deal(each.deal)
            for count, token in enumerate(each.moves, 1):
                match.push(token, settle=count == len(each.moves))
            match.finish_round()
        return match

    def _told(self, number: int, move: int) -> str:
        """The token of the move and its events, as HTML."""
        if move:
            token = self._seen(self.record.rounds[number - 1].moves[move - 1])
            head = f"{move}. {token}"
        else:
            head = "the deal"
        events = "".join(f"<li>{escape(shown(text, None))}</li>" for text in self._events(move))
        return f"<p><code>{escape(shown(head, None))}</code></p>" + (f"<ul>{events}</ul>" if events else "")

    def _seen(self, token: str) -> str:
        """A token as the viewing seat sees it: cards that others choose or draw in secret are covered."""
        player, verb, *cards = token.split(" ")
        if self.seat is None or player == f"p{self.seat}" or verb not in self._match.game.secret_verbs:
            return token
        return " ".join([player, verb, *(COVERED for _ in cards)])

    def _events(self, move: int) -> list[str]:
        """What the move caused; where a seat is watching, only what is its own or nobody's."""
        state, game = self._match.state, self._match.game
        told = []
        for at in range(0, state.n_events * EVENT_SIZE, EVENT_SIZE):
            caused, kind, seat, value, detail = state.events[at : at + EVENT_SIZE]
            if caused != move or (self.seat is not None and seat not in (-1, self.seat - 1)):
                continue
            who = f"p{seat + 1} " if seat >= 0 else ""
            about = game.describe_event(kind, detail)
            told.append(f"{who}{game.event_kinds[kind]} {value}" + (f": {about}" if about else ""))
        return told


def _widgets() -> Any:
    try:
        import ipywidgets
    except ModuleNotFoundError as error:
        if error.name != "ipywidgets":
            raise
        raise ModuleNotFoundError(
            "the viewer needs ipywidgets; install it with: pip install 'fuda[notebook]'", name="ipywidgets"
        ) from None
    return ipywidgets
