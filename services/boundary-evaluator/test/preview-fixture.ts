import type { Rule } from "@network-access/firewall-rules/rule";
import { createMutex } from "@network-access/service-runtime/mutex";
import type { Boundary } from "../src/boundaries/boundary.ts";
import { definitionOf } from "../src/boundaries/boundary.ts";
import { createBoundarySnapshots } from "../src/boundaries/boundary-snapshots.ts";
import { deleteBoundary } from "../src/boundaries/delete-boundary.ts";
import { inMemoryBoundarySequence } from "../src/boundaries/in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "../src/boundaries/in-memory-boundary-store.ts";
import { saveBoundary } from "../src/boundaries/save-boundary.ts";
import { rulesContent } from "../src/evaluations/record-evaluation.ts";
import { contentKey } from "../src/inputs/content-store.ts";
import { inMemoryContentStore } from "../src/inputs/in-memory-content-store.ts";
import { createInputsTransfer } from "../src/judge-threads/inputs-transfer.ts";
import { packRules } from "../src/judging/compiling/pack-rules.ts";
import { judge } from "../src/judging/judge.ts";
import type { ScoreSettings } from "../src/judging/matching/decide-state.ts";
import { type NamedReference, namedReferences } from "../src/judging/model/named-reference.ts";
import type { Resolved } from "../src/judging/model/resolved.ts";
import {
  type BoundaryPreview,
  type PreviewBoundary,
  type PreviewBoundaryNeeds,
  previewBoundary,
} from "../src/previews/preview-boundary.ts";
import { createPreviewExecutor } from "../src/previews/preview-executor.ts";
import type { PreviewCommandMessage } from "../src/previews/preview-protocol.ts";
import type { PreviewRunner } from "../src/previews/preview-runner.ts";
import { readPackedTexts } from "../src/previews/read-packed-texts.ts";
import { readStoredTexts } from "../src/previews/read-stored-texts.ts";
import { createShardedPreviewRunner } from "../src/previews/sharded-preview-runner.ts";
import type { StoredRequests } from "../src/previews/stored-requests.ts";
import { inMemoryLatestEvaluationStore } from "../src/reevaluation/in-memory-latest-evaluation-store.ts";
import { bytesOfWords } from "../src/reevaluation/packed-rules-bytes.ts";
import { aBoundaryInput, aRule, cidr } from "./boundaries.ts";

/** A preview runner without a separate thread. Messages are copied, as between threads. */
export function inProcessPreviewRunner(
  options: { readonly settings?: ScoreSettings; readonly maxBytes?: number; readonly now?: () => number } = {},
): PreviewRunner & { readonly executed: PreviewCommandMessage[] } {
  const { settings = {}, maxBytes = 1e9, now } = options;
  const executor = createPreviewExecutor({ settings, maxBytes, ...(now ? { now } : {}) });
  const { transfer } = createInputsTransfer((message) => executor.take(structuredClone(message)));
  const executed: PreviewCommandMessage[] = [];
  return {
    executed,
    transfer,
    async execute(command, given, signal) {
      signal?.throwIfAborted();
      const parameters = structuredClone(given);
      const message = { kind: "command", command, parameters } as PreviewCommandMessage<typeof command>;
      executed.push(message as PreviewCommandMessage);
      return structuredClone(executor.execute(message));
    },
  };
}

/** A change request as the change-request service stores it. */
interface Owned {
  readonly uuid: string;
  readonly id: string;
  readonly projectId: string;
  readonly revision: number;
  readonly rules: readonly Rule[];
}

/**
 * Creates a fixture that previews edits of boundaries. Its requests, boundaries and groups are in memory. A page has
 * two requests.
 */
