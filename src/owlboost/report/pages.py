"""Self-contained HTML pages: one file that opens without a network, and asks for none."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

from owlboost.runtime.limits import Json, page_json

_UNSAFE = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
"""What could end a script, or begin a comment in one."""


def page_html(view: Json) -> str:
    """Return the page that shows a report.

    Examples
    --------
    >>> from owlboost.report.views.reports import report_view
    >>> text = page_html(report_view("</script><b>"))
    >>> text.count("</script>"), "<b>" in text
    (3, False)
    """
    first, bulk = _divided(view)
    script, style = _part("app.js"), _part("app.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="{escape(str(view["made_by"]))}">
<title>{escape(str(view["title"]))}</title>
<style>{style}</style>
</head>
<body>
<div id="app"><noscript><p>This report needs JavaScript, which is part of this file. It loads
nothing from anywhere else.</p></noscript></div>
<script type="application/json" id="report">{json_in_html(first)}</script>
<script>{script}</script>
<script type="application/json" id="bulk">{json_in_html(bulk)}</script>
</body>
</html>
"""


_HEAD = ("count", "total", "sampled")
"""What is known of individuals before their names and numbers are read."""


def _divided(view: Json) -> tuple[Json, list[Json]]:
    """Take what is long out of a report: it stands last, and the page is painted before."""
    first, bulk = [], []
    for model in view["models"]:
        people, turns = model["individuals"], model["counterfactuals"]
        bulk.append({name: model[name] for name in ("individuals", "facts", "counterfactuals")})
        head = None if people is None else {name: people[name] for name in _HEAD}
        said = None if turns is None else {**turns, "found": None}
        first.append({**model, "individuals": head, "facts": None, "counterfactuals": said})
    return {**view, "models": first}, bulk


def json_in_html(value: object) -> str:
    r"""Write JSON that can stand in a script element, whatever its texts contain.

    Examples
    --------
    >>> json_in_html({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    return page_json(value).translate(_UNSAFE)


def _part(name: str) -> str:
    """Return a file of the front end, which ``make front`` has built."""
    return files("owlboost.report").joinpath("page", name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}"
