"""What the program produces for fixed inputs, as hashes to compare commits by.

A quick run takes about a minute and a half of computing time. A long one adds the model of each
learner for each task of the bundled registry, a large table, Dask, HermiT and the W3C's tests; it
needs ``OWLBOOST_DATA``, the folder of data sets, and ``OWLBOOST_W3C``, the file of the tests. A
quick run uses six ontologies of the data sets, too, if the variable is set: compare runs that were
made alike.

    python -m tools.snapshots -o FILE                record hashes
    python -m tools.snapshots --compare FILE         name what differs, exit 1 if anything does
    python -m tools.snapshots --part tables --keep FOLDER --compare FILE
                                                     one part alone; outputs stay, for diff

Not compared, because it differs from run to run or may change with a move of code: seconds (the
clock that they are measured by stands still; those of the studio's processes are masked), times of
day, versions and other facts of the environment, temporary folders, tokens and ports, and the
lines of a traceback. Scripts and styles of pages are outputs of their own, so that a new bundle of
the front end changes these alone.

Compared although it depends on names in the code: finished folds are called by fingerprints of
options, made from their ``repr`` (outputs "names of finished folds"; what is in the folds is
another output), and messages on inconsistent ontologies show axioms by the names and fields of
their classes. No output has the path of a module.
"""
