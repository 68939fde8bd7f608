"""OWL 2 by itself: read ontologies, reason over them, explain and write what follows.

A sound reasoner without Java. Names are imported when first used; the stub beside this file lists
them.

Examples
--------
>>> from owlboost.evaluation.samples import hotels
>>> from owlboost.ontology import read_ontology_file, reason
>>> with hotels() as path:
...     ontology = read_ontology_file(path)
>>> len(reason(ontology).instances_of(ontology.iri + "#Hotel"))
38
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
