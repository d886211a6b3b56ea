import type { Rule } from "@network-access/firewall-rules/rule";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import { type AdmittedBoundaries, admittedBoundaries } from "../boundaries/admitted-boundaries.ts";
import type { BoundarySnapshots } from "../boundaries/boundary-snapshots.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Resolution, Resolved } from "../judging/model/resolved.ts";
import type { AddressMemory } from "./address-memory.ts";
import type { AddressAnswer, AddressSource } from "./address-source.ts";

/** The part of a request that an evaluation depends on. */
export interface EvaluatedRequest {
  readonly projectId: string;
  readonly rules: readonly Rule[];
}

/** The boundaries and addresses with which one request is evaluated, as they were when they were collected. */
export interface EvaluationInputs {
  readonly admitted: AdmittedBoundaries;
  /** The groups and items to which the request and the admitted boundaries refer, without duplicates. */
  readonly references: readonly NamedReference[];
  readonly resolution: Resolution;
}

export interface CollectInputsNeeds {
  readonly snapshots: Pick<BoundarySnapshots, "current">;
  readonly addressSource: Pick<AddressSource, "resolve">;
  readonly addressMemory: AddressMemory;
}

/** The number of address lists that are fetched concurrently for one request. */
const LISTS_AT_ONCE = 8;

/**
 * Collects the current boundaries of the request's project, and the addresses of the groups and items to which the
 * request or these boundaries refer. A failed lookup has the outcome "failed" and is never treated as an empty set.
 */
export async function collectInputs(needs: CollectInputsNeeds, request: EvaluatedRequest): Promise<EvaluationInputs> {
  const admitted = admittedBoundaries(await needs.snapshots.current(), request.projectId);
  const distinct = new Map<string, NamedReference>();
  for (const named of [...namedReferences(request.rules), ...admitted.references]) distinct.set(named.reference, named);
  const references = [...distinct.values()];
  return { admitted, references, resolution: await lookup(needs, references) };
}

/**
 * Looks up the current addresses of groups and items. The result has an entry for each of them, even if its lookup
 * failed.
 */
export async function lookup(
  { addressSource, addressMemory }: Pick<CollectInputsNeeds, "addressSource" | "addressMemory">,
  references: readonly NamedReference[],
): Promise<Resolution> {
  const answers = references.length === 0 ? new Map() : await addressSource.resolve(references);
  const resolution = new Map<string, Resolved>();
  await forEachConcurrent(references, LISTS_AT_ONCE, async ({ reference }) => {
    resolution.set(reference, await resolvedFrom(addressMemory, answers.get(reference)));
  });
  return resolution;
}

async function resolvedFrom(memory: AddressMemory, answer: AddressAnswer | undefined): Promise<Resolved> {
  if (answer === undefined) return { outcome: "failed", reason: "the inventory did not answer for it" };
  if (answer.outcome !== "resolved") return answer;
  const { revision, hash, addressCount } = answer;
  if (addressCount === 0) return { outcome: "empty", revision, hash };
  const list = await memory.get(answer);
  if (!list.ok) return { outcome: "failed", reason: list.reason };
  return { outcome: "resolved", addresses: list.addresses, revision, hash, addressCount };
}
