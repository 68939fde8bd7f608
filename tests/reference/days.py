"""Days of dates and durations as the calendar has them, counted one by one."""

from fractions import Fraction

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Whether a year has 366 days; the year 0 and those before it follow the same rule."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year: int, month: int) -> int:
    """Days of a month."""
    return 29 if month == 2 and is_leap(year) else _LENGTHS[month - 1]


def days_since_1970(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date: whole years, then whole months, then days."""
    days = 0
    for one in range(min(year, 1970), max(year, 1970)):
        days += (366 if is_leap(one) else 365) * (1 if year > 1970 else -1)
    for one in range(1, month):
        days += month_length(year, one)
    return days + day - 1


def average_month() -> Fraction:
    """Days of a month on average over the 400 years after which the calendar comes again."""
    months = [month_length(year, month) for year in range(400) for month in range(1, 13)]
    return Fraction(sum(months), len(months))
