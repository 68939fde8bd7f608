"""What learning goes on with while people edit: it must still be so when rules arrive."""

from owlboost.concepts.concept import Concept
from owlboost.studio.constraints import forbidden_rules, pinned_rules
from owlboost.studio.drafts import EditError
from owlboost.studio.work import Work


def require_kept(learned: Work, now: Work) -> None:
    """Raise EditError if rules that are being learned would not be those of another state.

    They are learned for one target of one source, with what was pinned and without what was
    forbidden when learning began. Rules may be let go meanwhile, but none may be pinned or
    forbidden that learning does not know of.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from owlboost.studio.work import LearningQuestion
    >>> require_kept(Work(), replace(Work(), question=LearningQuestion(hidden=("urn:x#pets",))))
    >>> require_kept(Work(), replace(Work(), question=LearningQuestion("urn:x#Good")))
    Traceback (most recent call last):
    owlboost.studio.drafts.EditError: Rules are being learned for the question as it is; stop or \
cancel that first.
    """
    if (learned.source, learned.question.target) != (now.source, now.question.target):
        raise EditError(
            "Rules are being learned for the question as it is; stop or cancel that first.",
            gone=True,
        )
    if not _pinned(now) <= _pinned(learned):
        raise EditError(
            "Rules are being learned beside those that are pinned; stop or cancel that first.",
            gone=True,
        )
    if not _forbidden(now) <= _forbidden(learned):
        raise EditError(
            "Rules are being learned without what is forbidden; stop or cancel that before you "
            "forbid more.",
            gone=True,
        )


def _pinned(work: Work) -> frozenset[Concept]:
    found = pinned_rules(work.draft)
    return frozenset() if found is None else frozenset(one.body for one in found.inclusions)


def _forbidden(work: Work) -> frozenset[Concept]:
    found = forbidden_rules(work.draft)
    return frozenset() if found is None else frozenset(one.body for one in found.inclusions)
