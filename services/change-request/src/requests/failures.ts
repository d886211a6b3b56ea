import type { Failure } from "@network-access/service-runtime/failure";

/** The failures of this service, with messages that say what to change. */

export function unknownChangeRequest(id: string): Failure {
  return { kind: "not-found", message: `there is no change request "${id}"` };
}

/**
 * Returns the failure of a save that expected another revision than the current one. `revision` is the current
 * revision, or undefined if there is no such change request.
 */
export function revisionConflict(id: string, expected: number, revision: number | undefined): Failure {
  if (revision === undefined)
    return {
      kind: "conflict",
      message: `there is no change request "${id}", and revision ${expected} was expected; send 0 to create it`,
    };
  return {
    kind: "conflict",
    message:
      expected === 0
        ? `the change request "${id}" exists already, in revision ${revision}; send that as expectedRevision to replace it`
        : `the change request "${id}" is at revision ${revision}, not ${expected}; read it again and send ${revision}`,
  };
}

export function projectMismatch(id: string, projectId: string): Failure {
  return {
    kind: "conflict",
    message: `the change request "${id}" belongs to the project "${projectId}" permanently; send that projectId, or another id`,
  };
}

export function concurrentWrites(id: string): Failure {
  return { kind: "conflict", message: `the change request "${id}" was deleted and created concurrently; try again` };
}
