"""Files that other processes can read by themselves, instead of being sent what they say."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from owlboost.model.knowledge_base import KnowledgeBase
    from owlboost.runtime.names import Names


class Origin(Protocol):
    """A file in which a process finds what a knowledge base says. It travels between processes."""

    def is_at_hand(self) -> bool:
        """Whether this process can read the file, and it is the same."""
        ...

    def knows(self, names: "Names") -> bool:
        """Whether the file tells which individuals are called so."""
        ...

    def part(self, names: "Names") -> "KnowledgeBase":
        """State what the file says of some individuals, in the order given."""
        ...
