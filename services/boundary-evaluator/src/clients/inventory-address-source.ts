import { itemKeyText } from "@network-access/firewall-rules/item-key";
import {
  AddressListPage,
  addressListPath,
  type GroupAnswer,
  type ItemAnswer,
  MAX_REFERENCES_PER_CALL,
  ResolvedAddresses,
  resolveAddressesPath,
} from "@network-access/service-contracts/address-resolution";
import type { Called, CallFailure, ServiceClient } from "@network-access/service-runtime/service-client";
import type { AddressAnswer, AddressSource } from "../address-source.ts";
import { inBatches } from "../in-batches.ts";
import type { NamedReference } from "../named-reference.ts";

/** Calls of one resolution at once. */
const CALLS_AT_ONCE = 4;
/** Pages of one list; more than any list has. */
const MAX_PAGES = 10_000;

/** Asks the inventory over its internal routes; many references share one call. */
export function inventoryAddressSource(client: Pick<ServiceClient, "getJson" | "postJson">): AddressSource {
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
    // Answers come in the order asked; one that is about something else is no answer.
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
      await inBatches(batchesOf(references), CALLS_AT_ONCE, (batch) => askBatch(batch, answers));
      return answers;
    },
    async list(hash) {
      const cidrs: string[] = [];
      let page: number | null = 0;
      for (let read = 0; page !== null && read < MAX_PAGES; read += 1) {
        const called: Called<AddressListPage> = await client.getJson(addressListPath(hash, page), AddressListPage);
        if (!called.ok) return { ok: false, reason: reasonOf(called.failure) };
        for (const cidr of called.value.addresses) cidrs.push(cidr);
        page = called.value.nextPage;
      }
      return { ok: true, cidrs };
    },
  };
}

/** A batch holds no more groups, and no more items, than one call takes. */
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
      return "the inventory refused the look-up";
  }
}
