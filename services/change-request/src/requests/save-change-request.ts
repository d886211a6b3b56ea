import type { ChangeRequestText } from "@network-access/firewall-rules/change-request-text";
import { type ChangeRequestInput, parseChangeRequest } from "@network-access/firewall-rules/parse-change-request";
import type { Failure } from "@network-access/service-runtime/failure";
import type { ChangeRequest } from "./change-request.ts";
import type { ChangeRequestStore, Occupant } from "./change-request-store.ts";
import { firstSend, type Pace } from "./evaluation-progress.ts";
import { concurrentWrites, projectMismatch, revisionConflict } from "./failures.ts";
import { type SendNeeds, sendAttempt } from "./send-attempt.ts";

export interface SaveNeeds extends SendNeeds {
  readonly store: Pick<ChangeRequestStore, "occupant" | "create" | "revise" | "updateEvaluation">;
  readonly newUuid: () => string;
  readonly pace: Pace;
}

export type Saved =
  | { readonly ok: true; readonly changeRequest: ChangeRequest }
  | { readonly ok: false; readonly failure: Failure };

/**
 * The most rounds of a save. Each round attempts one write. The write fails if a concurrent call has created, deleted
 * or purged the change request since the round began. A write with an `expectedRevision` also fails after a concurrent
 * save. The next round then refuses this save with a revision conflict.
 */
const ROUNDS = 20;

/**
 * Creates a change request, or writes its next revision. A single write to one document stores the text, sets the state
 * to Pending and requests an evaluation. After this write, the evaluation job is sent. If `expectedRevision` is 0, the
 * change request must not exist yet.
 */
export async function saveChangeRequest(
  needs: SaveNeeds,
  caller: { readonly name: string },
  input: ChangeRequestInput,
  expectedRevision: number | undefined,
): Promise<Saved> {
  const parsed = parseChangeRequest(input);
  const badExpectation = expectedRevision !== undefined && expectedRevision < 0;
  const expectation = badExpectation ? [expectationError(expectedRevision)] : [];
  if (!parsed.ok || badExpectation)
    return refused({ kind: "invalid-input", fields: [...(parsed.ok ? [] : parsed.fields), ...expectation] });

  const written = await write(needs, caller.name, parsed.text, expectedRevision);
  // The change request is stored, so an error while sending the job does not fail the save.
  if (written.ok) await sendAttempt(needs, written.changeRequest).catch(() => undefined);
  return written;
}

async function write(
  { store, now, newUuid, pace }: SaveNeeds,
  by: string,
  text: ChangeRequestText,
  expectedRevision: number | undefined,
): Promise<Saved> {
  const { id, projectId, name, rules } = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    const occupant = await store.occupant(id);
    const refusal = refusalOf(text, occupant, expectedRevision);
    if (refusal) return refused(refusal);
    const time = now();
    const at = time.toISOString();
    const evaluation = firstSend(time, pace);
    if (occupant && occupant.projectId !== null) {
      const revised = await store.revise(
        { id, uuid: occupant.uuid, revision: expectedRevision },
        { name, rules, updatedAt: at, updatedBy: by, evaluation },
      );
      if (revised) return { ok: true, changeRequest: revised };
    } else {
      const changeRequest: ChangeRequest = {
        id,
        uuid: newUuid(),
        revision: (occupant?.revision ?? 0) + 1,
        projectId,
        name,
        rules,
        createdAt: at,
        createdBy: by,
        updatedAt: at,
        updatedBy: by,
        verdict: null,
        evaluation: { wanted: 1, done: 0, ...evaluation },
      };
      if (await store.create(changeRequest, occupant)) return { ok: true, changeRequest };
    }
  }
  return refused(concurrentWrites(id));
}

function refusalOf(
  { id, projectId }: ChangeRequestText,
  occupant: Occupant | undefined,
  expectedRevision: number | undefined,
): Failure | undefined {
  const revision = occupant && occupant.projectId !== null ? occupant.revision : undefined;
  if (expectedRevision !== undefined && expectedRevision !== (revision ?? 0))
    return revisionConflict(id, expectedRevision, revision);
  if (occupant && occupant.projectId !== null && occupant.projectId !== projectId)
    return projectMismatch(id, occupant.projectId);
  return undefined;
}

function expectationError(expectedRevision: number) {
  return {
    path: "expectedRevision",
    message: `is ${expectedRevision}; send the revision you read last, or 0 for a new request`,
  };
}

function refused(failure: Failure): Saved {
  return { ok: false, failure };
}
