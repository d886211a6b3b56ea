import type { Finding, FoundItem, Reader } from "../reader.ts";
import type { Source } from "../source.ts";
import { type AddressLinks, createAddressLinks } from "./azure-address-links.ts";
import { shapeOf } from "./file-shape.ts";
import { isObject, type JsonObject, listAt, pairsAt, textAt, valueAt } from "./json-value.ts";
import { readJson } from "./read-json.ts";

/**
 * The display names of resource types. For any other type, the display name is "Azure" followed by the part of the type
 * after its first slash.
 */
const typeNames: Readonly<Record<string, string>> = {
  "microsoft.compute/virtualmachines": "Azure virtual machine",
  "microsoft.network/applicationgateways": "Azure application gateway",
  "microsoft.network/azurefirewalls": "Azure firewall",
  "microsoft.network/bastionhosts": "Azure bastion host",
  "microsoft.network/loadbalancers": "Azure load balancer",
  "microsoft.network/networkinterfaces": "Azure network interface",
  "microsoft.network/privateendpoints": "Azure private endpoint",
  "microsoft.network/publicipaddresses": "Azure public IP address",
  "microsoft.network/publicipprefixes": "Azure public IP prefix",
  "microsoft.network/virtualnetworkgateways": "Azure virtual network gateway",
  "microsoft.network/virtualnetworks": "Azure virtual network",
  "microsoft.network/virtualnetworks/subnets": "Azure subnet",
  "microsoft.sql/servers": "Azure SQL server",
  "microsoft.storage/storageaccounts": "Azure storage account",
  "microsoft.web/sites": "Azure app service",
};
const EXPECTED = "the answer of az graph query, with id and type in each row";
const NETWORK = "microsoft.network/virtualnetworks";
const SUBNET = "microsoft.network/virtualnetworks/subnets";

/** Output of az graph query. */
export const azure: Source = {
  name: "azure",
  files: ["answers of az graph query, in JSON"],
  example: ["az graph query -q 'Resources' --first 1000 > resources.json", "npm run connector -- azure resources.json"],
  flags: [],
  showsAll: true,
  open: async () => createAzureReader(),
};

/**
 * Reads output of az graph query. Rows may be of any resource type. The addresses of a row may be in rows of other
 * files.
 */
export function createAzureReader(): Reader {
  const links = createAddressLinks();
  const pages = new Map<number, { readonly ids: Set<string>; ends: number }>();

  return {
    provider: "azure",
    accountFlag: "--account",
    async learn(file) {
      const answer = await readJson(file, EXPECTED);
      const rows = rowsOf(answer) ?? [];
      for (const row of rows) links.learn(row);
      const total = totalOf(answer);
      if (total === undefined) return;
      const page = pages.get(total) ?? { ids: new Set(), ends: 0 };
      pages.set(total, page);
      for (const row of rows) page.ids.add(textAt(row, "id")?.toLowerCase() ?? "");
      if (tokenOf(answer) === undefined) page.ends += 1;
    },
    async *read(file) {
      const answer = await readJson(file, EXPECTED);
      const rows = rowsOf(answer);
      if (rows === undefined) {
        return yield { kind: "refused", message: `looks like ${shapeOf(answer)}; expected ${EXPECTED}` };
      }
      const why = whyPartial(answer);
      if (why !== undefined) yield { kind: "partial", why };
      const prefix = Array.isArray(answer) ? "" : "data";
      for (const [index, row] of rows.entries()) yield* findingsOf(links, row, `${prefix}[${index}]`);
    },
  };

  /**
   * Returns why the answer is incomplete, or undefined if it is complete. A file contains one page of an answer, and
   * each page contains the answer's total number of rows. The answer is complete if its pages contain that many
   * different rows and exactly one page has no token for a next page.
   */
  function whyPartial(answer: unknown): string | undefined {
    const total = totalOf(answer);
    const page = total === undefined ? undefined : pages.get(total);
    if (page === undefined) return tokenOf(answer) && "it ends with a token for the next page";
    if (page.ids.size === total && page.ends === 1) return undefined;
    const advice = "query with --first 1000 and --skip-token, and give every page";
    return `the files show ${page.ids.size} of its ${total} rows; ${advice}`;
  }
}

function totalOf(answer: unknown): number | undefined {
  const total = valueAt(answer, "total_records") ?? valueAt(answer, "totalRecords");
  return typeof total === "number" ? total : undefined;
}

function tokenOf(answer: unknown): string | undefined {
  return textAt(answer, "skip_token") ?? textAt(answer, "$skipToken");
}

/**
 * Returns the rows of an answer, or undefined if the answer is not about resources. An answer is about resources if one
 * of its rows has an id and a type. An object with an empty list of rows counts as such an answer too.
 */
