import { createHash } from "node:crypto";
import type { EvaluationId } from "@network-access/service-contracts/evaluation-id";
import { type AddressSet, cidrPages } from "@network-access/traffic-sets/address-set";
import { printBoundarySet, touchedResults } from "../boundaries/stored-boundary-set.ts";
import { type BoundaryInputs, fingerprintOfResolved, hashBoundaryInputs } from "../inputs/boundary-inputs.ts";
import type { EvaluationInputs } from "../inputs/collect-inputs.ts";
import { type Content, contentKey } from "../inputs/content-store.ts";
import type { Judgement, Message } from "../judging/model/judgement.ts";
import { type NamedReference, namedReferences } from "../judging/model/named-reference.ts";
import type { Resolved } from "../judging/model/resolved.ts";
import type { SavedChangeRequest } from "./change-request-source.ts";
import type { EvaluationDetails, EvaluationRecord, ResolvedReference } from "./evaluation-record.ts";
import { type ScoreThresholds, storableScore } from "./score.ts";

/** The maximum number of CIDRs in one piece of a printed address list. */
const LINES_AT_ONCE = 10_000;

/**
 * An entry of the content store (content-store.ts) that contains the rules of a request as JSON. `hash` is the SHA-256
 * of this JSON.
 */
export interface RulesContent extends Content {
  readonly hash: string;
}

export function rulesContent(rules: SavedChangeRequest["rules"]): RulesContent {
  const text = JSON.stringify(rules);
  const hash = createHash("sha256").update(text).digest("hex");
  return { hash, key: contentKey.rules(hash), shared: false, pieces: () => [text] };
}

/**
 * The data that is stored for one evaluation, except the rules. The record and the details refer to the texts in
 * `contents` by their hashes.
 */
export interface RecordedEvaluation {
  readonly record: EvaluationRecord;
  readonly details: EvaluationDetails;
  readonly contents: readonly Content[];
  readonly boundaryInputs: BoundaryInputs;
}

/** Values that are recorded in addition to the judgement. */
export interface RecordedWith {
  readonly thresholds: ScoreThresholds;
  readonly evaluatedAt: Date;
  /** What changed the state since the previous evaluation. */
  readonly flip: Message | null;
}

/**
 * Returns the data to store for an evaluation, except the rules. With this data and the rules, the evaluation can be
 * shown and computed again.
 */
export function recordEvaluation(
  { changeRequestUuid, revision, attempt }: EvaluationId,
  request: SavedChangeRequest,
  rules: RulesContent,
  inputs: EvaluationInputs,
  judgement: Judgement,
  { thresholds: { scoreReviewAt, scoreFailAt }, evaluatedAt, flip }: RecordedWith,
): RecordedEvaluation {
  const { admitted, references, resolution } = inputs;
  const named = namedReferences(request.rules);
  const asked = new Set(named.map(({ reference }) => reference));
  const boundaryInputs = boundaryInputsOf(inputs);
  const matched = new Set(judgement.results.flatMap(({ isMatch, boundaryId }) => (isMatch ? boundaryId : [])));
  return {
    record: {
      changeRequestUuid,
      revision,
      attempt,
      changeRequestId: request.id,
      projectId: request.projectId,
      evaluatedAt: evaluatedAt.toISOString(),
      state: judgement.state,
      stateReason: withFlip(judgement.stateReason, flip),
      score: storableScore(judgement.score),
      retry: judgement.retry,
      scoreReviewAt,
      scoreFailAt,
      rulesHash: rules.hash,
      boundarySetHash: admitted.hash,
      usedBoundaries: admitted.boundaries.flatMap(({ id, uuid }) => (matched.has(id) ? uuid : [])),
      inputsHash: hashBoundaryInputs(boundaryInputs),
      named: named.map((reference) => ({
        named: reference,
        fingerprint: fingerprintOfResolved(resolution.get(reference.reference)),
      })),
      flip,
    },
    boundaryInputs,
    details: {
      results: touchedResults(judgement.results),
      findings: judgement.findings,
      resolved: references.flatMap(
        (named) => resolvedReference(named, resolution.get(named.reference), asked.has(named.reference)) ?? [],
      ),
    },
    contents: [
      {
        key: contentKey.boundarySet(admitted.hash),
        shared: true,
        pieces: () => [printBoundarySet(admitted.boundaries)],
      },
      ...addressContents(resolution.values()),
    ],
  };
}

function boundaryInputsOf({ admitted, resolution }: EvaluationInputs): BoundaryInputs {
  const fingerprints = admitted.references.map(({ reference }): [string, string] => [
    reference,
    fingerprintOfResolved(resolution.get(reference)),
  ]);
  return { boundarySetHash: admitted.hash, fingerprints: new Map(fingerprints) };
}

function withFlip(reason: Message, flip: Message | null): Message {
  if (flip === null) return reason;
  return {
    full: `${reason.full} ${flip.full}`,
    withoutAddresses: `${reason.withoutAddresses} ${flip.withoutAddresses}`,
  };
}

function resolvedReference(
  named: NamedReference,
  resolved: Resolved | undefined,
  ofRequest: boolean,
): ResolvedReference | null {
  if (resolved === undefined) return null;
  const of =
    named.kind === "group"
      ? { groupId: named.groupId, itemKey: null, ofRequest }
      : { groupId: null, itemKey: named.itemKey, ofRequest };
  switch (resolved.outcome) {
    case "resolved":
    case "empty": {
      const { outcome, revision, hash } = resolved;
      const addressCount = resolved.outcome === "resolved" ? resolved.addressCount : 0;
      return { ...of, outcome, revision, addressCount, hash };
    }
    case "failed":
      return { ...of, outcome: "failed", reason: resolved.reason };
    default:
      return { ...of, outcome: resolved.outcome };
  }
}

function addressContents(resolved: Iterable<Resolved>): Content[] {
  const byHash = new Map<string, Content>();
  for (const answer of resolved) {
    if (answer.outcome !== "resolved") continue;
    const { hash, addresses } = answer;
    byHash.set(hash, { key: contentKey.addresses(hash), shared: true, pieces: () => linesOf(addresses) });
  }
  return [...byHash.values()];
}

/** Prints one CIDR per line, in pieces of many lines. */
function* linesOf(addresses: AddressSet): Generator<string> {
  let before = "";
  for (const page of cidrPages(addresses, LINES_AT_ONCE)) {
    yield before + page.join("\n");
    before = "\n";
  }
}
