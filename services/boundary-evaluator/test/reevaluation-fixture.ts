import { createHash } from "node:crypto";
import type { Rule } from "@network-access/firewall-rules/rule";
import { addressSetOfTexts } from "@network-access/traffic-sets/address-set";
import type { Boundary } from "../src/boundaries/boundary.ts";
import { createBoundarySnapshots } from "../src/boundaries/boundary-snapshots.ts";
import { inMemoryBoundarySequence } from "../src/boundaries/in-memory-boundary-sequence.ts";
import { inMemoryBoundaryStore } from "../src/boundaries/in-memory-boundary-store.ts";
import { type EvaluateSavedNeeds, evaluateSaved } from "../src/evaluations/evaluate-saved.ts";
import type { EvaluationRecord } from "../src/evaluations/evaluation-record.ts";
import { findFlip } from "../src/evaluations/find-flip.ts";
import { finishEvaluation } from "../src/evaluations/finish-evaluation.ts";
import { inMemoryEvaluationStore } from "../src/evaluations/in-memory-evaluation-store.ts";
import { inMemoryUseLedger } from "../src/evaluations/in-memory-use-ledger.ts";
import { createAddressMemory } from "../src/inputs/address-memory.ts";
import type { AddressAnswer, AddressSource } from "../src/inputs/address-source.ts";
import { collectInputs } from "../src/inputs/collect-inputs.ts";
import { readCurrentInputs } from "../src/inputs/current-inputs.ts";
import { inMemoryBoundaryInputsStore } from "../src/inputs/in-memory-boundary-inputs-store.ts";
import { inMemoryContentStore } from "../src/inputs/in-memory-content-store.ts";
import { createInlineJudge } from "../src/judge-threads/judge-inline.ts";
import { inMemoryLatestEvaluationStore } from "../src/reevaluation/in-memory-latest-evaluation-store.ts";
import { createLatestRules } from "../src/reevaluation/latest-rules.ts";
import { reevaluateStale } from "../src/reevaluation/reevaluate-stale.ts";
import { createValidityNotes } from "../src/reevaluation/validity-notes.ts";
import { waitingPort } from "./waiting-port.ts";

/** A change request as the change-request service stores it. */
interface Owned {
  readonly uuid: string;
  readonly id: string;
  revision: number;
  rules: readonly Rule[];
  wanted: number;
  done: number;
}

type Known = readonly string[] | "unknown" | "failed";

/**
 * Creates an in-memory worker, inventory and change-request service. Every call to a store or to one of these services
 * awaits `pass` first.
 */
