# Every public name of the reasoner and where it lives, once; see ../__init__.pyi.

from .explain.justifications import Justification as Justification
from .explain.justifications import why_filler as why_filler
from .explain.justifications import why_inconsistent as why_inconsistent
from .explain.justifications import why_member as why_member
from .ontology import Ontology as Ontology
from .ontology import Remark as Remark
from .readers.ontology_file import read_ontology_file as read_ontology_file
from .reasoner.entailment import Additions as Additions
from .reasoner.entailment import AxiomStanding as AxiomStanding
from .reasoner.inferences import Inferences as Inferences
from .reasoner.reason import classes_below as classes_below
from .reasoner.reason import reason as reason
from .text import sentences as sentences
from .transform import alpha_cut as alpha_cut
from .transform import hide_classes as hide_classes
from .transform import hold_out as hold_out
from .writers.ntriples import write_inferences as write_inferences
from .writers.ntriples import write_ontology_triples as write_ontology_triples
