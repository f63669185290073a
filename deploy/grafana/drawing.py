"""The form of the boards: how a panel of each kind is drawn."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass

from grafana_foundation_sdk.builders import (
    bargauge,
    common,
    dashboard,
    prometheus,
    stat,
    statetimeline,
    table,
    timeseries,
)
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models import common as values
from grafana_foundation_sdk.models import dashboard as model
from grafana_foundation_sdk.models.prometheus import PromQueryFormat

ABSENT = "Not reported by these GPUs"
SOME = "Only some GPUs report it."
SOURCE = model.DataSourceRef(type_val="prometheus", uid="$datasource")
HIDDEN = ("Time", "Value", "__name__", "job", "uuid")
ORDER = ("rule", "severity", "cause", "action", "xid", "gpu", "instance")


@dataclass(frozen=True)
class Panel:
    """A panel; ``queries`` has the expression of each legend."""

    title: str
    unit: str
    queries: dict[str, str]
    kind: str = "lines"
    width: int = 8
    some: bool = False
    absent: str = ABSENT
    about: str = ""
    red: float | None = None


@dataclass(frozen=True)
class Board:
    """A board, and its panels by row."""

    name: str
    title: str
    about: str
    many: bool
    rows: dict[str, list[Panel]]


def stacked() -> timeseries.Panel:
    """Returns lines on top of each other."""
    return timeseries.Panel().fill_opacity(40).stacking(common.StackingConfig().mode(values.StackingMode.NORMAL))


def days() -> timeseries.Panel:
    """Returns a bar for each of the last two weeks' days."""
    return stacked().draw_style(values.GraphDrawStyle.BARS).interval("1d").time_from("14d")


def latest() -> common.ReduceDataOptions:
    """Returns the reduction of a series to its last value."""
    return common.ReduceDataOptions().calcs(["lastNotNull"])


def number() -> stat.Panel:
    """Returns the last value."""
    return stat.Panel().graph_mode(values.BigValueGraphMode.NONE).reduce_options(latest())


def names() -> stat.Panel:
    """Returns the legends of the series that are present."""
    return number().text_mode(values.BigValueTextMode.NAME).color_mode(values.BigValueColorMode.NONE)


def timeline() -> statetimeline.Panel:
    """Returns the time with 1 and with 0."""
    shown = {"1": ("OK", "green"), "0": ("not OK", "red")}
    results = {
        value: model.ValueMappingResult(text=text, color=color, index=place)
        for place, (value, (text, color)) in enumerate(shown.items())
    }
    return statetimeline.Panel().mappings([model.ValueMap(options=results)])


def rows() -> table.Panel:
    """Returns the labels of the series that are present."""
    order = {name: place for place, name in enumerate(ORDER)}
    shown = {"excludeByName": dict.fromkeys(HIDDEN, True), "indexByName": order}
    return table.Panel().with_transformation(model.DataTransformerConfig(id_val="organize", options=shown))


def matrix() -> table.Panel:
    """Returns a row for each machine and a column for each GPU."""
    fields = {"rowField": "instance", "columnField": "gpu", "valueField": "Value"}
    grouped = model.DataTransformerConfig(id_val="groupingToMatrix", options=fields)
    colored = values.TableColoredBackgroundCellOptions()
    blue = dashboard.FieldColor().mode(model.FieldColorModeId.CONTINUOUS_BLUES)
    return table.Panel().with_transformation(grouped).cell_options(colored).color_scheme(blue)


KINDS = {
    "lines": timeseries.Panel,
    "stack": stacked,
    "days": days,
    "number": number,
    "names": names,
    "timeline": timeline,
    "table": rows,
    "matrix": matrix,
    "bars": lambda: bargauge.Panel().orientation(values.VizOrientation.HORIZONTAL).reduce_options(latest()),
}
INSTANT = ("number", "names", "table", "matrix", "bars")
IN_TABLES = ("table", "matrix")


def built(panel: Panel, identity: int):
    """Returns the panel for Grafana."""
    about = " ".join(part for part in (panel.about, SOME if panel.some else "") if part)
    made = KINDS[panel.kind]().title(panel.title).description(about).unit(panel.unit).no_value(panel.absent)
    made.datasource(SOURCE).span(panel.width).height(8).id(identity)
    # Grafana's own thresholds are red from 80, in any unit.
    steps = [model.Threshold(color="green")] + ([model.Threshold(value=panel.red, color="red")] if panel.red else [])
    made.thresholds(dashboard.ThresholdsConfig().mode(model.ThresholdsMode.ABSOLUTE).steps(steps))
    if panel.unit == "percentunit":
        made.min(0).max(1)
    for place, (legend, expression) in enumerate(panel.queries.items()):
        query = prometheus.Dataquery().expr(expression).legend_format(legend).ref_id(chr(ord("A") + place))
        if panel.kind in INSTANT:
            query.instant()
        if panel.kind in IN_TABLES:
            query.format(PromQueryFormat.TABLE)
        made.with_target(query)
    return made


def choice(name: str, query: str, several: bool, label: str) -> dashboard.QueryVariable:
    """Returns a variable with the values of a label."""
    made = dashboard.QueryVariable(name).label(label).query({"query": query, "refId": name}).datasource(SOURCE)
    made.refresh(model.VariableRefresh.ON_TIME_RANGE_CHANGED).sort(model.VariableSort.NUMERICAL_ASC)
    if several:
        every = model.VariableOption(selected=True, text="All", value="$__all")
        made.multi(True).include_all(True).current(every)
        # All jobs are those of gpulse, not all of Prometheus.
        if name != "job":
            made.all_value(".*")
    return made


def written(board: Board) -> str:
    """Returns the JSON of a board."""
    made = dashboard.Dashboard(board.title).uid(board.name).description(board.about).tags(["gpulse", "gpu"]).readonly()
    made.time("now-1h", "now").refresh("30s").tooltip(model.DashboardCursorSync.CROSSHAIR).timezone("browser")
    made.link(dashboard.DashboardLink("gpulse").type(model.DashboardLinkType.DASHBOARDS).tags(["gpulse"]))
    made.with_variable(dashboard.DatasourceVariable("datasource").label("Data source").type("prometheus"))
    made.with_variable(choice("job", "label_values(gpulse_up, job)", board.many, "Job"))
    made.with_variable(choice("instance", 'label_values(gpulse_up{job=~"$job"}, instance)', board.many, "Machine"))
    listed = 'label_values(gpulse_gpu_state{job=~"$job",instance=~"$instance"}, gpu)'
    made.with_variable(choice("gpu", listed, True, "GPU"))
    identities = itertools.count(1)
    for title, panels in board.rows.items():
        made.with_row(dashboard.Row(title).id(next(identities)))
        for panel in panels:
            made.with_panel(built(panel, next(identities)))
    content = json.loads(json.dumps(made.build(), cls=JSONEncoder))
    for variable in content["templating"]["list"]:
        # By the types of Grafana 13 only intervals have these.
        for name in ("auto", "auto_count", "auto_min"):
            variable.pop(name, None)
    return json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
