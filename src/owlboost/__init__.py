"""Learn readable fuzzy rules from OWL ontologies and tables.

Names are imported when first used, so that ``import owlboost`` is instant. The stub beside this
file lists them.

Examples
--------
>>> import owlboost as ob
>>> ob.measure([1, 0], [0.5, 0.0]).fuzzy_f1
0.6666666666666666
"""

import lazy_loader

__version__ = "0.2.0.dev0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
