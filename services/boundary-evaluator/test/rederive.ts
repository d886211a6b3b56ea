import { referenceOf } from "@network-access/firewall-rules/reference";
import type { Rule } from "@network-access/firewall-rules/rule";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import { definitionOf } from "../src/boundaries/boundary.ts";
import type { BoundaryStore } from "../src/boundaries/boundary-store.ts";
import { parseBoundarySet } from "../src/boundaries/stored-boundary-set.ts";
import type { EvaluationDetails, EvaluationRecord, ResolvedReference } from "../src/evaluations/evaluation-record.ts";
import { type ContentStore, contentKey } from "../src/inputs/content-store.ts";
import { judge } from "../src/judging/judge.ts";
import type { Judgement } from "../src/judging/model/judgement.ts";
import type { Resolved } from "../src/judging/model/resolved.ts";

/**
 * Repeats a stored evaluation. Uses only stored data: the rules, the revisions of the boundaries, the addresses and the
 * thresholds.
 */
export async function rederive(
  record: EvaluationRecord,
  details: EvaluationDetails,
  stores: { readonly contents: Pick<ContentStore, "read">; readonly boundaries: Pick<BoundaryStore, "find"> },
): Promise<Judgement> {
  const read = async (key: string) => {
    const text = await stores.contents.read(key);
    if (text === null) throw new Error(`${key} is not stored`);
    return text;
  };
  const rules: Rule[] = JSON.parse(await read(contentKey.rules(record.rulesHash)));
  const set = parseBoundarySet(await read(contentKey.boundarySet(record.boundarySetHash)));
  const boundaries = await Promise.all(
    set.map(async ({ id, uuid, revision }) => {
      const boundary = await stores.boundaries.find(id, revision);
      if (boundary?.uuid !== uuid) throw new Error(`revision ${revision} of "${id}" is not stored`);
      return definitionOf(boundary);
    }),
  );
  const resolution = new Map<string, Resolved>();
  for (const resolved of details.resolved) {
    const reference = referenceOfStored(resolved);
    if (resolved.outcome === "resolved") {
      const cidrs = (await read(contentKey.addresses(resolved.hash))).split("\n");
      resolution.set(reference, { ...resolved, outcome: "resolved", addresses: addressSetOfTexts(cidrs) });
    } else resolution.set(reference, withoutAddresses(resolved));
  }
  return judge({ rules, projectId: record.projectId }, boundaries, resolution, {
    scoreReviewAt: record.scoreReviewAt ?? undefined,
    scoreFailAt: record.scoreFailAt ?? undefined,
  });
}

function withoutAddresses(resolved: ResolvedReference): Resolved {
  switch (resolved.outcome) {
    case "failed":
      return { outcome: "failed", reason: resolved.reason };
    case "resolved":
    case "empty":
      return { outcome: "empty", revision: resolved.revision, hash: resolved.hash };
    default:
      return { outcome: resolved.outcome };
  }
}

function referenceOfStored({ groupId, itemKey }: ResolvedReference): string {
  const named = { negate: null, comparison: null };
  const reference =
    groupId === null
      ? referenceOf({ type: "InventoryItem", itemKey, ...named })
      : referenceOf({ type: "ConnectGroup", groupId, ...named });
  if (reference === null) throw new Error("a stored reference names nothing");
  return reference;
}
