"""What makes a good hotel? A tour in a few seconds, cell by cell or as ``python docs/tutorial.py``.

The ontology comes with owlboost: 60 places to stay in an invented town. Guests like a fair price
with babysitting, hotels of four or five stars with something for wellness, and a bed and breakfast
near a beach. Nobody wrote that down; it is what we want to find out.
"""

# %% Read the ontology. Its syntax is recognised by its content; reasoning happens when needed.
import tempfile
from pathlib import Path

import owlboost as ob
from owlboost.evaluation.samples import hotels
from owlboost.sources.ontology_summary import summarise

with hotels() as path:
    ontology = ob.read_ontology(path)

# On the command line, after `owlboost demo` has put hotels.ofn into a folder:
#   owlboost inspect owlboost-demo/hotels.ofn

# %% What is in it? Remarks would say what was not understood; here there are none.
summary = summarise(ontology)
print(f"{summary.individuals} individuals, {summary.inferred_types} memberships after reasoning")
print("could be learned:", ", ".join(one.name for one in summary.candidates[:3]))
assert not summary.remarks

# %% Examples. The members of the target are positive, all others in the scope are negative. Then
# the target is hidden: no axiom that mentions it is left in what the learner sees.
X, positive = ontology.examples("Good_Hotel", scope="Accommodation")
print(f"{len(X)} examples, {positive.sum()} of them good")
problem = X.problem(positive)
assert X.target not in problem.kb.vocabulary.classes

# %% Train: three rounds, fuzzy sets "low", "fair" and "high", at most two conditions in a rule.
learner = ob.FuzzyOWLBoost(n_sets=3, n_rounds=3, min_confidence=0.64, max_conjuncts=2)
model = ob.train(problem, learner)

#   owlboost learn owlboost-demo/hotels.ofn --target Good_Hotel --scope Accommodation \
#       --algorithm boost --sets 3 --rounds 3 --theta 0.64 --max-conjuncts 2 -o good_hotel.json

# %% Read the rules. `near` was never stated: it follows from the district and its sites.
print(model)
print(f"F1 on the training examples: {model.training['F1']:.2f}")

# %% Why is Hotel_010 good? It has a price of 79, nearly where "fair" is fullest, and babysitting.
print(model.explain(X, "Hotel_010"))

#   owlboost predict good_hotel.json owlboost-demo/hotels.ofn --individual Hotel_010

# %% Hold some hotels out. A slice remembers where it was cut from: training on it drops everything
# the ontology states about the others, before anything is inferred.
every_fourth = [number for number in range(len(X)) if number % 4 == 0]
others = [number for number in range(len(X)) if number % 4]
print(f"{len(X[others])} hotels to train on, {len(X[others].held_out)} held out")
trained = ob.train(X[others].problem(positive[others]), learner)
found = trained.measure(X[every_fourth], positive[every_fourth])
print(f"F1 on hotels never seen: {found.f1:.2f}")

# %% Save the model and load it again.
file = Path(tempfile.mkdtemp()) / "good_hotel.json"
model.save(file)
assert ob.read_model(file) == model