export function aPreviewFixture(
  options: { readonly settings?: ScoreSettings; readonly maxBytes?: number; readonly shards?: number } = {},
) {
  const { settings = {}, shards = 1 } = options;
  const owned = new Map<string, Owned>();
  const lookups = new Map<string, Resolved>();
  const asked = { names: [] as string[], texts: 0 };
  const boundaries = inMemoryBoundaryStore();
  const sequence = inMemoryBoundarySequence();
  const latestEvaluations = inMemoryLatestEvaluationStore();
  const contents = inMemoryContentStore();
  const changes = {
    boundaries,
    sequence,
    now: () => new Date("2026-11-21T05:00:00.000Z"),
    newUuid: () => crypto.randomUUID(),
  };
  const requests: StoredRequests = {
    async newestRevisions(after) {
      const ids = [...owned.keys()].filter((id) => after === null || id > after).sort();
      const revisions = ids.slice(0, 2).flatMap((id) => {
        const request = owned.get(id);
        return request ? [{ id, changeRequestUuid: request.uuid, revision: request.revision }] : [];
      });
      return { ok: true, value: { revisions, nextAfter: ids.length > 2 ? (ids[1] ?? null) : null } };
    },
    async currentTexts(uuids) {
      asked.texts += uuids.length;
      const found = [...owned.values()].filter(({ uuid }) => uuids.includes(uuid));
      return { ok: true, value: found.map(({ uuid, ...rest }) => ({ changeRequestUuid: uuid, ...rest })) };
    },
  };
  async function lookup(references: readonly NamedReference[]) {
    asked.names.push(...references.map(({ reference }) => reference));
    return new Map(
      references.map(({ reference }) => [reference, lookups.get(reference) ?? ({ outcome: "unknown" } as const)]),
    );
  }
  let runs = 0;
  const needs: PreviewBoundaryNeeds = {
    boundaries,
    run: {
      snapshots: createBoundarySnapshots({ boundaries, sequence }),
      requests,
      lookup,
      readTexts: (revisions, signal) => readStoredTexts({ latestEvaluations, contents, requests }, revisions, signal),
    },
    readTexts: (hashes) => readPackedTexts(contents, hashes),
    runner: createShardedPreviewRunner(Array.from({ length: shards }, () => inProcessPreviewRunner(options))),
    mutex: createMutex(1),
    newRun: () => `run-${runs++}`,
    previewMs: 60_000,
  };

  async function keepLatestEvaluation(
    { uuid, id, projectId, revision, rules }: Owned,
    isReady: boolean,
  ): Promise<void> {
    const content = rulesContent(rules);
    await contents.keepAll([content]);
    const rest = { firstJudgedAt: "2026", rulesHash: content.hash, validInputsHash: "", attempt: revision };
    const named = namedReferences(rules).map((reference) => ({ named: reference, fingerprint: "unknown" }));
    const latest = { changeRequestUuid: uuid, changeRequestId: id, projectId, revision, named, ...rest };
    await latestEvaluations.put(latest, isReady ? bytesOfWords(packRules(rules).words, revision) : null);
  }

  return {
    needs,
    owned,
    lookups,
    asked,
    latestEvaluations,
    contentKey,
    /**
     * Stores a new request, or the next revision of a stored request. By default, the request is evaluated and its
     * packed rules are stored.
     */
    async store(
      id: string,
      rules: readonly Rule[],
      { projectId = "shop", isEvaluated = true, isReady = true } = {},
    ): Promise<Owned> {
      const old = owned.get(id);
      const request = {
        uuid: old?.uuid ?? crypto.randomUUID(),
        id,
        projectId,
        revision: (old?.revision ?? 0) + 1,
        rules,
      };
      owned.set(id, request);
      if (isEvaluated) await keepLatestEvaluation(request, isReady);
      return request;
    },
    async saveBoundary(members: Parameters<typeof aBoundaryInput>[0] = {}): Promise<Boundary> {
      const saved = await saveBoundary(changes, { input: aBoundaryInput(members), expectedRevision: null, by: "ada" });
      if (!saved.ok) throw new Error(JSON.stringify(saved.failure));
      return saved.boundary;
    },
    removeBoundary: (id: string) => deleteBoundary(changes, id),
    preview: (asked: Partial<PreviewBoundary> = {}, signal = AbortSignal.timeout(60_000), given = needs) =>
      previewBoundary(
        given,
        { input: aBoundaryInput(), remove: false, nextPageKey: null, limit: null, ...asked },
        signal,
      ),
    /**
     * Judges the text of each stored request with the current boundaries and groups. Returns the judgements by request
     * id.
     */
    async judgeAll() {
      const { items } = await boundaries.list(null, 200, 1e9);
      const definitions = items.map(definitionOf);
      const judged = [...owned.values()].map(async ({ id, rules, projectId }) => {
        const resolution = new Map<string, Resolved>();
        for (const { reference } of namedReferences([...rules, ...definitions]))
          resolution.set(reference, lookups.get(reference) ?? { outcome: "unknown" });
        return [id, judge({ rules, projectId }, definitions, resolution, settings)] as const;
      });
      return new Map(await Promise.all(judged));
    },
  };
}

export type Fixture = ReturnType<typeof aPreviewFixture>;

/** The preview of an edit that is not refused. */
export async function previewed(fixture: Fixture, ...asked: Parameters<Fixture["preview"]>): Promise<BoundaryPreview> {
  const answer = await fixture.preview(...asked);
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.preview;
}
/** The rules of a request with this source. */
export const from = (source: string) => [aRule({ sources: [cidr(source)] })];
/** An edit that forbids this source. */
export const forbids = (source: string) =>
  aBoundaryInput({ id: "no", name: "No", action: "Fail", sources: [{ type: "Cidr", cidr: source }] });
