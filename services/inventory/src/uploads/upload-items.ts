import { setImmediate } from "node:timers/promises";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { Failure } from "@network-access/service-runtime/failure";
import type { KeyedMutex } from "@network-access/service-runtime/keyed-mutex";
import type { Connector, ConnectorStore } from "../connectors/connector-store.ts";
import {
  type DiscoveryRun,
  type DiscoveryRunStore,
  isExpired,
  outsideOf,
  type Scope,
  scopeText,
  unlimitedScope,
} from "../connectors/discovery-run.ts";
import { itemIdOf } from "../items/item.ts";
import { contentHashOf, selectionHashesOf } from "../items/item-hashes.ts";
import type { ItemHead, ItemReplacement, ItemStore, ItemWrite, UploadStamp } from "../items/item-store.ts";
import type { OpenedItem } from "../items/membership-store.ts";
import { parseItem } from "../items/parse-item.ts";
import { insertedItem } from "../items/recently-written-items.ts";
import { parseUpload } from "./parse-upload.ts";

/**
 * The maximum number of rounds in which one upload attempts to write its items. Items that are not written after the
 * last round are rejected. If several processes write one item concurrently, one of the processes succeeds in each
 * round.
 */
const MOST_ROUNDS = 12;
const ITEMS_PER_TICK = 10;

/** One rejected item, and its first error. */
interface RejectedItem {
  /** The place of the item in the upload, counted from 0. */
  readonly index: number;
  /** Null when the key is invalid. */
  readonly key: ItemKey | null;
  /** A path such as `items[3].ips[0]`. */
  readonly field: string;
  readonly message: string;
}

/**
 * The result of an upload. Each sent item is counted in `accepted` (new or changed) or in `unchanged`, or it is listed
 * in `rejected`.
 */
export interface UploadAnswer {
  readonly discoveryId: string;
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: readonly RejectedItem[];
}

interface Needs {
  readonly connectors: Pick<ConnectorStore, "list" | "noteUpload">;
  readonly runs: Pick<DiscoveryRunStore, "findOrOpen">;
  readonly items: Pick<ItemStore, "readHeads" | "insert" | "replace" | "markSeen">;
  readonly now: () => Date;
  /** Called with the new items as they were written. */
  readonly noteInserted: (items: readonly OpenedItem[]) => void;
  /** Called when items were written, so that they are also written to the search index and added to groups. */
  readonly changed: () => void;
  /** Serializes uploads of this process that share an item. */
  readonly itemMutex: KeyedMutex;
  /**
   * Waits before a retry. `round` is the number of the retry, counted from 1. The wait includes a random part, so that
   * concurrent uploads do not retry at the same moment.
   */
  readonly spread: (round: number) => Promise<void>;
}

type Candidate = Pick<ItemWrite, "itemId" | "content" | "contentHash"> & { readonly index: number };

/**
 * Writes the items that a connector discovered. Each item is accepted or rejected independently of the others. For an
 * item that is sent again unchanged, only the time and the run in which it was last seen are updated. A client that
 * lost the response to an upload can therefore send the upload again.
 */
export async function uploadItems(
  needs: Needs,
  connector: Connector,
  body: unknown,
): Promise<{ readonly ok: true; readonly answer: UploadAnswer } | { readonly ok: false; readonly failure: Failure }> {
  const parsed = parseUpload(body);
  if (!parsed.ok) return { ok: false, failure: { kind: "invalid-input", fields: parsed.errors } };
  const { upload } = parsed;
  const at = needs.now();
  const run = await needs.runs.findOrOpen(connector.uuid, upload.discoveryId, {
    scope: upload.scope ?? unlimitedScope,
    openedAt: at,
  });
  const refused = refuseRun(run, upload.scope, at);
  if (refused !== undefined) return { ok: false, failure: { kind: "conflict", message: refused } };

  const rejected: RejectedItem[] = [];
  const candidates = await readCandidates(upload.items, [connector.scope, run.scope], rejected);
  const stamp = { connectorUuid: connector.uuid, connectorId: connector.id, runSequence: run.sequence, at };
  const itemIds = candidates.map(({ itemId }) => itemId);
  const written = await needs.itemMutex(itemIds, () => write(needs, stamp, candidates, rejected));
  await needs.connectors.noteUpload(connector.uuid, at);
  if (written.accepted > 0) needs.changed();
  rejected.sort((a, b) => a.index - b.index);
  return { ok: true, answer: { discoveryId: upload.discoveryId, ...written, rejected } };
}

function refuseRun(run: DiscoveryRun, scope: Scope | undefined, at: Date): string | undefined {
  if (run.closedAt)
    return `the run "${run.discoveryId}" was closed by its clean-up; begin a new one with another discoveryId`;
  if (isExpired(run, at))
    return `the run "${run.discoveryId}" was opened more than 14 days ago; begin a new one with another discoveryId`;
  if (scope !== undefined && scopeText(scope) !== scopeText(run.scope))
    return `the run "${run.discoveryId}" was opened with another scope; send that one, leave it out, or begin a new run`;
  return undefined;
}

