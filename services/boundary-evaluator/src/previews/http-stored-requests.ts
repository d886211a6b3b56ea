import { NewestRevisions, newestRevisionsPath } from "@network-access/service-contracts/newest-revisions";
import {
  CurrentTexts,
  currentTextsPath,
  type SavedChangeRequest,
} from "@network-access/service-contracts/saved-change-request";
import type { Failure } from "@network-access/service-runtime/failure";
import type { CallFailure, ServiceClient } from "@network-access/service-runtime/service-client";
import type { StoredRequests } from "./stored-requests.ts";

/**
 * The number of revisions on a page. A page has a few hundred kilobytes and is read while the previous page is judged.
 */
const PAGE = 5_000;
/** The deadline is long because the change-request service reads thousands of documents for one response. */
const DEADLINE_MS = 10_000;

/** Calls the internal routes of change-request. */
export function httpStoredRequests(client: Pick<ServiceClient, "postJson">): StoredRequests {
  return {
    async newestRevisions(after, signal) {
      const options = { idempotent: true, deadlineMs: DEADLINE_MS, signal };
      const called = await client.postJson(newestRevisionsPath, { after, limit: PAGE }, NewestRevisions, options);
      return called.ok ? called : { ok: false, failure: failureOf(called.failure) };
    },
    async currentTexts(changeRequestUuids, signal) {
      const texts: SavedChangeRequest[] = [];
      for (let left = changeRequestUuids; left.length > 0; ) {
        const options = { idempotent: true, deadlineMs: DEADLINE_MS, signal };
        const body = { changeRequestUuids: left };
        const called = await client.postJson(currentTextsPath, body, CurrentTexts, options);
        if (!called.ok) return { ok: false, failure: failureOf(called.failure) };
        texts.push(...called.value.texts);
        // Each response must contain at least one of the requested texts. Otherwise, the loop would not end.
        if (called.value.left.length >= left.length)
          throw new Error("change-request returned no text although some are left");
        left = called.value.left;
      }
      return { ok: true, value: texts };
    },
  };
}

function failureOf(failure: CallFailure): Failure {
  switch (failure.kind) {
    case "timeout":
      return { kind: "timeout", message: "change-request did not list the stored requests in time; try again" };
    case "unavailable":
      return {
        kind: "unavailable",
        message: "change-request, which stores the requests, does not answer; try again",
      };
    default:
      throw new Error(`change-request did not list the stored requests: ${JSON.stringify(failure)}`);
  }
}
