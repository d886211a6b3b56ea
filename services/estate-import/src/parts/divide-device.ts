import { PART_BOUNDS, type SnapshotPartInput } from "@network-access/service-contracts/device-snapshot";
import type { ReadDevice } from "../reader.ts";
import { divideList } from "./divide-list.ts";
import { divideText } from "./divide-text.ts";

/**
 * Divides the snapshot of a device into the parts in which it is uploaded. A list that has not changed is always
 * divided into the same parts, so these parts need not be sent again. Throws PartTooLarge if a single object or row
 * does not fit into a part.
 */
export function* divideDevice(device: ReadDevice): Generator<SnapshotPartInput> {
  for (const { rows, ...policy } of device.policies) {
    const where = `the policy ${policy.displayName}`;
    for (const some of divideList(rows, PART_BOUNDS.rows, where)) yield { kind: "policy", ...policy, rows: some };
  }
  if (device.objects.length > 0)
    for (const objects of divideList(device.objects, PART_BOUNDS.objects, "the objects"))
      yield { kind: "objects", objects };

  const interfaces = divideList(device.interfaces, PART_BOUNDS.interfaces, "the interfaces");
  const entries = divideList(device.entries, PART_BOUNDS.entries, "the entries");
  for (let at = 0; at < Math.max(interfaces.length, entries.length); at++)
    yield { kind: "interfaces", interfaces: interfaces[at] ?? [], entries: entries[at] ?? [] };

  for (const [virtualRouter, list] of device.routes)
    for (const routes of divideList(list, PART_BOUNDS.routes, "the routes"))
      yield { kind: "routes", virtualRouter, routes };
  if (device.notUnderstood.length > 0)
    for (const lines of divideList(device.notUnderstood, PART_BOUNDS.notUnderstood, "what was not understood"))
      yield { kind: "notUnderstood", lines };
  for (const { name: file, text } of device.texts)
    for (const piece of divideText(text, PART_BOUNDS.textBytes)) yield { kind: "text", file, text: piece };
}
