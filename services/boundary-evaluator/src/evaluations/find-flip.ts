import { referenceOf } from "@network-access/firewall-rules/reference";
import type { AddressSet } from "@network-access/traffic-sets/address-set";
import * as addresses from "@network-access/traffic-sets/address-set";
import { addressSetOfLines } from "../inputs/address-set-of-lines.ts";
import {
  type AddressFingerprint,
  fingerprintOfResolved,
  hashOfFingerprint,
  newestFingerprint,
} from "../inputs/boundary-inputs.ts";
import type { EvaluatedRequest, EvaluationInputs } from "../inputs/collect-inputs.ts";
import { type ContentStore, contentKey } from "../inputs/content-store.ts";
import { type DiffInputsNeeds, diffInputs, type InputChange, resolvedByFingerprint } from "../inputs/diff-inputs.ts";
import { affectedRulesOf } from "../judging/changes/affected-rules.ts";
import { type CompiledRule, compileRule } from "../judging/compiling/compile-rule.ts";
import { type FlipCause, flipMessage } from "../judging/explaining/flip.ts";
import { textsKnownTo, toMessage } from "../judging/explaining/withhold-addresses.ts";
import type { Judgement, Message } from "../judging/model/judgement.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { EvaluationRecord, ResolvedReference } from "./evaluation-record.ts";
import type { EvaluationStore } from "./evaluation-store.ts";

export interface FindFlipNeeds {
  readonly evaluations: Pick<EvaluationStore, "details">;
  readonly contents: Pick<ContentStore, "read">;
  readonly boundaries: DiffInputsNeeds["boundaries"];
}

/**
 * Finds the changes that may have given the request a new state, and returns a message about them. These are changes of
 * boundaries, groups and items that can affect the request. If the state is the same as in the previous evaluation,
 * returns that evaluation's message.
 *
 * If the state is new, returns null in two cases: no such change is found, or the new evaluation depends on a lookup
 * that failed or was not ready.
 */
export async function findFlip(
  needs: FindFlipNeeds,
  previous: EvaluationRecord,
  request: EvaluatedRequest,
  inputs: EvaluationInputs,
  { state, retry }: Pick<Judgement, "state" | "retry">,
): Promise<Message | null> {
  if (previous.state === state) return previous.flip;
  // A lookup failed or was not ready. This may be the cause of the new state, so no other cause is searched for.
  if (retry) return null;
  const { admitted, resolution } = inputs;
  const before = new Map(
    (await needs.evaluations.details(previous)).resolved.map((stored) => [
      referenceOfStored(stored),
      fingerprintOfStored(stored),
    ]),
  );
  const now = new Map(
    inputs.references.map(({ reference }) => [
      reference,
      newestFingerprint(before.get(reference), fingerprintOfResolved(resolution.get(reference))),
    ]),
  );
  const addressesOf = addressesOfEither(needs.contents, inputs);
  const { changes } = await diffInputs(
    { ...needs, addressesOf },
    { boundarySetHash: previous.boundarySetHash, fingerprints: before },
    { boundarySetHash: admitted.hash, fingerprints: now },
    admitted.boundaries,
  );

  const rules = request.rules.map((rule) => compileRule(rule, resolution));
  const affected = affectedRulesOf(changes);
  const affectedRules = new Map<InputChange, CompiledRule[]>();
  for (const rule of rules)
    for (const change of affected.changesFor(rule))
      affectedRules.set(change, [...(affectedRules.get(change) ?? []), rule]);

  const causes: FlipCause[] = [];
  const explained = new Set<string>();
  const addCause = async (named: NamedReference, namedBy: "request" | { boundaryName: string }, within: AddressSet) => {
    const { reference } = named;
    const pair = [before.get(reference), now.get(reference)] as const;
    if (explained.has(reference) || pair[0] === undefined || pair[0] === pair[1]) return;
    explained.add(reference);
    causes.push({
      ...(await changeOfAddresses(pair, within, addressesOf)),
      ...idOf(named),
      kind: "addresses",
      namedBy,
    });
  };
  for (const named of namedReferences(request.rules)) await addCause(named, "request", addresses.allAddresses);
  for (const [change, touched] of affectedRules) {
    const { before: old, after, references } = change;
    const boundaryName = (after ?? old)?.definition.name ?? "";
    if (references.length === 0) {
      const what = old === null ? "began" : after === null ? "stopped" : "changed";
      causes.push({ kind: "boundary", name: boundaryName, what });
    } else if (after !== null) {
      for (const named of namedReferences([after.definition]).filter(({ reference }) => references.includes(reference)))
        await addCause(named, { boundaryName }, askedWhereNamed(named.reference, after.definition, touched));
    }
  }
  const message = flipMessage(previous.state, causes);
  return message && toMessage(message, textsKnownTo(rules));
}

