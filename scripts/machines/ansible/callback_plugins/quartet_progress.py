"""One line of JSON on descriptor 3 for each result of a task on a machine. scripts/machines/play opens it."""

import json
import os
import re

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: quartet_progress
type: notification
short_description: results of tasks as lines of JSON on descriptor 3
description: Writes machine, task, state, the reason of a failure, the exit code of a command, and what a user should know of a removal.
"""

LONGEST_REASON = 500
NOTICE = "notice: "


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "notification"
    CALLBACK_NAME = "quartet_progress"
    CALLBACK_NEEDS_ENABLED = True

    def v2_runner_on_ok(self, result):
        self._tell(result, "changed" if result.is_changed() else "ok")

    def v2_runner_on_skipped(self, result):
        self._tell(result, "skipped")

    def v2_runner_on_failed(self, result, ignore_errors=False):
        if not ignore_errors:
            self._tell(result, "failed", _reason(result))

    def v2_runner_on_unreachable(self, result):
        self._tell(result, "unreachable", _reason(result))

    def _tell(self, result, state, reason=""):
        line = {
            "machine": result._host.get_name(),
            "task": result._task.get_name(),
            "state": state,
            "reason": reason,
            "code": result._result.get("rc"),
            "notices": _notices(result),
        }
        try:
            os.write(3, (json.dumps(line) + "\n").encode())
        except OSError:
            pass  # nobody listens, for instance if an administrator runs ansible-playbook without scripts/machines/play


def _notices(result):
    """What scripts/machines/journal wants its user to know of a removal."""
    lines = str(result._result.get("stdout") or "").splitlines()
    return [line[len(NOTICE) :] for line in lines if line.startswith(NOTICE)]


def _reason(result):
    """What went wrong, in one line: what the command printed, otherwise the message of the module."""
    said = result._result
    # A task that is a loop has a result for each item: take the one that failed.
    said = next((item for item in said.get("results", []) if item.get("failed")), said)
    for key in ("stderr", "stdout", "module_stderr", "msg"):
        lines = [line.strip() for line in str(said.get(key) or "").splitlines() if line.strip()]
        if lines:
            # Programs often go on to say how they clean up.
            errors = [line for line in lines if re.search(r"\b(error|fatal|failed)\b", line, re.IGNORECASE)]
            return (errors or lines)[-1][:LONGEST_REASON]
    return "no reason was given"
