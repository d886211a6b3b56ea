import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { itemKeyText } from "@network-access/firewall-rules/item-key";
import {
  ADDRESSES_PER_PAGE,
  addressListPath,
  type GroupAnswer,
  type ItemAnswer,
  MAX_REFERENCES_PER_CALL,
  ResolvedAddresses,
  resolveAddressesPath,
} from "@network-access/service-contracts/address-resolution";
import { forEachConcurrent } from "@network-access/service-runtime/for-each-concurrent";
import type { CallFailure, ServiceClient } from "@network-access/service-runtime/service-client";
import { type AddressSet, addressSetOfTexts, unionAll } from "@network-access/traffic-sets/address-set";
import type { NamedReference } from "../judging/model/named-reference.ts";
import type { AddressAnswer, AddressList, AddressSource } from "./address-source.ts";

/** The number of concurrent calls of one resolution. */
const CALLS_AT_ONCE = 4;
/** The largest number of pages of one address list. If a list has more pages, its lookup fails. */
const MAX_PAGES = 1_000;
/** The number of concurrent reads of pages of one list. */
const PAGES_AT_ONCE = 4;
/** An upper bound for the length of a line in bytes. A line is a CIDR with its line end. */
const LONGEST_LINE = 48;
/** After about this many bytes (about ten thousand lines), parsing pauses so that the event loop can run. */
const BYTES_AT_ONCE = 128 * 1_024;
const unpack = promisify(gunzip);
const unreadable = { ok: false, reason: "the inventory gave addresses that can't be read" } as const;

/** Calls the inventory's internal routes. One call looks up many groups and items. */
export function httpAddressSource(client: Pick<ServiceClient, "getBytes" | "postJson">): AddressSource {
  async function askBatch(batch: readonly NamedReference[], answers: Map<string, AddressAnswer>): Promise<void> {
    const groups = batch.flatMap((named) => (named.kind === "group" ? [named] : []));
    const items = batch.flatMap((named) => (named.kind === "item" ? [named] : []));
    const question = { groupIds: groups.map(({ groupId }) => groupId), itemKeys: items.map(({ itemKey }) => itemKey) };
    const called = await client.postJson(resolveAddressesPath, question, ResolvedAddresses, { idempotent: true });
    if (!called.ok) {
      const reason = reasonOf(called.failure);
      for (const { reference } of batch) answers.set(reference, { outcome: "failed", reason });
      return;
    }
    // The inventory returns answers in the order of the request. An answer is ignored if its group id or item key is
    // not the one that was requested at this position.
    called.value.groups.forEach((answer, index) => {
      const asked = groups[index];
      if (asked?.groupId === answer.groupId) answers.set(asked.reference, answerOf(answer));
    });
    called.value.items.forEach((answer, index) => {
      const asked = items[index];
      if (asked && itemKeyText(asked.itemKey) === itemKeyText(answer.itemKey))
        answers.set(asked.reference, answerOf(answer));
    });
  }

  return {
    async resolve(references) {
      const answers = new Map<string, AddressAnswer>();
      await forEachConcurrent(batchesOf(references), CALLS_AT_ONCE, (batch) => askBatch(batch, answers));
      return answers;
    },
    async list(hash, addressCount) {
      const count = addressCount === null ? MAX_PAGES : Math.max(1, Math.ceil(addressCount / ADDRESSES_PER_PAGE));
      if (count > MAX_PAGES) return { ok: false, reason: "it has more addresses than can be judged" };
      const packed: Buffer[] = [];
      let failure: CallFailure | undefined;
      let end = count;
      await forEachConcurrent([...Array(count).keys()], PAGES_AT_ONCE, async (page) => {
        if (failure || page >= end) return;
        const called = await client.getBytes(addressListPath(hash, page));
        if (called.ok) packed[page] = called.value;
        // If the length of the list is unknown, a missing page means that the previous page was the last one. If the
        // page is missing because the stored list is incomplete, `readPages` finds that the hash is wrong and fails.
        else if (called.failure.kind === "not-found" && addressCount === null && page > 0) end = Math.min(end, page);
        else failure ??= called.failure;
      });
      return failure ? { ok: false, reason: reasonOf(failure) } : readPages(hash, packed.slice(0, end));
    },
  };
}

/**
 * Decompresses and parses the pages of an address list, and combines them into one set. The event loop runs between
 * portions of the list. Returns `unreadable` if a page is invalid or the list does not have this hash.
 */
async function readPages(hash: string, packed: readonly Buffer[]): Promise<AddressList> {
  const digest = createHash("sha256");
  const sets: AddressSet[] = [];
  for (const [page, bytes] of packed.entries()) {
    // Decompression fails if the bytes are not gzip, are cut off, or exceed the limit after decompression.
    const text = await unpack(bytes, { maxOutputLength: ADDRESSES_PER_PAGE * LONGEST_LINE }).catch(() => undefined);
    if (text === undefined) return unreadable;
    digest.update(page > 0 ? "\n" : "").update(text);
    for (const lines of portionsOf(text)) {
      try {
        sets.push(addressSetOfTexts(lines));
      } catch (error) {
        if (error instanceof RangeError) return unreadable;
        throw error;
      }
      await nextTurn();
    }
  }
  return digest.digest("hex") === hash ? { ok: true, addresses: unionAll(sets) } : unreadable;
}

function* portionsOf(text: Buffer): Generator<string[]> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf("\n", from + BYTES_AT_ONCE);
    const end = found < 0 ? text.length : found;
    yield text.toString("latin1", from, end).split("\n");
    from = end + 1;
  }
}

/** Divides groups and items into batches. No batch has more groups or more items than one call accepts. */
function batchesOf(references: readonly NamedReference[]): NamedReference[][] {
  const batches: NamedReference[][] = [];
  for (let start = 0; start < references.length; start += MAX_REFERENCES_PER_CALL)
    batches.push(references.slice(start, start + MAX_REFERENCES_PER_CALL));
  return batches;
}

function answerOf(answer: GroupAnswer | ItemAnswer): AddressAnswer {
  if (answer.outcome === "failed") return { outcome: "failed", reason: "the inventory could not look it up" };
  if (answer.outcome !== "resolved") return { outcome: answer.outcome };
  const { outcome, revision, hash, addressCount } = answer;
  return { outcome, revision, hash, addressCount, cidrs: "addresses" in answer ? answer.addresses : null };
}

function reasonOf(failure: CallFailure): string {
  switch (failure.kind) {
    case "unavailable":
      return "the inventory does not answer";
    case "timeout":
      return "the inventory did not answer in time";
    case "not-found":
      return "its addresses changed while they were read";
    case "refused":
      return "the inventory refused the lookup";
  }
}
