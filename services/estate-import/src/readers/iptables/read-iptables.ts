import type { SnapshotRoute } from "@network-access/service-contracts/device-snapshot";
import type { NotUnderstood, ReadDevice, Reader, ReadOutcome, ReadPolicy, SourceFile } from "../../reader.ts";
import { type Refusal, refuseAt, shown } from "../text/refusal.ts";
import { checkChains } from "./listings/check-chains.ts";
import type { Listing } from "./listings/listing.ts";
import { parseListing } from "./listings/parse-listing.ts";
import { readListing } from "./listings/read-listing.ts";
import { missingListings } from "./missing-listings.ts";
import { type InterfacesReading, readInterfaces } from "./read-interfaces.ts";
import { readRoutes } from "./read-routes.ts";
import { type AddressSetListing, readSets } from "./read-sets.ts";
import { recogniseFile } from "./recognise-file.ts";

const MOST_BYTES = 32 * 1_024 * 1_024;
const MOST_RULES = 50_000;
const MOST_ROUTE_LISTINGS = 2;
const FAMILIES = [4, 6] as const;

interface ListingFile {
  readonly file: SourceFile;
  readonly listing: Listing;
}

interface JsonFile {
  readonly file: SourceFile;
  readonly list: readonly unknown[];
}

interface Files {
  readonly listings: Map<4 | 6, ListingFile>;
  readonly sets: Map<string, AddressSetListing>;
  readonly addresses: JsonFile[];
  readonly routes: JsonFile[];
}

/**
 * Reads the files of one device: the output of iptables-save, ip6tables-save, `ipset save`, `ip -j -d addr` and
 * `ip -j route show table all`. The files may be in any order. If a file is refused, the problem contains the file's
 * name and the line. Runs in linear time.
 */
export const readIptables: Reader = (files) => {
  const sorted: Files = { listings: new Map(), sets: new Map(), addresses: [], routes: [] };
  if (files.length === 0) return { ok: false, problem: "no file is given; give what iptables-save prints" };
  for (const file of files) {
    const refused = sortFile(file, sorted);
    if (refused) return refusedIn(file, refused);
  }
  return readDevice(files, sorted);
};

/** Recognises one file and adds it to the files of its kind. */
function sortFile(file: SourceFile, { listings, sets, addresses, routes }: Files): Refusal | undefined {
  if (Buffer.byteLength(file.text) > MOST_BYTES) return refuseAt(1, `the file has more than ${MOST_BYTES} bytes`);
  const recognised = recogniseFile(file.text);
  if (!recognised.ok) return recognised;
  switch (recognised.kind) {
    case "listing": {
      const read = parseListing(file.text);
      if (!read.ok) return read;
      const { listing } = read;
      if (listings.has(listing.family))
        return refuseAt(1, `a second listing of IPv${listing.family} is given; a device has one of each family`);
      listings.set(listing.family, { file, listing });
      const rules = listings.values().reduce((sum, one) => sum + one.listing.ruleCount, 0);
      if (rules > MOST_RULES) return refuseAt(1, `the listings have ${rules} rules; at most ${MOST_RULES} work`);
      return checkChains(listing);
    }
    case "sets": {
      const read = readSets(file.text);
      if (!read.ok) return read;
      for (const [name, set] of read.sets) {
        if (sets.has(name)) return refuseAt(set.line, `the set ${shown(name)} is in two files`);
        sets.set(name, set);
      }
      return undefined;
    }
    case "addresses":
      if (addresses.length > 0) return refuseAt(1, "a second file with addresses is given; a device has one");
      addresses.push({ file, list: recognised.list });
      return undefined;
    case "routes":
      if (routes.length === MOST_ROUTE_LISTINGS)
        return refuseAt(1, `a third file with routes is given; at most ${MOST_ROUTE_LISTINGS} work`);
      routes.push({ file, list: recognised.list });
      return undefined;
  }
}

