"""Asks for access the way a platform team would: drafts a change request, saves it, follows it to its verdict, and lists
what there is. Needs Python 3.11 or newer and nothing else.

    GRAPH_URL=... EVENTS_URL=... GRAPH_TOKEN=... python3 request_access.py request.json

Ends with 0 when the verdict is Pass, 2 when it is another one, and 1 when something was refused or failed.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from urllib.error import URLError

from operations import DRAFT, PAGE, SAVE, VERDICT
from operations import Draft, Evaluation, JudgedRequest, ListedRequest, Page, Save, State, Verdict
from service import Refusal, Service


def list_change_requests(service: Service) -> Iterator[ListedRequest]:
    """Every change request, newest first, a page at a time as they are taken."""
    next_page_key: str | None = None
    while True:
        page: Page = service.ask(PAGE, {"nextPageKey": next_page_key, "limit": 50})
        yield from page["changeRequests"]["items"]
        next_page_key = page["changeRequests"]["pageInfo"]["nextPageKey"]
        if next_page_key is None:
            return


def tell(what: str, told: Evaluation | JudgedRequest) -> None:
    print(f"\n{what}: {told['state']}")
    if told["stateReason"]:
        print(f"  {told['stateReason']}")
    for finding in told["findings"] or []:
        print(f"  - {finding['code']}, rule {finding['ruleId'] or 'any'}: {finding['message']}")


def request_access(service: Service, wanted: object) -> State:
    """Drafts, saves and follows one change request, then lists what there is; gives the verdict."""
    draft: Draft = service.ask(DRAFT, {"input": wanted})
    tell("If it were saved now", draft["evaluateChangeRequest"])

    save: Save = service.ask(SAVE, {"input": wanted})
    saved = save["saveChangeRequest"]
    print(f'\nSaved "{saved["id"]}" in revision {saved["revision"]}.')

    judged: JudgedRequest | None = None
    for told in service.states(saved["id"], seconds=120):
        print(f"  {told['state']} (revision {told['revision']})")
        # Somebody else may have saved it again in the meantime; then the newer revision counts.
        if told["revision"] >= saved["revision"] and told["state"] != "Pending":
            verdict: Verdict = service.ask(VERDICT, {"id": saved["id"]})
            judged = verdict["changeRequest"]
            break
    if judged is None:
        raise TimeoutError(f'"{saved["id"]}" has no verdict: it was deleted, or judging takes longer')
    tell("Verdict", judged)

    listed = list(list_change_requests(service))
    counts = Counter(request["state"] for request in listed)
    print(f"\nAll change requests: {', '.join(f'{count} {state}' for state, count in counts.items())}. The newest:")
    for request in listed[:3]:
        print(f'  {request["state"]:7}  {request["id"]}  "{request["name"]}"')
    return judged["state"]


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
        print(f"Nothing answers at {service.graph_url}: {error.reason}", file=sys.stderr)
    except (Refusal, OSError, ValueError) as error:
        print(error, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
