import { NewestRevisions, newestRevisionsPath } from "@network-access/service-contracts/newest-revisions";
import {
  CurrentTexts,
  currentTextsPath,
  type SavedChangeRequest,
} from "@network-access/service-contracts/saved-change-request";
import type { Failure } from "@network-access/service-runtime/failure";
import type { CallFailure, ServiceClient } from "@network-access/service-runtime/service-client";
import type { StoredRequests } from "./stored-requests.ts";

/** A page is some hundred kilobytes, and read while the one before is worked on. */
const PAGE = 5_000;
/** Thousands of documents are behind one answer. */
const DEADLINE_MS = 10_000;

/** Asks change-request over its internal routes. */
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
        // Each answer holds at least one of those asked for, so this ends.
        if (called.value.left.length >= left.length)
          throw new Error("change-request gives no text and says that it has some");
        left = called.value.left;
      }
      return { ok: true, value: texts };
    },
  };
}

function failureOf(failure: CallFailure): Failure {
  switch (failure.kind) {
    case "timeout":
      return { kind: "timeout", message: "change-request did not tell in time which requests are stored; try again" };
    case "unavailable":
      return {
        kind: "unavailable",
        message: "change-request, which knows the stored requests, does not answer; try again",
      };
    default:
      throw new Error(`change-request does not tell which requests are stored: ${JSON.stringify(failure)}`);
  }
}
