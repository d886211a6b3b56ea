import type { ReadDevice } from "../../reader.ts";
import type { Note } from "../text/not-understood.ts";
import { readNetwork } from "../text/parse-address.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import { createLocator, isObject, type JsonObject, objectsAt, textAt } from "./text/json-value.ts";

export interface InterfacesReading {
  readonly ok: true;
  readonly interfaces: ReadDevice["interfaces"];
  /** The device's own addresses, including the addresses of the loopback interface. */
  readonly own: { readonly 4: readonly string[]; readonly 6: readonly string[] };
  /** The names of VRFs by their routing tables. */
  readonly vrfOfTable: ReadonlyMap<string, string>;
  readonly notes: readonly Note[];
}

const LONGEST_NAME = 512;

/** Reads the output of `ip -j addr`. With `-d`, the output also says which interfaces belong to a VRF. */
export function readInterfaces(json: string, list: readonly unknown[]): InterfacesReading | Refusal {
  const locate = createLocator(json);
  // If the command `ip` filters by family, it prints empty objects for the interfaces that it leaves out.
  const links = list.filter(isObject).filter((link) => textAt(link, "ifname") !== undefined);
  const vrfs = new Set(links.filter(isVrf).map((link) => textAt(link, "ifname") ?? ""));
  const own = { 4: ["127.0.0.0/8"], 6: ["::1/128"] };
  const interfaces = new Map<string, ReadDevice["interfaces"][number]>();
  const notes: Note[] = [];
  const described = new Set(links.filter((link) => Object.hasOwn(link, "linkinfo")).map((link) => link.ifname));

  for (const link of links) {
    const name = textAt(link, "ifname") ?? "";
    const { line } = locate(name);
    if (name.length > LONGEST_NAME) return refuseAt(line, `${shown(name)} is no name of an interface`);
    if (interfaces.has(name)) return refuseAt(line, `the interface ${shown(name)} stands here twice`);
    const addresses: string[] = [];
    for (const info of objectsAt(link, "addr_info")) {
      const family = info.family === "inet" ? 4 : info.family === "inet6" ? 6 : undefined;
      if (family === undefined) continue;
      const local = textAt(info, "local") ?? "";
      const [network, host] = [readNetwork(family, `${local}/${info.prefixlen}`), readNetwork(family, local)];
      if (!network.ok || !host.ok)
        return refuseAt(
          line,
          `the interface ${shown(name)} has an address that is none: ${shown(`${local}/${info.prefixlen}`)}`,
        );
      const [address = ""] = host.text.split("/");
      addresses.push(`${address}/${info.prefixlen}`);
      own[family].push(host.text);
    }
    const master = textAt(link, "master");
    const vrf = vrfs.has(name) ? name : master !== undefined && vrfs.has(master) ? master : undefined;
    if (master !== undefined && !described.has(master)) notes.push({ ...locate(name), ...unknownMaster(name, master) });
    const isDown = Array.isArray(link.flags) && !link.flags.includes("UP");
    interfaces.set(name, {
      ...{ name, displayName: name },
      ...(addresses.length > 0 && { addresses }),
      ...(vrf !== undefined && { virtualRouter: vrf }),
      ...(isDown && { disabled: true }),
    });
  }
  return {
    ok: true,
    interfaces: [...interfaces.values()],
    own: { 4: [...new Set(own[4])], 6: [...new Set(own[6])] },
    vrfOfTable: new Map(links.filter(isVrf).flatMap(tableOfVrf)),
    notes,
  };
}

/**
 * Returns the note for an interface whose master may be a VRF. Without `-d`, the output of `ip` does not show whether a
 * master is a VRF or something else, such as a bridge. The difference matters because the interfaces of a VRF have
 * their own routes.
 */
function unknownMaster(name: string, master: string): Pick<Note, "text" | "reason"> {
  const reason = `the file does not say whether ${shown(master)} is a VRF; give \`ip -j -d addr\``;
  return { text: `${name} master ${master}`.slice(0, 1_000).toWellFormed(), reason };
}

function isVrf({ linkinfo }: JsonObject): boolean {
  return isObject(linkinfo) && linkinfo.info_kind === "vrf";
}

function tableOfVrf({ ifname, linkinfo }: JsonObject): readonly (readonly [string, string])[] {
  const data = isObject(linkinfo) ? linkinfo.info_data : undefined;
  const table = isObject(data) ? data.table : undefined;
  return typeof table === "number" || typeof table === "string" ? [[String(table), String(ifname)]] : [];
}
