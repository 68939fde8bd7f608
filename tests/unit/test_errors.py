from owlboost.errors import Hint, Message, SourceError, did_you_mean


def test_the_nearest_names_are_suggested_first() -> None:
    assert did_you_mean("GoodHotl", ["Hotel", "GoodHotel", "Price"]) == (
        " Did you mean GoodHotel, Hotel?"
    )


def test_case_does_not_matter_and_the_spelling_is_kept() -> None:
    assert did_you_mean("goodhotel", ["GoodHotel", "Price"]) == " Did you mean GoodHotel?"


def test_of_names_that_differ_in_case_the_first_is_suggested() -> None:
    assert did_you_mean("hotl", ["Hotel", "HOTEL"]) == " Did you mean Hotel?"


def test_at_most_three_names_are_suggested() -> None:
    hint = did_you_mean("item", ["item1", "item2", "item3", "item4"])
    assert hint.count("item") == 3


def test_without_a_near_name_the_choices_are_listed_once() -> None:
    assert did_you_mean("x", ["Hotel", "Bar", "Hotel"]) == " The choices are 'Hotel', 'Bar'."


def test_a_long_list_of_choices_is_cut() -> None:
    hint = did_you_mean("x", [f"name{i}" for i in range(12)])
    assert hint.endswith("'name9' and 2 more.")


def test_without_choices_nothing_is_said() -> None:
    assert did_you_mean("x", []) == ""


def test_what_an_error_says_stays_readable_and_keeps_its_hints() -> None:
    hint = Hint("id_column", "id_column='name'", "name")
    for said in (SourceError("x" * 9000), SourceError(Message("x" * 9000, "; use ", hint, "."))):
        assert len(str(said)) <= 2100
        assert "…" in str(said)
    parts = getattr(said.message, "parts", ())
    assert hint in parts
