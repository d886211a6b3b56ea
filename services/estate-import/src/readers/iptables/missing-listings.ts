import type { NotUnderstood, SourceFile } from "../../reader.ts";
import type { InterfacesReading } from "./read-interfaces.ts";
import { createLocator } from "./text/json-value.ts";

/**
 * Loopback and link-local addresses, which a device can have without being configured. Such an address does not show
 * that the device forwards packets of its address family.
 */
const OF_EVERY_DEVICE = /^(127\.|169\.254\.|::1\/|fe[89ab][0-9a-f]:)/;
const PROGRAMS = { 4: "iptables-save", 6: "ip6tables-save" } as const;

/**
 * Returns a note for each address family for which no listing was given, although the device has an address of this
 * family. Loopback and link-local addresses do not count.
 */
export function missingListings(
  { name, text }: SourceFile,
  { own }: Pick<InterfacesReading, "own">,
  families: Pick<ReadonlySet<4 | 6>, "has">,
): readonly NotUnderstood[] {
  return ([4, 6] as const).flatMap((family) => {
    const [address] = families.has(family) ? [] : own[family].filter((one) => !OF_EVERY_DEVICE.test(one));
    const [shown] = address?.split("/") ?? [];
    if (shown === undefined) return [];
    const reason = `the rules of IPv${family} are in no file; add what ${PROGRAMS[family]} prints`;
    return [{ file: name, ...createLocator(text)(shown), text: shown, reason }];
  });
}