/**
 * Returns the rules' source addresses if the boundary's sources refer to `reference`, and the rules' destination
 * addresses if its destinations do. If both do, returns all of these addresses. `reference` is a group or an item.
 */
function askedWhereNamed(
  reference: string,
  definition: NonNullable<InputChange["after"]>["definition"],
  rules: readonly CompiledRule[],
): AddressSet {
  const sides = (["sources", "destinations"] as const).filter((side) =>
    definition[side].some((object) => referenceOf(object) === reference),
  );
  return addresses.unionAll(sides.flatMap((side) => rules.map((rule) => rule[side].addresses)));
}

async function changeOfAddresses(
  fingerprints: readonly [AddressFingerprint | undefined, AddressFingerprint | undefined],
  within: AddressSet,
  addressesOf: DiffInputsNeeds["addressesOf"],
): Promise<Pick<Extract<FlipCause, { kind: "addresses" }>, "before" | "now" | "gained" | "lost">> {
  const [before, now] = await Promise.all(
    fingerprints.map((fingerprint) => resolvedByFingerprint({ addressesOf }, fingerprint)),
  );
  const setOf = (resolved: typeof before) =>
    resolved?.outcome === "resolved" ? resolved.addresses : addresses.noAddresses;
  const gained = addresses.subtract(setOf(now), setOf(before));
  const lost = addresses.subtract(setOf(before), setOf(now));
  const [gainedHere, lostHere] = [addresses.intersect(gained, within), addresses.intersect(lost, within)];
  // A boundary that compares with Equals also depends on addresses outside `within`. If no address inside `within` has
  // changed, the function returns the changes outside.
  const isElsewhere = addresses.isEmpty(gainedHere) && addresses.isEmpty(lostHere);
  return {
    before: before?.outcome ?? "failed",
    now: now?.outcome ?? "failed",
    gained: isElsewhere ? gained : gainedHere,
    lost: isElsewhere ? lost : lostHere,
  };
}

function addressesOfEither(
  contents: Pick<ContentStore, "read">,
  { resolution }: EvaluationInputs,
): DiffInputsNeeds["addressesOf"] {
  const now = new Map<string, AddressSet>();
  for (const resolved of resolution.values())
    if (resolved.outcome === "resolved") now.set(resolved.hash, resolved.addresses);
  return async (hash) => {
    const known = now.get(hash);
    if (known) return known;
    const text = await contents.read(contentKey.addresses(hash));
    return text === null ? null : addressSetOfLines(text);
  };
}

function idOf(named: NamedReference): { of: "group" | "item"; id: string } {
  return named.kind === "group" ? { of: "group", id: named.groupId } : { of: "item", id: named.itemKey.id };
}

function fingerprintOfStored(stored: ResolvedReference): AddressFingerprint {
  return stored.outcome === "resolved" && hashOfFingerprint(stored.hash) !== null ? stored.hash : stored.outcome;
}

function referenceOfStored({ groupId, itemKey }: ResolvedReference): string {
  const named = { negate: null, comparison: null };
  const object =
    groupId === null
      ? ({ type: "InventoryItem", itemKey, ...named } as const)
      : ({ type: "ConnectGroup", groupId, ...named } as const);
  return referenceOf(object) ?? "";
}
