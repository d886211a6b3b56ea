"""Speaks to the service: the graph, and the events of a change request. Refusals are raised, in words for a person."""

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

from operations import ToldState


class Field(TypedDict):
    path: str
    message: str


class ServiceError(TypedDict):
    """One error of the graph, or of an address beside it."""

    code: str
    message: str
    requestId: NotRequired[str]
    fields: NotRequired[list[Field]]


WHAT_TO_DO = {
    "BAD_USER_INPUT": "The service can't use what was sent; correct it",
    "UNAUTHENTICATED": "The service does not know who you are; get a new token and put it into GRAPH_TOKEN",
    "FORBIDDEN": "You may not do this; ask for the permission",
    "CONFLICT": "Somebody else was there first; look at what there is now",
    "RATE_LIMITED": "The service has too much to do, also after waiting for it; come back later",
    "UPSTREAM_UNAVAILABLE": "A part of the service is away; nothing is wrong with what you sent, come back later",
    "UPSTREAM_TIMEOUT": "A part of the service took too long; ask for less at once, or come back later",
    "INTERNAL_SERVER_ERROR": "Something broke inside the service",
}


class Refusal(Exception):
    """The service did not do what it was asked; the text is for a person."""

    def __init__(self, error: ServiceError) -> None:
        self.code = error["code"]
        lines = [f"{WHAT_TO_DO.get(self.code, 'It did not work')}:"]
        fields = error.get("fields") or []
        if fields:
            lines += [f"  {field['path']}: {field['message']}" for field in fields]
        else:
            lines[0] += f" {error['message']}"
        if request_id := error.get("requestId"):
            lines.append(f"The request id {request_id} finds it in the logs of the service.")
        super().__init__("\n".join(lines))


MOST_TRIES = 5
LONGEST_PAUSE = 60.0
"""Seconds."""


def wait_as_asked(headers: Message, tries: int) -> None:
    """Waits because the service is busy: as long as `Retry-After` says, else 1, 2, 4 ... s, and a minute at most."""
    asked = headers.get("retry-after", "")
    pause = min(float(asked) if asked.isdecimal() else 2.0 ** (tries - 1), LONGEST_PAUSE)
    print(f"The service is busy; trying again in {pause:g} s.", file=sys.stderr)
    time.sleep(pause)


@dataclass(frozen=True)
class Service:
    """Where the service is, and as whom it is asked. `graph_url` is without "/graphql"."""

    graph_url: str
    events_url: str
    token: str

    def ask(self, query: str, variables: Mapping[str, object]) -> Any:
        """Sends one operation and gives its data, or raises a Refusal. A busy service is asked again after the pause it
        wants: every operation here may be sent twice, saving included."""
        url = f"{self.graph_url}/graphql"
        body = json.dumps({"query": query, "variables": variables}).encode()
        for tries in range(1, MOST_TRIES + 1):
            request = Request(url, body, {**self._authorization(), "content-type": "application/json"})
            with _open(request, seconds=30) as response:
                answer = _json_of(response)
            errors = answer.get("errors")
            if answer.get("data") and not errors:
                return answer["data"]
            error = _graph_error(errors[0]) if errors else _not_the_service(url, response.status)
            if error["code"] != "RATE_LIMITED" and response.status not in (429, 503) or tries == MOST_TRIES:
                raise Refusal(error)
            wait_as_asked(response.headers, tries)

    def states(self, request_id: str, seconds: float) -> Iterator[ToldState]:
        """The state of a change request now, then each later one. Connects again by itself; ends when the request is
        deleted, and after so many seconds. Raises a Refusal when the service says no."""
        over = time.monotonic() + seconds
        url = f"{self.events_url}/change-requests/{quote(request_id, safe='')}/events"
        last_event_id, reconnect, tries = "", 2.0, 0
        while time.monotonic() < over:
            tries += 1
            seen = {"last-event-id": last_event_id} if last_event_id else {}
            try:
                with _open(Request(url, headers={**self._authorization(), **seen}), seconds=45) as response:
                    if response.status == 404 and last_event_id:
                        return  # Deleted while nobody was connected.
                    if response.status in (429, 503):
                        wait_as_asked(response.headers, tries)
                        continue
                    if response.status != 200:
                        raise Refusal(_problem(url, response))
                    for event in _events(response, over):
                        reconnect = float(event.get("retry", reconnect * 1000)) / 1000
                        if event.get("event") == "deleted":
                            return
                        if event.get("event") == "state":
                            last_event_id, tries = event["id"], 0
                            yield cast(ToldState, json.loads(event["data"]))
            except (OSError, HTTPException) as error:  # Nobody is there, or the connection broke.
                print(f"No connection to {url} ({error}); trying again.", file=sys.stderr)
            time.sleep(reconnect)

    def _authorization(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}


def _open(request: Request, seconds: float) -> HTTPResponse:
    """Any answer is an answer, also one that refuses. Each read of it is waited for that long."""
    try:
        return urlopen(request, timeout=seconds)
    except HTTPError as refused:
        return cast(HTTPResponse, refused)


def _json_of(response: HTTPResponse) -> dict[str, Any]:
    try:
        return json.loads(response.read())
    except ValueError:
        return {}


def _graph_error(error: dict[str, Any]) -> ServiceError:
    return cast(ServiceError, {**error["extensions"], "message": error["message"]})


def _problem(url: str, response: HTTPResponse) -> ServiceError:
    """The events refuse as application/problem+json."""
    problem = _json_of(response)
    if "code" not in problem or "detail" not in problem:
        return _not_the_service(url, response.status)
    fields = [{"path": error["field"], "message": error["message"]} for error in problem.get("errors", [])]
    return cast(ServiceError, {**problem, "message": problem["detail"], "fields": fields})


def _not_the_service(url: str, status: int) -> ServiceError:
    return {"code": str(status), "message": f"what answers at {url} is something else (status {status})"}


def _events(response: HTTPResponse, over: float) -> Iterator[dict[str, str]]:
    """Each server-sent event as its lines, by their names. A sign of life is an event without any."""
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
