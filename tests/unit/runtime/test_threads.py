"""Threads that share work, and help each other where it is divided again."""

import gc
import threading
import time

import pytest

from owlboost.runtime.threads import SERIAL, ThreadPool


@pytest.mark.parametrize("n_jobs", [1, 2, 5])
def test_results_come_in_the_order_of_what_is_given(n_jobs: int) -> None:
    pool = ThreadPool(n_jobs)
    assert pool.each(lambda a, b: a - b, [5, 3, 9], [1, 1, 2, 7]) == [4, 2, 7]
    assert pool.each(abs, iter([])) == []


def test_two_threads_are_at_it_together() -> None:
    #   each waits for the other: one thread alone would wait forever
    both = threading.Barrier(2, timeout=20)
    assert sorted(ThreadPool(2).each(lambda _: both.wait(), range(2))) == [0, 1]


def test_work_is_divided_again_within_work() -> None:
    pool = ThreadPool(3)

    def total(n: int) -> int:
        return n if n < 2 else sum(pool.each(total, (n // 2, n - n // 2)))

    assert pool.each(total, [100, 1, 37]) == [100, 1, 37]


def test_whoever_waits_for_others_helps_them() -> None:
    #   the second item takes two threads; the first is over at once, so whoever had it must help
    pool = ThreadPool(2)
    both = threading.Barrier(2, timeout=20)

    def item(number: int) -> int:
        if number == 0:
            return 0
        time.sleep(0.05)  # by now the first item is over
        return sum(pool.each(lambda _: both.wait(), range(2)))

    assert pool.each(item, range(2)) == [0, 1]


@pytest.mark.parametrize("n_jobs", [1, 3])
def test_a_failure_is_raised_and_nothing_more_begins(n_jobs: int) -> None:
    begun = []

    def item(number: int) -> int:
        begun.append(number)
        if number >= 2:
            raise ValueError(number)
        return number

    with pytest.raises(ValueError, match="2"):
        ThreadPool(n_jobs).each(item, range(1000))
    assert len(begun) <= 2 + n_jobs


def test_a_crew_goes_on_after_a_failure() -> None:
    pool = ThreadPool(2)
    with pytest.raises(ZeroDivisionError):
        pool.each(lambda a: 1 // a, [0, 0, 0])
    assert pool.each(lambda a: 1 // a, [1, -1]) == [1, -1]


def test_threads_end_with_their_crew() -> None:
    before = set(threading.enumerate())
    pool = ThreadPool(4)
    assert pool.each(abs, [-1, 2, -3]) == [1, 2, 3]
    (one, two, three) = set(threading.enumerate()) - before
    del pool
    gc.collect()
    for thread in (one, two, three):
        thread.join(20)
        assert not thread.is_alive()


def test_alone_there_is_no_other_thread() -> None:
    here = threading.get_ident()
    assert SERIAL.each(lambda _: threading.get_ident(), range(3)) == [here] * 3


def test_of_two_failures_the_first_in_order_is_raised() -> None:
    both = threading.Barrier(2)

    def fail(number: int) -> None:
        both.wait(60)  # neither has failed before the other has begun
        raise ValueError(number)

    for _ in range(20):
        with pytest.raises(ValueError, match=r"^0$"):
            ThreadPool(2).each(fail, [0, 1])
