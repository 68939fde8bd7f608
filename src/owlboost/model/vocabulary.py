"""Names and their numbers."""

from dataclasses import dataclass, field

from owlboost.runtime.names import Names


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The IRIs of a knowledge base; a name's position is its id everywhere else."""

    classes: Names = field(default_factory=Names)
    roles: Names = field(default_factory=Names)
    data_properties: Names = field(default_factory=Names)
    individuals: Names = field(default_factory=Names)