function rowsOf(answer: unknown): readonly unknown[] | undefined {
  const rows = isObject(answer) ? answer.data : answer;
  if (!Array.isArray(rows)) return undefined;
  const resources = rows.some((row) => textAt(row, "id") !== undefined && textAt(row, "type") !== undefined);
  return resources || (rows.length === 0 && isObject(answer)) ? rows : undefined;
}

function* findingsOf(links: AddressLinks, row: unknown, place: string): Iterable<Finding> {
  const id = textAt(row, "id");
  const type = textAt(row, "type")?.toLowerCase();
  if (!isObject(row)) yield { kind: "problem", place, message: "is not an object" };
  else if (!isObject(row.properties))
    yield {
      kind: "problem",
      place,
      message: "has no properties, which hold its addresses; project them in the query",
      // The row of a network also contains the network's subnets, which are items of another type. If the row can't be
      // used, items of both types may be missing, so the problem has no type.
      type: type === NETWORK ? undefined : type,
    };
  else if (id === undefined || type === undefined)
    yield {
      kind: "problem",
      place,
      message: `names no ${id === undefined ? "id" : "type"}; project both in the query`,
    };
  else {
    const item = {
      ...placeOf(row, id),
      vendor: "azure",
      type,
      typeName: typeNames[type] ?? `Azure ${type.split("/").slice(1).join("/")}`,
      // Azure's ids are case-insensitive, and an export may write the same id in different cases.
      id: id.toLowerCase(),
      name: textAt(row, "name"),
      hostname: hostnameOf(row),
      macAddress: textAt(row, "properties", "macAddress")?.replaceAll("-", ":") ?? links.macOf(row),
      ips: [...ownAddresses(row, type), ...links.addressesOf(row)],
      tags: pairsAt(row, "tags"),
      attributes: row,
    };
    if (item.cloudAccountId === undefined) {
      yield { kind: "left-out", what: `a resource of no subscription (${item.typeName})` };
      return;
    }
    yield { kind: "item", place, item };
    if (links.missOf(row) > 0)
      yield {
        kind: "note",
        place,
        message: "its addresses are unknown: no file has its network interfaces",
      };
    if (type === NETWORK) yield* subnetsOf(row, item, place);
  }
}

function* subnetsOf(network: JsonObject, within: FoundItem, place: string): Iterable<Finding> {
  for (const [index, subnet] of listAt(network, "properties", "subnets").entries()) {
    const at = `${place}.properties.subnets[${index}]`;
    const name = textAt(subnet, "name");
    const id = textAt(subnet, "id") ?? (name && `${within.id}/subnets/${name}`);
    if (!isObject(subnet) || id === undefined) {
      yield { kind: "problem", place: at, message: "names neither id nor name of the subnet", type: SUBNET };
      continue;
    }
    const { cloudAccountId, region, vendor } = within;
    const prefixes = listAt(subnet, "properties", "addressPrefixes").map((one) =>
      typeof one === "string" ? one : undefined,
    );
    yield {
      kind: "item",
      place: at,
      item: {
        cloudAccountId,
        region,
        vendor,
        type: SUBNET,
        typeName: typeNames[SUBNET] ?? SUBNET,
        id: id.toLowerCase(),
        name,
        ips: [textAt(subnet, "properties", "addressPrefix"), ...prefixes],
        attributes: subnet,
      },
    };
  }
}

function placeOf(row: JsonObject, id: string) {
  const [, subscription] = /^\/subscriptions\/([^/]+)/i.exec(id) ?? [];
  const cloudAccountId = (textAt(row, "subscriptionId") ?? subscription)?.toLowerCase();
  const region = textAt(row, "location")?.toLowerCase().replaceAll(" ", "") ?? "global";
  return { cloudAccountId, region };
}

/**
 * Returns only the resource's own addresses. Prefixes in its routes and rules are not among them, because they belong
 * to other resources.
 */
function ownAddresses(row: JsonObject, type: string): (string | undefined)[] {
  const properties = valueAt(row, "properties");
  if (type === NETWORK)
    return listAt(properties, "addressSpace", "addressPrefixes").map((one) =>
      typeof one === "string" ? one : undefined,
    );
  return [
    textAt(properties, "ipAddress"),
    textAt(properties, "ipAddress", "ip"),
    textAt(properties, "ipPrefix"),
    textAt(properties, "inboundIpAddress"),
    textAt(properties, "staticIp"),
  ];
}

function hostnameOf(row: JsonObject): string | undefined {
  const properties = valueAt(row, "properties");
  const blob = textAt(properties, "primaryEndpoints", "blob");
  return (
    textAt(properties, "osProfile", "computerName") ??
    textAt(properties, "dnsSettings", "fqdn") ??
    textAt(properties, "fullyQualifiedDomainName") ??
    textAt(properties, "defaultHostName") ??
    textAt(properties, "hostName") ??
    (blob !== undefined && URL.canParse(blob) ? new URL(blob).hostname : undefined)
  );
}
