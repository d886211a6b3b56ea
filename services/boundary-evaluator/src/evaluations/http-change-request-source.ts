import { SavedChangeRequest, savedChangeRequestPath } from "@network-access/service-contracts/saved-change-request";
import type { ServiceClient } from "@network-access/service-runtime/service-client";
import type { ChangeRequestSource } from "./change-request-source.ts";

/** Reads saved change requests through the internal route of the change-request service. */
export function httpChangeRequestSource(client: Pick<ServiceClient, "getJson">): ChangeRequestSource {
  return {
    async read(changeRequestUuid, revision) {
      const called = await client.getJson(savedChangeRequestPath(changeRequestUuid, revision), SavedChangeRequest);
      if (called.ok) return called.value;
      const { failure } = called;
      if (failure.kind === "not-found" || (failure.kind === "refused" && failure.status === 409)) return null;
      throw new Error(`change-request did not give the text of a revision: ${JSON.stringify(failure)}`);
    },
  };
}
