import type { SnapshotEntry } from "@network-access/service-contracts/device-snapshot";
import type { ReadPolicy } from "../../../reader.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { AccessList } from "../lists/read-access-lists.ts";
import type { Command } from "../text/commands.ts";
import { readWords } from "../text/word-reader.ts";
import { implicitRow, levelRows, sameLevelRows } from "./level-rows.ts";
import type { AsaInterface } from "./read-interfaces.ts";

type Binding = "in" | "out" | "control-plane";

interface Bindings {
  /**
   * The names of the access lists that `access-group` binds to interfaces, by the name of the interface and the kind of
   * binding.
   */
  readonly of: ReadonlyMap<string, Readonly<Record<Binding, readonly string[]>>>;
  readonly global: readonly string[];
}

interface Bound {
  readonly ok: true;
  readonly entries: readonly SnapshotEntry[];
  /** The policies of the device that are not access lists. */
  readonly policies: readonly ReadPolicy[];
}

const FAMILIES = [4, 6] as const;

/**
 * Returns the entries of the interfaces, and the policies of the device that are not access lists. An entry lists the
 * policies that decide about connections in one direction of an interface.
 *
 * Policies that are not access lists contain decisions that the device makes without a list:
 * - by security levels
 * - after the last line of a list
 * - for interfaces that are only for management
 * - for traffic to the device itself
 */
export function bindLists(
  commands: readonly Command[],
  interfaces: readonly AsaInterface[],
  lists: ReadonlyMap<string, AccessList>,
): Bound | Refusal {
  const read = readBindings(commands, interfaces, lists);
  if (!read.ok) return read;
  const { bindings } = read;
  const says = (what: string) =>
    commands.some(({ words }) => words[0]?.text === "same-security-traffic" && words[2]?.text === what);
  const sameLevel = { interInterface: says("inter-interface"), intraInterface: says("intra-interface") };
  const passing = interfaces.filter(({ managementOnly }) => !managementOnly);
  const policies = new Map<string, ReadPolicy>();
  const entries: SnapshotEntry[] = [];

  const add = (displayName: string, rows: ReadPolicy["rows"]): string[] => {
    if (rows.length > 0) policies.set(displayName, { name: displayName, displayName, policyType: "SECURITY", rows });
    return rows.length > 0 ? [displayName] : [];
  };
  const dropped = () => add("default of lists", [implicitRow(1, "DROP")]);
  const seeing = (names: readonly string[], family: 4 | 6) => names.filter((name) => lists.get(name)?.families[family]);
  /**
   * Adds one entry for both IPv4 and IPv6 if the policies are the same for both. Otherwise adds one entry for each
   * family.
   */
  const enter = (direction: SnapshotEntry["direction"], name: string, policiesOf: (family: 4 | 6) => string[]) => {
    const [four, six] = FAMILIES.map(policiesOf);
    const alike = four?.join("\n") === six?.join("\n");
    for (const [families, chosen] of alike
      ? ([[[4, 6], four]] as const)
      : ([
          [[4], four],
          [[6], six],
        ] as const))
      if (chosen && chosen.length > 0)
        entries.push({
          interface: name,
          direction,
          families: [...families] as SnapshotEntry["families"],
          policies: chosen,
        });
  };

  for (const one of interfaces) {
    const { name } = one;
    if (one.managementOnly) {
      const refused = add("management only", [implicitRow(1, "DROP")]);
      for (const direction of ["IN", "OUT"] as const) enter(direction, name, () => refused);
      continue;
    }
    const bound = bindings.of.get(name);
    enter("IN", name, (family) => {
      const deciding = seeing([...(bound?.in ?? []), ...bindings.global], family);
      const before = add(`security levels of ${name}`, sameLevelRows(one, passing, sameLevel));
      const after = deciding.length > 0 ? dropped() : add(`default of ${name}`, levelRows(one, passing));
      return [...before, ...deciding, ...after];
    });
    enter("OUT", name, (family) => {
      const deciding = seeing(bound?.out ?? [], family);
      return deciding.length > 0 ? [...deciding, ...dropped()] : [];
    });
    enter("INPUT", name, (family) => [
      ...add("access to the device", MANAGEMENT_ROWS),
      ...seeing(bound?.["control-plane"] ?? [], family),
    ]);
  }
  return { ok: true, entries, policies: [...policies.values()] };
}

/**
 * The rows of the policy for traffic to the device itself. The reader does not read the settings that decide about this
 * traffic, such as ssh, http and icmp. The rows are therefore marked as inexact.
 */
const MANAGEMENT_ROWS: ReadPolicy["rows"] = [
  { ...implicitRow(1, "ACCEPT"), exact: false },
  { ...implicitRow(2, "DROP"), exact: false },
];

function readBindings(
  commands: readonly Command[],
  interfaces: readonly AsaInterface[],
  lists: ReadonlyMap<string, AccessList>,
): { readonly ok: true; readonly bindings: Bindings } | Refusal {
  const of = new Map(
    interfaces.map(({ name }) => [name, { in: [] as string[], out: [] as string[], "control-plane": [] as string[] }]),
  );
  const global: string[] = [];
  for (const command of commands) {
    if (command.words[0]?.text !== "access-group") continue;
    const words = readWords(command, 1);
    const list = words.next();
    if (!lists.has(list))
      return refuseAt(command.line, `the access list ${shown(list)} has no line that permits or denies`);
    if (words.take("global")) {
      global.push(list);
      continue;
    }
    const direction = words.next();
    const isInterface = words.take("interface");
    const bound = of.get(words.next());
    if ((direction !== "in" && direction !== "out") || !isInterface || !bound)
      return refuseAt(command.line, `${shown(command.text)} names no direction and known interface`);
    bound[words.rest().includes("control-plane") ? "control-plane" : direction].push(list);
  }
  return { ok: true, bindings: { of, global } };
}
