"""What leaves a studio: views, files in other formats, reports."""

from owlboost.errors import did_you_mean
from owlboost.exchange.formats import FORMATS
from owlboost.models.model_files import model_text
from owlboost.report.pages import page_html
from owlboost.report.views.models import model_view
from owlboost.report.writing import report_of
from owlboost.runtime.limits import Json
from owlboost.studio.drafts import EditError
from owlboost.studio.formats import MODEL_FORMAT
from owlboost.studio.work import Work
from owlboost.studio.workbench import Workbench

MOST_SHOWN = 5_000
"""How many individuals a view holds at most."""


def view(bench: Workbench, work: Work) -> Json:
    """Return what a page shows of the draft on its source."""
    model, asked = bench.model(work), bench.asked(work)
    return model_view(model, asked.labelled, most=MOST_SHOWN, counterfactuals=False)


def export(bench: Workbench, work: Work, name: str) -> tuple[str, str]:
    """Return a model in another format, and how the name of such a file ends."""
    model = bench.model(work)
    if name == MODEL_FORMAT:
        return f"{model_text(model)}\n", ".json"
    if name not in FORMATS:
        raise EditError(f"There is no format {name[:80]!r}.{did_you_mean(name[:80], FORMATS)}")
    form = FORMATS[name]
    source: object = None
    if form.takes_source:
        source = bench.material(work.source).opened
    elif form.takes_data:
        source = bench.asked(work).kb
    return str(model.export(name, source=source)), form.extensions[0]


def report(bench: Workbench, work: Work) -> str:
    """Return the page of a report."""
    model, asked = bench.model(work), bench.asked(work)
    return page_html(report_of([(model, asked.labelled)], most=MOST_SHOWN))
