import type { AddressMember, ServiceMember, SnapshotEntry } from "@network-access/service-contracts/device-snapshot";
import type { ReadPolicy } from "../../../reader.ts";
import { type Note, type Reading, unknown } from "../../text/not-understood.ts";
import { type Refusal, refuseAt } from "../../text/refusal.ts";
import type { ConfigurationNames } from "../lists/configuration-names.ts";
import type { Command } from "../text/commands.ts";
import { redactLine } from "../text/redact-text.ts";
import { type ObjectNat, readObjectNat } from "./read-object-nat.ts";
import { readTwiceNat } from "./read-twice-nat.ts";

type Member = AddressMember | ServiceMember;
type Row = Omit<ReadPolicy["rows"][number], "number">;
interface Translations {
  readonly ok: true;
  readonly policies: readonly ReadPolicy[];
  readonly entries: readonly SnapshotEntry[];
  readonly notes: readonly Note[];
}

const SECTIONS = ["Manual NAT (section 1)", "Auto NAT (section 2)", "Manual NAT (section 3)"] as const;
const MOST_ROWS = 50_000;

/**
 * Returns the translations of the device, in the order in which the device applies them: manual translations,
 * translations of objects, and manual translations with `after-auto`.
 */
export function readTranslations(commands: readonly Command[], names: ConfigurationNames): Translations | Refusal {
  const notes: Note[] = [];
  const manual: Row[] = [];
  const afterAuto: Row[] = [];
  const ofObjects: ObjectNat[] = [];

  function report({ line, words, text }: Command, reason: string): void {
    notes.push({ line, column: words[0]?.column ?? 1, text: redactLine(text), reason });
  }
  function problemOf(command: Command, read: Exclude<Reading<unknown>, { ok: true }>): Refusal | undefined {
    if (read.wrong) return refuseAt(command.line, read.reason);
    report(command, read.reason);
    return undefined;
  }
  /** Returns the row. If members of it are not understood, reports the reasons and marks the row as inexact. */
  function whole(command: Command, row: Row): Row {
    const reasons = unknownMembers(row);
    for (const reason of reasons) report(command, reason);
    return reasons.length > 0 ? { ...row, exact: false } : row;
  }

  for (const command of commands) {
    const head = command.words[0]?.text;
    if (head === "global" && command.words[1]?.text.startsWith("("))
      return refuseAt(command.line, "translations of versions before 8.3 are not read");
    if (head === "nat" && command.words[1]?.text.startsWith("(")) {
      const read = readTwiceNat(command, names);
      const refused = read.ok ? undefined : problemOf(command, read);
      if (refused) return refused;
      if (read.ok) (read.value.afterAuto ? afterAuto : manual).push(whole(command, read.value.row));
    }
    if (head !== "object" || command.words[1]?.text !== "network") continue;
    const definition = names.definitions.get(command.words[2]?.text ?? "");
    for (const line of definition ? command.body.filter(({ words }) => words[0]?.text === "nat") : []) {
      const read = definition ? readObjectNat(definition, line, names) : unknown("the object is not defined");
      const refused = read.ok ? undefined : problemOf(line, read);
      if (refused) return refused;
      if (read.ok) ofObjects.push({ ...read.value, row: whole(line, read.value.row) });
    }
  }
  const total = manual.length + afterAuto.length + ofObjects.length;
  if (total > MOST_ROWS) return refuseAt(1, `the configuration has ${total} translations; at most ${MOST_ROWS} work`);

  const sections = [manual, ofObjects.sort(compareObjects).map(({ row }) => row), afterAuto];
  const policies = SECTIONS.map((displayName, at): ReadPolicy => {
    const rows = (sections[at] ?? []).map((row, place) => ({ ...row, number: place + 1 }));
    return { name: displayName, displayName, policyType: "NAT", rows };
  }).filter(({ rows }) => rows.length > 0);
  const entry: SnapshotEntry = {
    ...{ interface: null, direction: "IN", families: [4, 6], policies: policies.map(({ name }) => name) },
  };
  return { ok: true, policies, entries: policies.length > 0 ? [entry] : [], notes };
}

/** Returns the reasons why members of a row are unknown, each reason once. */
function unknownMembers({ source = [], destination = [], service = [], translation }: Row): readonly string[] {
  const matched = [...source, ...destination, ...service].flatMap((term): readonly Member[] => term.members);
  const lists: readonly (readonly Member[] | undefined)[] = [
    ...[matched, translation?.source, translation?.destination, translation?.service],
  ];
  const reasons = lists.flatMap((list = []) =>
    list.flatMap((one) => ("notUnderstood" in one ? one.notUnderstood : [])),
  );
  return [...new Set(reasons)];
}

/**
 * Compares translations in the order in which the device applies them: static before dynamic, then fewer addresses
 * first, then the lowest address, then the name.
 */
function compareObjects(one: ObjectNat, other: ObjectNat): number {
  if (one.isStatic !== other.isStatic) return one.isStatic ? -1 : 1;
  if (one.size !== other.size) return one.size < other.size ? -1 : 1;
  if (one.lowest !== other.lowest) return one.lowest < other.lowest ? -1 : 1;
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}
