"""A studio that is killed loses nothing that it confirmed; its pages find it again, and agree."""

import json
from pathlib import Path
from typing import Any

from tests.browser.studios import PATIENCE, RunningStudio, StudioVisit, studio, visited
from tests.browser.test_studio_steps import rows_table

from owlboost.studio.access import opening_page
from owlboost.studio.journal import History, Journal


def folded(folder: Path) -> History:
    """Read the journal of a project again."""
    with Journal(folder / "journal.jsonl") as journal:
        return journal.history


def pins(state: Any) -> dict[str, bool]:
    """Tell of each rule whether it is pinned."""
    return {one["id"]: one["pinned"] for one in state["draft"]["rules"]}


def shown_pins(page: StudioVisit) -> dict[str, bool]:
    """Tell the same as the page shows it."""
    return {
        str(one.get_attribute("data-rule")): "pinned" in str(one.get_attribute("class"))
        for one in page.page.locator("#rule-cards > li").all()
    }


def test_killed_in_the_middle_of_an_edit(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running, troubled=True) as page:
        page.step("rules")
        before = page.in_step_with_server()
        ids = [one["id"] for one in before["draft"]["rules"] if one["parts"]]
        confirmed = page.click(f"#pin-{ids[0]}")
        # many edits at once: the server ends while they come
        page.page.evaluate(
            "(ids) => { for (let n = 0; n < 30; n++)"
            " document.getElementById(`pin-${ids[n % ids.length]}`).click() }",
            ids,
        )
        page.page.wait_for_timeout(30)
        running.kill()
        page.page.wait_for_selector("html[data-connection=lost]", timeout=PATIENCE)
        assert "does not answer" in page.page.locator(".connection").inner_text()
        seen = int(page.page.locator("html").get_attribute("data-number"))
        running.restart()
        page.page.wait_for_selector("html[data-connection=connected]", timeout=PATIENCE)
        page.page.wait_for_selector(".toast:has-text('is back')", timeout=PATIENCE)
        state = page.in_step_with_server()
        assert state["number"] >= max(seen, confirmed["number"])
        rules = {one: value for one, value in pins(state).items() if one in ids}
        assert shown_pins(page) == rules
        after = page.click(f"#pin-{ids[0]}")  # it goes on
        assert pins(after)[ids[0]] != pins(state)[ids[0]]
    running.kill()
    assert folded(running.folder).n_edits == after["number"]


def test_killed_in_the_middle_of_learning(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running, troubled=True) as page:
        page.step("learn")
        before = page.in_step_with_server()
        page.page.locator("#learn-now").click()
        page.page.wait_for_selector("#stop", timeout=PATIENCE)
        assert running.state()["fit"] is not None
        running.kill()
        page.page.wait_for_selector("html[data-connection=lost]", timeout=PATIENCE)
        running.restart()
        page.page.wait_for_selector("html[data-connection=connected]", timeout=PATIENCE)
        page.page.wait_for_selector("#learn-now", timeout=PATIENCE)
        state = page.in_step_with_server()
        assert state["fit"] is None
        assert state["draft"] == before["draft"]
        running.edit(kind="settings", algorithm="foil")
        after = running.learn()
        assert after["draft"]["base"] != before["draft"]["base"]
        page.page.wait_for_selector(f"html[data-number='{after['number']}']", timeout=PATIENCE)


def test_two_tabs_see_one_state(chromium: Any, running: RunningStudio) -> None:
    with visited(chromium, running) as one, visited(chromium, running) as other:
        one.step("rules")
        other.step("rules")
        rule = next(rule for rule in one.in_step_with_server()["draft"]["rules"] if rule["parts"])
        one.click(f"#pin-{rule['id']}")
        other.in_step_with_server()
        assert shown_pins(other) == shown_pins(one)
        assert shown_pins(other)[rule["id"]] is True
        other.click(f"#delete-{rule['id']}")
        one.in_step_with_server()
        assert one.page.locator(f"#rule-cards > [data-rule='{rule['id']}']").count() == 0
        one.click("#undo")
        other.in_step_with_server()
        assert shown_pins(other) == shown_pins(one)
        assert rule["id"] in shown_pins(other)


def test_a_wrong_token_is_told(chromium: Any, running: RunningStudio) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(running.address.replace(running.token, "wrong"))
    page.wait_for_selector("[role=alert] p")
    assert "token" in page.locator("[role=alert] p").inner_text()
    context.close()


def test_the_token_leaves_the_address_and_stays_with_the_tab(
    chromium: Any, running: RunningStudio, tmp_path: Path
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(opening_page(tmp_path, running.address).as_uri())  # as the command line opens it
    for again in (False, True):
        if again:
            page.reload()
        page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
        assert page.url.partition("#")[0] == running.url("/")
        assert running.token not in page.content()
    stranger = context.new_page()
    stranger.goto(running.url("/"))
    stranger.wait_for_selector("[role=alert] p")
    assert "token is missing" in stranger.locator("[role=alert] p").inner_text()
    context.close()


def test_hostile_names_are_shown_as_text(chromium: Any, tmp_path: Path) -> None:
    evil = '<img src=x onerror="document.title=1">'
    lines = [json.dumps(evil).replace('\\"', '""') + ",n,good"]
    source = rows_table(tmp_path, 60)
    rows = source.read_text(encoding="utf-8").splitlines()[1:]
    lines += [f"{one.split(',')[3]},{one.split(',')[0]},{one.split(',')[4]}" for one in rows]
    hostile = tmp_path / "&lt;i&gt;.csv"
    hostile.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (
        studio(tmp_path, hostile, "--port", "0") as running,
        visited(chromium, running) as page,
    ):
        running.edit(kind="target", target="good=yes")
        running.edit(kind="settings", algorithm="foil")
        running.learn()
        for step in ("data", "question", "learn", "rules", "judge", "take"):
            page.step(step)
            page.page.wait_for_timeout(300)
            assert page.page.locator("main img, main script, main b").count() == 0
        page.step("data")
        page.page.wait_for_selector(".properties tbody tr", timeout=PATIENCE)
        assert any(evil in one for one in page.texts(".properties tbody th"))
        assert "owlboost studio" in page.page.title()