export function aReevaluationFixture(pass: (call: string) => Promise<unknown> = async () => undefined) {
  const requests = new Map<string, Owned>();
  const groups = new Map<string, Known>();
  const lists = new Map<string, readonly string[]>();
  const asked: string[][] = [];
  const boundaries = inMemoryBoundaryStore();
  const sequence = inMemoryBoundarySequence();
  const waiting = <Port extends object>(port: Port) => waitingPort(port, { before: pass });
  const contents = waiting(inMemoryContentStore());
  const evaluations = waiting(inMemoryEvaluationStore());
  const latestEvaluations = waiting(inMemoryLatestEvaluationStore());
  const boundaryInputsStore = waiting(inMemoryBoundaryInputsStore());
  const ledger = inMemoryUseLedger();
  const judge = createInlineJudge({});
  let time = Date.parse("2026-11-21T05:00:00.000Z");

  function answer(groupId: string): AddressAnswer {
    const known = groups.get(groupId) ?? "unknown";
    if (known === "failed") return { outcome: "failed", reason: "the inventory does not answer" };
    if (typeof known === "string") return { outcome: "unknown" };
    const hash = createHash("sha256").update(known.join("\n")).digest("hex");
    lists.set(hash, known);
    return { outcome: "resolved", revision: 1, hash, addressCount: known.length, cidrs: null };
  }
  const addressSource: AddressSource = {
    async resolve(references) {
      await pass("resolve");
      const answers = references.map((named) => [
        named.reference,
        named.kind === "group" ? answer(named.groupId) : ({ outcome: "unknown" } as const),
      ]);
      return new Map(answers as [string, AddressAnswer][]);
    },
    async list(hash) {
      await pass("list");
      const cidrs = lists.get(hash);
      return cidrs ? { ok: true, addresses: addressSetOfTexts(cidrs) } : { ok: false, reason: "gone" };
    },
  };
  const addressMemory = createAddressMemory(addressSource, 1_000);
  // The evaluating process and the scanning process have separate caches of the boundaries.
  const { findHeads } = waiting(boundaries);
  const snapshotsOf = () =>
    createBoundarySnapshots({
      boundaries: { findHeads, headVersions: boundaries.headVersions },
      sequence: waiting(sequence),
    });
  const [evaluating, scanning] = [snapshotsOf(), snapshotsOf()];
  const needs: EvaluateSavedNeeds = {
    changeRequests: {
      async read(changeRequestUuid: string, revision: number) {
        await pass("read the text");
        const request = requests.get(changeRequestUuid);
        if (request?.revision !== revision) return null;
        return { changeRequestUuid, revision, id: request.id, projectId: "shop", rules: request.rules };
      },
    },
    collectInputs: (request: Parameters<typeof collectInputs>[1]) =>
      collectInputs({ snapshots: evaluating, addressSource, addressMemory }, request),
    judge,
    evaluations,
    contents,
    boundaryInputsStore,
    findFlip: (previous, request, inputs, judgement) =>
      findFlip({ evaluations, contents, boundaries }, previous, request, inputs, judgement),
    thresholds: { scoreReviewAt: null, scoreFailAt: null },
    now: () => new Date(time++),
    finish: (record: EvaluationRecord, rules: readonly Rule[]) =>
      finishEvaluation(
        {
          ledger,
          evaluations,
          latestEvaluations,
          exportResults: async () => undefined,
          async notifyOwner({ changeRequestUuid, revision, attempt }) {
            const request = requests.get(changeRequestUuid);
            if (request?.revision === revision && attempt > request.done && attempt <= request.wanted)
              request.done = attempt;
            return true;
          },
        },
        record,
        rules,
      ),
  };
  const scanNeeds = () => ({
    snapshots: scanning,
    addressSource,
    addressMemory,
    contents,
    boundaries,
    latestEvaluations,
    boundaryInputsStore,
    notes: createValidityNotes({ latestEvaluations, boundaryInputsStore, writeEveryMs: 3, now: () => time }),
    rules: createLatestRules(contents, 1_000),
    requestReevaluation: {
      async ask(latest: readonly { changeRequestUuid: string; attempt: number }[]) {
        await pass("ask");
        asked.push(latest.map(({ changeRequestUuid }) => requests.get(changeRequestUuid)?.id ?? "gone"));
        const gone: string[] = [];
        for (const { changeRequestUuid, attempt } of latest) {
          const request = requests.get(changeRequestUuid);
          if (!request) gone.push(changeRequestUuid);
          else if (request.wanted <= attempt) request.wanted += 1;
        }
        return { gone };
      },
    },
    pace: async () => undefined,
  });
  let process = scanNeeds();

  return {
    requests,
    groups,
    asked,
    evaluations,
    latestEvaluations,
    ledger,
    save(id: string, rules: readonly Rule[]) {
      const old = [...requests.values()].find((request) => request.id === id);
      if (!old) {
        const uuid = `${id}#${time++}`;
        requests.set(uuid, { uuid, id, revision: 1, rules, wanted: 1, done: 0 });
      } else Object.assign(old, { revision: old.revision + 1, rules, wanted: old.wanted + 1 });
    },
    remove(id: string) {
      for (const request of requests.values()) if (request.id === id) requests.delete(request.uuid);
    },
    async saveBoundary(boundary: Boundary | null, id: string) {
      const head = await boundaries.head(id);
      const revision = head === null ? 0 : head.kind === "boundary" ? head.boundary.revision : head.tombstone.revision;
      if (boundary === null) {
        if (head?.kind !== "boundary") return;
        await boundaries.replace({ kind: "tombstone", tombstone: { id, uuid: head.boundary.uuid, revision } }, head);
      } else {
        const uuid = head?.kind === "boundary" ? head.boundary.uuid : boundary.uuid;
        await boundaries.replace(
          { kind: "boundary", boundary: { ...boundary, id, uuid, revision: revision + 1 } },
          head,
        );
      }
      await pass("raise");
      await sequence.raise(id);
    },
    /** Runs the newest requested attempt of each change request, unless that attempt is done. */
    async work() {
      for (const { uuid, revision, wanted, done } of [...requests.values()])
        if (wanted > done) await evaluateSaved(needs, { changeRequestUuid: uuid, revision, attempt: wanted });
    },
    /**
     * Runs a scan for stale evaluations. If `anew` is true, first replaces the scanning process by a new one, which has
     * none of the validity notes (validity-notes.ts) of the earlier process.
     */
    async scan({ anew = false, isOver = (): boolean => false } = {}) {
      if (anew) process = scanNeeds();
      return reevaluateStale(process, await readCurrentInputs(process), isOver);
    },
    /** Compares the boundary cache of each process with the store. Processes do this periodically. */
    async compareBoundaries() {
      for (const snapshots of [evaluating, scanning]) await snapshots.compareAll();
    },
    /** Judges the current rules of the request with inputs that are read anew. */
    async fresh(uuid: string) {
      const owned = requests.get(uuid);
      if (!owned) throw new Error(`there is no request ${uuid}`);
      const request = { projectId: "shop", rules: owned.rules };
      const snapshots = snapshotsOf();
      const memory = createAddressMemory(addressSource, 1_000);
      return judge(request, await collectInputs({ snapshots, addressSource, addressMemory: memory }, request));
    },
  };
}
