"""How a file writes numbers and dates where a column alone does not tell.

The rule, in this order:

1. What the user says (``decimal``, ``dates``).
2. Where a model is applied: the table that it was learned from (``habits``), unless rule 4 alone
   read that.
3. The first rows of the file: if in some column only a decimal comma makes numbers of the cells and
   in none only a decimal point does, the file has decimal commas; and the other way round.
4. The separator: where ``;`` parts the cells, commas are for decimals, so ``1,234`` is 1.234, and
   days come before months. Otherwise ``1,234`` is 1234, and months come before days.

Where 3 or 4 decides, a remark says so, except that a point is the decimal mark of ``1.234`` without
a word unless the file has decimal commas. So does one where 2 goes against 3 or against the column.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from owlboost.errors import ParameterError
from owlboost.tables.buffers import texts
from owlboost.tables.dates import ORDERS, Order
from owlboost.tables.numerals import MARKS, Mark, numerals
from owlboost.tables.texts import MISSING


@dataclass(frozen=True, slots=True)
class Spelling:
    """Habits of a file.

    Attributes
    ----------
    decimal, dates
        What the user says of decimal marks and of the order of day and month; None if nothing.
    evident
        The decimal mark that other columns show; None if none does, or if they contradict.
    semicolons
        Whether ``;`` parts the cells.
    habits
        Column → how its cells were written in the table that a model was learned from.
    habit
        That of the column at hand.

    Examples
    --------
    >>> Spelling(semicolons=True).mark, Spelling().mark, Spelling(evident=",").order
    (',', '.', 'dmy')
    """

    decimal: Mark | None = None
    dates: Order | None = None
    evident: Mark | None = None
    semicolons: bool = False
    habits: Mapping[str, str] = field(default_factory=dict)
    habit: str | None = None

    def __post_init__(self) -> None:
        for name, given, known in (
            ("decimal", self.decimal, MARKS),
            ("dates", self.dates, ORDERS),
        ):
            if given is not None and given not in known:
                choices = " or ".join(map(repr, known))
                raise ParameterError(f"{name} must be {choices}, not {given!r}.")

    @property
    def mark(self) -> Mark:
        """The decimal mark of numbers that could have either."""
        return self._told_mark or ("," if self.semicolons else ".")

    @property
    def _told_mark(self) -> Mark | None:
        kept: Mark | None = next((mark for mark in MARKS if mark == self.habit), None)
        return self.decimal or kept or self.evident

    @property
    def has_commas(self) -> bool:
        """Whether even a number such as ``1.234`` should be read with a decimal comma."""
        return self._told_mark == ","

    @property
    def order(self) -> Order:
        """What comes first in dates that could have either order."""
        kept: Order | None = next((order for order in ORDERS if order == self.habit), None)
        return self.dates or kept or ("dmy" if self.mark == "," else "mdy")

    def of(self, column: str) -> "Spelling":
        """Return how a column is written.

        Examples
        --------
        >>> Spelling(habits={"price": ","}).of("price").mark
        ','
        """
        return replace(self, habits={}, habit=self.habits.get(column))

    def noted(self, taken: str) -> str | None:
        """Return what to keep of how a column was read; None if its file alone tells it again.

        Examples
        --------
        >>> Spelling().noted("."), Spelling().noted(","), Spelling(evident=",").noted(".")
        (None, ',', '.')
        """
        usual = Spelling(semicolons=self.semicolons)
        shown = usual if self.evident is None else Spelling(evident=self.evident)
        is_usual = all(taken in (one.mark, one.order) for one in (usual, shown))
        return None if is_usual else taken

    @property
    def commas(self) -> frozenset[str]:
        """Columns in which even ``1.234`` should be read with a decimal comma."""
        return frozenset(name for name in self.habits if self.of(name).has_commas)


def evident_mark(rows: Iterable[Sequence[str]]) -> Mark | None:
    """Return the decimal mark that the columns of some rows show; None if none or both do.

    Examples
    --------
    >>> evident_mark([["18,0", "1.234"], ["7,25", "2.500"]])
    ','
    >>> evident_mark([["18,0", "0.5"]]) is None
    True
    """
    found: set[Mark] = set()
    for cells in zip(*rows, strict=False):
        signs = {mark for mark in MARKS if any(mark in cell for cell in cells)}
        if signs <= found:  # it can show nothing new
            continue
        known = [cell for text in cells if (cell := text.strip()) not in MISSING]
        marks = numerals(texts(known)).marks() if known else ()
        if len(marks) == 1:
            found.update(marks)
    return found.pop() if len(found) == 1 else None
