import type { PreparedEstate } from "../described-estate.ts";
import { FIRST_SNAPSHOT } from "../described-snapshot.ts";
import { namedPart } from "../running-manager.ts";
import type { Calls } from "./call.ts";

/** Calls about parts and revisions. */
export function revisionCalls({ device, revision, policies, newName }: PreparedEstate): Record<string, Calls> {
  const part = namedPart({ kind: "text", file: newName(), text: "hostname edge" });
  const putPart = { path: { id: device, sha256: part.sha256 }, body: JSON.parse(part.json) };
  const revisionOf = (baseRevision: number | null, parts: readonly string[]) => ({
    ...{ configuredAt: new Date().toISOString(), baseRevision, schema: "device-snapshot.v1", parts },
  });
  const stored = FIRST_SNAPSHOT.map((one) => namedPart(one).sha256);
  return {
    putPart: { succeed: [putPart, putPart] },
    putRevision: {
      succeed: [
        { path: { id: device }, body: revisionOf(revision, stored) },
        { path: { id: device }, body: revisionOf(revision, stored) },
      ],
      refused: { 409: { path: { id: device }, body: revisionOf(null, ["0".repeat(64)]) } },
    },
    listRevisions: { succeed: [{ path: { id: device } }] },
    readRevision: { succeed: [{ path: { id: device, revision } }, { path: { id: device, revision: "latest" } }] },
    listPolicyRows: {
      succeed: policies.map((uid) => ({ path: { id: device, revision, uid }, query: { pageSize: "100" } })),
      // A 409 response means that the service has not processed the revision yet. The revision of this test is already
      // processed.
      notCaused: [409],
    },
    listChanges: { succeed: [{ path: { id: device, revision } }] },
  };
}
