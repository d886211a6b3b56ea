"""The operations, and a TypedDict of the same name for each answer."""

from typing import Literal, TypedDict

DRAFT = """
query Draft($input: ChangeRequestInput!) {
  evaluateChangeRequest(input: $input) {
    state
    stateReason
    findings { code ruleId side message }
  }
}
"""

SAVE = """
mutation Save($input: ChangeRequestInput!) {
  saveChangeRequest(input: $input) { id revision state }
}
"""

VERDICT = """
query Verdict($id: String!) {
  changeRequest(id: $id) {
    revision
    state
    stateReason
    findings { code ruleId side message }
  }
}
"""

PAGE = """
query Page($nextPageKey: String, $limit: Int!) {
  changeRequests(nextPageKey: $nextPageKey, limit: $limit) {
    items { id name state updatedAt }
    pageInfo { nextPageKey }
  }
}
"""

State = Literal["Pass", "Pending", "Fail", "Review", "Error"]


class Finding(TypedDict):
    code: str
    ruleId: str | None
    side: Literal["Source", "Destination", "Service"] | None
    message: str


class Evaluation(TypedDict):
    state: State
    stateReason: str | None
    findings: list[Finding]


class Draft(TypedDict):
    evaluateChangeRequest: Evaluation


class SavedRequest(TypedDict):
    id: str
    revision: int
    state: State


class Save(TypedDict):
    saveChangeRequest: SavedRequest


class EvaluatedRequest(TypedDict):
    revision: int
    state: State
    stateReason: str | None
    findings: list[Finding] | None


class Verdict(TypedDict):
    changeRequest: EvaluatedRequest | None


class ListedRequest(TypedDict):
    id: str
    name: str
    state: State
    updatedAt: str


class PageInfo(TypedDict):
    nextPageKey: str | None


class RequestPage(TypedDict):
    items: list[ListedRequest]
    pageInfo: PageInfo


class Page(TypedDict):
    changeRequests: RequestPage


class StateEvent(TypedDict):
    """The data of an event `state`; null is None."""

    id: str
    revision: int
    attempt: int | None
    state: State
    score: int | None
    stateReason: str | None
    updatedAt: str
