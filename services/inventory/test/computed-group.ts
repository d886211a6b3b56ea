import { createInMemoryAddressListStore } from "../src/addresses/in-memory-address-list-store.ts";
import type { Group } from "../src/groups/group.ts";
import { createInMemoryGroupStore } from "../src/groups/in-memory-group-store.ts";
import { releaseGroupChange } from "../src/groups/release-group-change.ts";
import { itemIdOf } from "../src/items/item.ts";
import { membershipOf } from "../src/items/membership.ts";
import { computeMembers } from "../src/members/compute-members.ts";
import { createInMemoryItems } from "../src/uploads/in-memory-items.ts";
import { aContent, aFilter, aStamp, aWrite } from "./inventory-builders.ts";

/**
 * Creates a group in in-memory stores, with one item for each of these addresses, and computes its members. The id of
 * each item is its address.
 */
export async function aComputedGroup(...ips: string[]) {
  const { items, memberships } = createInMemoryItems();
  const groups = createInMemoryGroupStore();
  const addressLists = createInMemoryAddressListStore();
  let clock = Date.parse("2026-01-01T00:00:00Z");
  const now = () => {
    clock += 1_000;
    return new Date(clock);
  };
  const heldIds: string[] = [];
  const needs = { groups, memberships, addressLists, held: ({ id }: Group) => heldIds.push(id), now };
  const stamps = { createdAt: now(), createdBy: "ada", updatedAt: now(), updatedBy: "ada" };
  const text = { id: "g", name: "g", description: null, filter: aFilter({ types: ["vm"] }) };
  await groups.create({ ...text, uuid: "u", revision: 1, filterRevision: 1, ...stamps }, undefined);
  await groups.noteFilled("u", 1);

  const group = async () => {
    const found = await groups.findByUuid("u");
    if (!found) throw new Error("the group is not there");
    return found;
  };
  const served = async () => {
    const { members } = await group();
    const chunk = members && (await addressLists.readByHash(members.hash, 0));
    return chunk?.cidrs ?? [];
  };
  const compute = async () => computeMembers(needs, await group(), new AbortController().signal);
  /** Replaces the group's items with one item for each of these addresses, and requests a computation of the group. */
  const become = async (...next: string[]) => {
    const membership = membershipOf("u", (await group()).filterRevision);
    await memberships.dropAll("u");
    await items.insert(
      next.map((ip) => aWrite(ip, { ips: [ip] })),
      aStamp(),
    );
    const joining = next.map((ip) => ({ itemId: itemIdOf(aContent(ip).key), rev: 1 }));
    await memberships.join(membership, joining, now());
    await groups.wantMembers(["u"], now());
  };
  const release = () => releaseGroupChange({ groups, addressLists, now }, "g");
  await become(...ips);
  await compute();
  return { groups, addressLists, group, served, compute, become, release, heldIds, now };
}
