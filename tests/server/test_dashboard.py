"""The dashboard and what comes with it: every figure that it shows is one that the server has."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from typer.main import get_command

from oddboard.cli.app import app
from tests.server.running import Guest

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


def test_every_figure_of_the_dashboard_is_there(ann: Guest) -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "oddboard.json").read_text())
    shown = {name for each in dashboard["panels"] for name in re.findall(r"oddboard_\w+", json.dumps(each["targets"]))}
    told = set(re.findall(r"^oddboard_\w+", ann.get("/api/metrics"), re.MULTILINE))
    assert shown
    assert shown <= told
    assert {name for name in told if not re.search("_(bucket|sum|count)$", name)} <= shown, "and all are shown"


def test_what_the_containers_are_started_with_is_there() -> None:
    compose: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    options = {option for each in get_command(app).commands["serve"].params for option in each.opts}  # type: ignore[attr-defined]
    assert {word.partition("=")[0] for word in compose["services"]["oddboard"]["command"]} <= options
    mounted = [mount.partition(":")[0] for each in compose["services"].values() for mount in each.get("volumes", [])]
    assert all((DEPLOY / path).is_file() for path in mounted if path.startswith("./"))
    for waiting, other in (("oddboard", "database"), ("proxy", "oddboard")):
        assert compose["services"][waiting]["depends_on"][other] == {"condition": "service_healthy"}
        assert "healthcheck" in compose["services"][other], "an image may come without one"
    prometheus = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text())
    assert prometheus["scrape_configs"][0]["metrics_path"] == "/api/metrics"