function readDevice(files: readonly SourceFile[], { listings, sets, addresses, routes }: Files): ReadOutcome {
  // Joins the lists with `concat`. A call of `push` would fail for a long list, because a call can't have that many
  // arguments.
  let notUnderstood: readonly NotUnderstood[] = [];
  let links: InterfacesReading | undefined;
  for (const { file, list } of addresses) {
    const read = readInterfaces(file.text, list);
    if (!read.ok) return refusedIn(file, read);
    links = read;
    notUnderstood = read.notes.map((one) => ({ file: file.name, ...one }));
    notUnderstood = notUnderstood.concat(missingListings(file, read, listings));
  }

  let policies: readonly ReadPolicy[] = [];
  let entries: ReadDevice["entries"] = [];
  const reasons = new Map(sets.entries().map(([name, set]) => [name, set.reason]));
  for (const family of FAMILIES) {
    const given = listings.get(family);
    if (!given) continue;
    const localObject = links && localObjectName(family);
    const read = readListing(given.listing, { sets: reasons, localObject });
    if (!read.ok) return refusedIn(given.file, read);
    policies = policies.concat(read.policies);
    entries = entries.concat(read.entries);
    notUnderstood = notUnderstood.concat(read.notUnderstood.map((one) => ({ file: given.file.name, ...one })));
  }

  const byRouter = new Map<string, Map<string, SnapshotRoute>>();
  for (const { file, list } of routes) {
    const read = readRoutes(file.text, list, links?.vrfOfTable ?? new Map());
    if (!read.ok) return refusedIn(file, read);
    notUnderstood = notUnderstood.concat(read.notUnderstood.map((one) => ({ file: file.name, ...one })));
    for (const { virtualRouter, route } of read.routes) {
      const known = byRouter.get(virtualRouter) ?? new Map();
      byRouter.set(virtualRouter, known);
      // Some versions of ip always list both families, so two files may contain the same route.
      known.set(JSON.stringify(route), route);
    }
  }

  return {
    ok: true,
    device: {
      ...{ vendor: "Netfilter", product: "iptables", policies, entries, notUnderstood },
      objects: [...setObjects(sets), ...localObjects(links, policies)],
      interfaces: links?.interfaces ?? [],
      routes: new Map(byRouter.entries().map(([router, list]) => [router, [...list.values()]])),
      texts: files.map(({ name, text }) => ({ name, text })),
    },
  };
}

function setObjects(sets: ReadonlyMap<string, AddressSetListing>): ReadDevice["objects"] {
  return [...sets]
    .filter(([, { reason }]) => reason === undefined)
    .map(([name, { members }]) => ({ kind: "network", name, type: "GROUP", members }));
}

function localObjectName(family: 4 | 6): string {
  return `${family === 4 ? "ip" : "ip6"} addrtype LOCAL`;
}

/** Returns the network objects that contain the device's own addresses. Leaves out objects to which no rule refers. */
function localObjects(links: InterfacesReading | undefined, policies: readonly ReadPolicy[]): ReadDevice["objects"] {
  if (!links) return [];
  const used = new Set(policies.flatMap(({ rows }) => rows.flatMap(objectsOf)));
  return FAMILIES.filter((family) => used.has(localObjectName(family))).map((family) => ({
    ...{ kind: "network", name: localObjectName(family), type: "GROUP" },
    members: links.own[family].map((address) => ({ address })),
  }));
}

function objectsOf({ source = [], destination = [], translation }: ReadPolicy["rows"][number]): readonly string[] {
  const members = [...source, ...destination].flatMap((term) => term.members);
  return [...members, ...(translation?.destination ?? [])].flatMap((one) => ("object" in one ? [one.object] : []));
}

function refusedIn({ name }: SourceFile, { line, problem }: Refusal): ReadOutcome {
  return { ok: false, problem: `${name}:${line}: ${problem}` };
}
