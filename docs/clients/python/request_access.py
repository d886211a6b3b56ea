"""Requests access: evaluates a draft of a change request, saves it, follows it to its verdict, and lists all change
requests. Needs only Python 3.11 or newer.

    GRAPH_URL=... EVENTS_URL=... GRAPH_TOKEN=... python3 request_access.py request.json

Exits with 0 for Pass, 2 for another verdict, and 1 when something was refused or failed.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from urllib.error import URLError

from operations import DRAFT, PAGE, SAVE, VERDICT
from operations import Draft, Evaluation, EvaluatedRequest, ListedRequest, Page, Save, State, Verdict
from service import Refusal, Service


def list_change_requests(service: Service) -> Iterator[ListedRequest]:
    """Every change request, newest first; pages are read on demand."""
    next_page_key: str | None = None
    while True:
        page: Page = service.ask(PAGE, {"nextPageKey": next_page_key, "limit": 50})
        yield from page["changeRequests"]["items"]
        next_page_key = page["changeRequests"]["pageInfo"]["nextPageKey"]
        if next_page_key is None:
            return


def print_verdict(title: str, verdict: Evaluation | EvaluatedRequest) -> None:
    print(f"\n{title}: {verdict['state']}")
    if verdict["stateReason"]:
        print(f"  {verdict['stateReason']}")
    for finding in verdict["findings"] or []:
        print(f"  - {finding['code']}, rule {finding['ruleId'] or 'any'}: {finding['message']}")


def request_access(service: Service, change_request: object) -> State:
    """Evaluates a draft, saves it, follows it to its verdict, and lists all change requests; returns the state."""
    draft: Draft = service.ask(DRAFT, {"input": change_request})
    print_verdict("If it were saved now", draft["evaluateChangeRequest"])

    save: Save = service.ask(SAVE, {"input": change_request})
    saved = save["saveChangeRequest"]
    print(f'\nSaved "{saved["id"]}" in revision {saved["revision"]}.')

    evaluated: EvaluatedRequest | None = None
    for event in service.states(saved["id"], seconds=120):
        print(f"  {event['state']} (revision {event['revision']})")
        # Another caller may have saved the request again. The state of the newer revision then counts.
        if event["revision"] >= saved["revision"] and event["state"] != "Pending":
            verdict: Verdict = service.ask(VERDICT, {"id": saved["id"]})
            evaluated = verdict["changeRequest"]
            break
    if evaluated is None:
        raise TimeoutError(f'"{saved["id"]}" has no verdict: it was deleted, or its evaluation takes longer')
    print_verdict("Verdict", evaluated)

    listed = list(list_change_requests(service))
    counts = Counter(request["state"] for request in listed)
    print(f"\nAll change requests: {', '.join(f'{count} {state}' for state, count in counts.items())}. The newest:")
    for request in listed[:3]:
        print(f'  {request["state"]:7}  {request["id"]}  "{request["name"]}"')
    return evaluated["state"]


def main() -> int:
    try:
        [file] = sys.argv[1:]
        service = Service(os.environ["GRAPH_URL"], os.environ["EVENTS_URL"], os.environ["GRAPH_TOKEN"])
    except (ValueError, KeyError):
        print(
            "usage: request_access.py FILE, with GRAPH_URL, EVENTS_URL and GRAPH_TOKEN in the environment",
            file=sys.stderr,
        )
        return 1
    try:
        with open(file, encoding="utf-8") as opened:
            return 0 if request_access(service, json.load(opened)) == "Pass" else 2
    except URLError as error:
        print(f"No connection to {service.graph_url}: {error.reason}", file=sys.stderr)
    except (Refusal, OSError, ValueError) as error:
        print(error, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
