"""Calls the graph and reads the events of a change request. Errors of the service are raised as Refusal."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse
from typing import Any, NotRequired, TypedDict, cast
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from operations import StateEvent


class Field(TypedDict):
    path: str
    message: str


class ServiceError(TypedDict):
    """One error of the graph or of the event stream."""

    code: str
    message: str
    requestId: NotRequired[str]
    fields: NotRequired[list[Field]]


ADVICE = {
    "BAD_USER_INPUT": "The input is wrong; correct it",
    "UNAUTHENTICATED": "The token is missing, wrong or expired; put a new one into GRAPH_TOKEN",
    "FORBIDDEN": "A permission is missing; ask for it",
    "CONFLICT": "It changed at the same time; read it again",
    "RATE_LIMITED": "The service is still busy; try again later",
    "UPSTREAM_UNAVAILABLE": "A part of the service is down; the request is valid, try again later",
    "UPSTREAM_TIMEOUT": "A part of the service is slow; ask for less, or try again later",
    "INTERNAL_SERVER_ERROR": "The service failed unexpectedly",
}


class Refusal(Exception):
    """The service returned an error; the text is for a person."""

    def __init__(self, error: ServiceError) -> None:
        self.code = error["code"]
        lines = [f"{ADVICE.get(self.code, 'The request failed')}:"]
        fields = error.get("fields") or []
        if fields:
            lines += [f"  {field['path']}: {field['message']}" for field in fields]
        else:
            lines[0] += f" {error['message']}"
        if request_id := error.get("requestId"):
            lines.append(f"Request id: {request_id}")
        super().__init__("\n".join(lines))


MAX_ATTEMPTS = 5
LONGEST_PAUSE = 60.0
"""Seconds."""


def wait_before_retry(headers: Message, attempt: int) -> None:
    """Waits for a busy service: as long as `Retry-After` says, else 1, 2, 4 ... s; a minute at most."""
    retry_after = headers.get("retry-after", "")
    pause = min(float(retry_after) if retry_after.isdecimal() else 2.0 ** (attempt - 1), LONGEST_PAUSE)
    print(f"The service is busy; trying again in {pause:g} s.", file=sys.stderr)
    time.sleep(pause)


@dataclass(frozen=True)
class Service:
    """The service's URLs, and the token of the caller. `graph_url` is without "/graphql"."""

    graph_url: str
    events_url: str
    token: str

    def ask(self, query: str, variables: Mapping[str, object]) -> Any:
        """Sends one operation and returns its data, or raises a Refusal. A busy service gets another attempt after a
        pause: every operation here is safe to repeat, saving included."""
        url = f"{self.graph_url}/graphql"
        body = json.dumps({"query": query, "variables": variables}).encode()
        for attempt in range(1, MAX_ATTEMPTS + 1):
            request = Request(url, body, {**self._authorization(), "content-type": "application/json"})
            with _open(request, seconds=30) as response:
                answer = _json_of(response)
            errors = answer.get("errors")
            if answer.get("data") and not errors:
                return answer["data"]
            error = _graph_error(errors[0]) if errors else _unexpected_answer(url, response.status)
            if error["code"] != "RATE_LIMITED" and response.status not in (429, 503) or attempt == MAX_ATTEMPTS:
                raise Refusal(error)
            wait_before_retry(response.headers, attempt)

    def states(self, request_id: str, seconds: float) -> Iterator[StateEvent]:
        """The current state of a change request, then each later one. Reconnects; ends when the request is deleted,
        or after so many seconds. Raises a Refusal when the service returns an error."""
        over = time.monotonic() + seconds
        url = f"{self.events_url}/change-requests/{quote(request_id, safe='')}/events"
        last_event_id, reconnect, attempt = "", 2.0, 0
        while time.monotonic() < over:
            attempt += 1
            resume = {"last-event-id": last_event_id} if last_event_id else {}
            try:
                with _open(Request(url, headers={**self._authorization(), **resume}), seconds=45) as response:
                    if response.status == 404 and last_event_id:
                        return  # The request was deleted between two connections.
                    if response.status in (429, 503):
                        wait_before_retry(response.headers, attempt)
                        continue
                    if response.status != 200:
                        raise Refusal(_problem(url, response))
                    for event in _events(response, over):
                        reconnect = float(event.get("retry", reconnect * 1000)) / 1000
                        if event.get("event") == "deleted":
                            return
                        if event.get("event") == "state":
                            last_event_id, attempt = event["id"], 0
                            yield cast(StateEvent, json.loads(event["data"]))
            except (OSError, HTTPException) as error:  # The service is down, or the connection broke.
                print(f"No connection to {url} ({error}); trying again.", file=sys.stderr)
            time.sleep(reconnect)

    def _authorization(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


def _open(request: Request, seconds: float) -> HTTPResponse:
    """Returns any answer, errors included. The timeout holds for each read."""
    try:
        return urlopen(request, timeout=seconds)
    except HTTPError as error:
        return cast(HTTPResponse, error)


def _json_of(response: HTTPResponse) -> dict[str, Any]:
    try:
        return json.loads(response.read())
    except ValueError:
        return {}


def _graph_error(error: dict[str, Any]) -> ServiceError:
    return cast(ServiceError, {**error["extensions"], "message": error["message"]})


def _problem(url: str, response: HTTPResponse) -> ServiceError:
    """The event stream returns errors as application/problem+json."""
    problem = _json_of(response)
    if "code" not in problem or "detail" not in problem:
        return _unexpected_answer(url, response.status)
    fields = [{"path": error["field"], "message": error["message"]} for error in problem.get("errors", [])]
    return cast(ServiceError, {**problem, "message": problem["detail"], "fields": fields})


def _unexpected_answer(url: str, status: int) -> ServiceError:
    return {"code": str(status), "message": f"{url} is not this service (status {status})"}


def _events(response: HTTPResponse, over: float) -> Iterator[dict[str, str]]:
    """The server-sent events of a stream. A heartbeat is an empty one."""
    event: dict[str, str] = {}
    for line in response:
        if time.monotonic() > over:
            return
        name, colon, value = line.decode().rstrip("\n").partition(": ")
        if colon:
            event[name] = value
        else:
            yield event
            event = {}
