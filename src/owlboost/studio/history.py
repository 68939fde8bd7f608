"""The history of a project: a fold over its edits, in which undo and redo are edits, too."""

from dataclasses import dataclass, field

from owlboost.runtime.limits import Json
from owlboost.studio.drafts import EditError
from owlboost.studio.edits import applied
from owlboost.studio.work import Work


@dataclass(frozen=True, slots=True)
class History:
    """All states of the work that can be returned to.

    Attributes
    ----------
    number
        How many edits there were.
    work
        What the project holds now.
    past, future
        What undo and redo lead to, the nearest last.

    Examples
    --------
    >>> one = History().after({"kind": "settings", "rules": 3})
    >>> two = one.after({"kind": "undo"})
    >>> two.number, two.work.settings.rules, two.can_redo
    (2, 10, True)
    """

    number: int = 0
    work: Work = field(default_factory=Work)
    past: tuple[Work, ...] = ()
    future: tuple[Work, ...] = ()

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to be undone."""
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to be done again."""
        return bool(self.future)

    def after(self, edit: Json) -> "History":
        """Return the history after one more edit.

        Raises
        ------
        EditError
            It cannot be applied.
        """
        number = self.number + 1
        match edit["kind"]:
            case "undo":
                if not self.past:
                    raise EditError("There is nothing to undo.", gone=True)
                return History(number, self.past[-1], self.past[:-1], (*self.future, self.work))
            case "redo":
                if not self.future:
                    raise EditError("There is nothing to do again.", gone=True)
                return History(number, self.future[-1], (*self.past, self.work), self.future[:-1])
            case _:
                return History(number, applied(self.work, edit), (*self.past, self.work))