/** Parses every item. If several valid items have the same key, the last one is used and the others are rejected. */
async function readCandidates(
  items: readonly unknown[],
  scopes: readonly Scope[],
  rejected: RejectedItem[],
): Promise<Candidate[]> {
  const byId = new Map<string, Candidate>();
  for (const [index, value] of items.entries()) {
    // Parsing a thousand items with a thousand addresses each takes seconds. The loop therefore pauses after every few
    // items, so that the process can handle other requests.
    if (index % ITEMS_PER_TICK === ITEMS_PER_TICK - 1) await setImmediate();
    const path = `items[${index}]`;
    const parsed = parseItem(value, path);
    if (!parsed.ok) {
      rejected.push({ index, key: parsed.key, ...firstOf(parsed.errors, path) });
      continue;
    }
    const { content } = parsed;
    const outside = scopes.map((scope) => outsideOf(scope, content.key)).find((found) => found !== undefined);
    if (outside) {
      const allowed = outside.allowed
        .slice(0, 5)
        .map((text) => `"${text}"`)
        .join(", ");
      const message = `"${content.key[outside.member]}" is outside of the declared scope, which has ${allowed}${outside.allowed.length > 5 ? ", ..." : ""}`;
      rejected.push({ index, key: content.key, field: `${path}.${outside.member}`, message });
      continue;
    }
    const itemId = itemIdOf(content.key);
    const earlier = byId.get(itemId);
    if (earlier)
      rejected.push(rejection(earlier, `is sent again as items[${index}] in the same upload; the last one counts`));
    byId.set(itemId, { index, itemId, content, contentHash: contentHashOf(content) });
  }
  return [...byId.values()];
}

/**
 * Writes the candidates in rounds, until each candidate is accepted, unchanged or rejected. If another upload changes
 * the item of a candidate during a round, the candidate is retried in the next round.
 */
async function write(
  { items, connectors, spread, noteInserted }: Needs,
  stamp: UploadStamp,
  candidates: readonly Candidate[],
  rejected: RejectedItem[],
): Promise<{ accepted: number; unchanged: number }> {
  let accepted = 0;
  let unchanged = 0;
  let open = candidates;
  for (let round = 0; round < MOST_ROUNDS && open.length > 0; round += 1) {
    if (round > 0) await spread(round);
    // Most uploads change nothing. For them, `markSeen` marks all items and returns true, and no other write is needed.
    if (await items.markSeen(open, stamp)) return { accepted, unchanged: unchanged + open.length };
    const heads = await items.readHeads(open.map((candidate) => candidate.itemId));
    const foreign = [...heads.values()].some((head) => isForeign(head, stamp));
    // The registrations are read after the heads. Each owner in the heads was registered when it wrote its item. An
    // owner whose registration is now missing was therefore removed.
    const registered = foreign ? new Set((await connectors.list()).map((connector) => connector.uuid)) : undefined;
    const fresh: (Candidate & ItemWrite)[] = [];
    const changed: (Candidate & ItemReplacement)[] = [];
    const unmarked: Candidate[] = [];
    for (const candidate of open) {
      const head = heads.get(candidate.itemId);
      const refused = head && refuseItem(head, stamp, registered);
      if (refused) rejected.push(rejection(candidate, refused));
      else if (!head) fresh.push(withSelection(candidate));
      else if (isSame(head, candidate, stamp)) {
        if (isMarked(head, stamp)) unchanged += 1;
        else unmarked.push(candidate);
      } else {
        const { rev, runSequence: seenInRun, removed } = head;
        changed.push({ ...withSelection(candidate), rev, seenInRun, removed });
      }
    }
    const existing = fresh.length > 0 ? await items.insert(fresh, stamp) : new Set<string>();
    noteInserted(fresh.filter(({ itemId }) => !existing.has(itemId)).map((write) => insertedItem(write, stamp)));
    const conflicting = changed.length > 0 ? await items.replace(changed, stamp) : new Set<string>();
    accepted += fresh.length - existing.size + changed.length - conflicting.size;
    const isLeft = ({ itemId }: Candidate) => existing.has(itemId) || conflicting.has(itemId);
    open = [...unmarked, ...[...fresh, ...changed].filter(isLeft)];
  }
  for (const candidate of open)
    rejected.push(rejection(candidate, "was changed by other uploads at the same time; send it again"));
  return { accepted, unchanged };
}

function withSelection(candidate: Candidate): Candidate & ItemWrite {
  return { ...candidate, ...selectionHashesOf(candidate.content) };
}

function isSame(head: ItemHead, { contentHash }: Candidate, { connectorUuid }: UploadStamp): boolean {
  return head.contentHash === contentHash && head.connectorUuid === connectorUuid;
}

function isMarked(head: ItemHead, { runSequence, at }: UploadStamp): boolean {
  return head.runSequence === runSequence && head.lastSeenAt >= at;
}

/**
 * Reports whether the item may belong to another connector. The caller checks whether that connector is still
 * registered. A removed item has no owner.
 */
function isForeign(head: ItemHead, stamp: UploadStamp): boolean {
  return !head.removed && head.connectorUuid !== stamp.connectorUuid;
}

function refuseItem(
  head: ItemHead,
  stamp: UploadStamp,
  registered: ReadonlySet<string> | undefined,
): string | undefined {
  if (head.connectorUuid === stamp.connectorUuid)
    return head.runSequence > stamp.runSequence
      ? `was ${head.removed ? "removed" : "seen"} by a newer run of this connector; begin a new run`
      : undefined;
  return isForeign(head, stamp) && registered?.has(head.connectorUuid)
    ? `belongs to the connector "${head.connectorId}"; an item has one owner, the first to upload it`
    : undefined;
}

function rejection({ index, content }: Candidate, message: string): RejectedItem {
  return { index, key: content.key, field: `items[${index}]`, message };
}

function firstOf(errors: readonly { readonly path: string; readonly message: string }[], path: string) {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return { field: errors[0]?.path ?? path, message: `${errors[0]?.message ?? "can't be used"}${more}` };
}
