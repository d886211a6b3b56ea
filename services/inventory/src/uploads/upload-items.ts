import { setImmediate as nextTurn } from "node:timers/promises";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import type { Failure } from "@network-access/service-runtime/failure";
import type { KeyedMutex } from "@network-access/service-runtime/keyed-mutex";
import type { Connector, ConnectorStore } from "../connectors/connector-store.ts";
import {
  type DiscoveryRun,
  type DiscoveryRunStore,
  everything,
  isExpired,
  outsideOf,
  type Scope,
  scopeText,
} from "../connectors/discovery-run.ts";
import { itemIdOf } from "../items/item.ts";
import { contentHashOf, selectionHashesOf } from "../items/item-hashes.ts";
import type { ItemHead, ItemReplacement, ItemStore, ItemWrite, UploadStamp } from "../items/item-store.ts";
import type { OpenedItem } from "../items/membership-store.ts";
import { parseItem } from "../items/parse-item.ts";
import { insertedItem } from "../items/recently-written-items.ts";
import { parseUpload } from "./parse-upload.ts";

/** Of uploads by other processes that write the same item at the same moment one is taken in each round. */
const MOST_ROUNDS = 12;
const ITEMS_A_TURN = 10;

/** One item that was not taken, and the first thing wrong with it. */
interface RejectedItem {
  /** Place in the upload, from 0. */
  readonly index: number;
  /** Null when the key itself could not be read. */
  readonly key: ItemKey | null;
  /** As in `items[3].ips[0]`. */
  readonly field: string;
  readonly message: string;
}

/** accepted (new or changed), unchanged and rejected add up to what was sent. */
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
  /** Given the new items as they were written. */
  readonly handOver: (items: readonly OpenedItem[]) => void;
  /** Told when something waits to be projected. */
  readonly changed: () => void;
  /** Lets uploads of this process write one after the other where they share an item. */
  readonly inOrder: KeyedMutex;
  /** Lets a moment go by before the round of this number, from 1; never the same for two uploads. */
  readonly spread: (round: number) => Promise<void>;
}

type Candidate = Pick<ItemWrite, "itemId" | "content" | "contentHash"> & { readonly index: number };

/**
 * Writes what a connector discovered into the record. Every item is judged by itself. Sending the same again changes
 * nothing but the time it was last seen, so an upload whose answer was lost is simply sent again.
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
    scope: upload.scope ?? everything,
    openedAt: at,
  });
  const refused = refuseRun(run, upload.scope, at);
  if (refused !== undefined) return { ok: false, failure: { kind: "conflict", message: refused } };

  const rejected: RejectedItem[] = [];
  const candidates = await readCandidates(upload.items, [connector.scope, run.scope], rejected);
  const stamp = { connectorUuid: connector.uuid, connectorId: connector.id, runSequence: run.sequence, at };
  const itemIds = candidates.map(({ itemId }) => itemId);
  const written = await needs.inOrder(itemIds, () => write(needs, stamp, candidates, rejected));
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

/** Reads every item; of a key sent twice the last readable one counts. */
async function readCandidates(
  items: readonly unknown[],
  scopes: readonly Scope[],
  rejected: RejectedItem[],
): Promise<Candidate[]> {
  const byId = new Map<string, Candidate>();
  for (const [index, value] of items.entries()) {
    // A thousand items of a thousand addresses take seconds; others are answered in between.
    if (index % ITEMS_A_TURN === ITEMS_A_TURN - 1) await nextTurn();
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
        .map((one) => `"${one}"`)
        .join(", ");
      const message = `"${content.key[outside.member]}" lies outside of the declared scope, which has ${allowed}${outside.allowed.length > 5 ? ", ..." : ""}`;
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

/** Writes candidates until each is accepted, unchanged or rejected; what another upload changed meanwhile is looked at again. */
async function write(
  { items, connectors, spread, handOver }: Needs,
  stamp: UploadStamp,
  candidates: readonly Candidate[],
  rejected: RejectedItem[],
): Promise<{ accepted: number; unchanged: number }> {
  let accepted = 0;
  let unchanged = 0;
  let open = candidates;
  for (let round = 0; round < MOST_ROUNDS && open.length > 0; round += 1) {
    if (round > 0) await spread(round);
    // Most uploads bring what is known: that is all there is to do then.
    if (await items.markSeen(open, stamp)) return { accepted, unchanged: unchanged + open.length };
    const heads = await items.readHeads(open.map((one) => one.itemId));
    const foreign = [...heads.values()].some((head) => isForeign(head, stamp));
    // Each time after the heads: whoever owns one of them and is not there was removed.
    const registered = foreign ? new Set((await connectors.list()).map((connector) => connector.uuid)) : undefined;
    const fresh: (Candidate & ItemWrite)[] = [];
    const changed: (Candidate & ItemReplacement)[] = [];
    const unmarked: Candidate[] = [];
    for (const one of open) {
      const head = heads.get(one.itemId);
      const refused = head && refuseItem(head, stamp, registered);
      if (refused) rejected.push(rejection(one, refused));
      else if (!head) fresh.push(withSelection(one));
      else if (isSame(head, one, stamp)) {
        if (isMarked(head, stamp)) unchanged += 1;
        else unmarked.push(one);
      } else changed.push({ ...withSelection(one), rev: head.rev, seenInRun: head.runSequence, removed: head.removed });
    }
    const there = fresh.length > 0 ? await items.insert(fresh, stamp) : new Set<string>();
    handOver(fresh.filter(({ itemId }) => !there.has(itemId)).map((one) => insertedItem(one, stamp)));
    const moved = changed.length > 0 ? await items.replace(changed, stamp) : new Set<string>();
    accepted += fresh.length - there.size + changed.length - moved.size;
    open = [...unmarked, ...[...fresh, ...changed].filter(({ itemId }) => there.has(itemId) || moved.has(itemId))];
  }
  for (const one of open) rejected.push(rejection(one, "was changed by other uploads at the same time; send it again"));
  return { accepted, unchanged };
}

function withSelection(one: Candidate): Candidate & ItemWrite {
  return { ...one, ...selectionHashesOf(one.content) };
}

function isSame(head: ItemHead, { contentHash }: Candidate, { connectorUuid }: UploadStamp): boolean {
  return head.contentHash === contentHash && head.connectorUuid === connectorUuid;
}

function isMarked(head: ItemHead, { runSequence, at }: UploadStamp): boolean {
  return head.runSequence === runSequence && head.lastSeenAt >= at;
}

/** Somebody else may own it; nobody owns what was removed. */
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
