import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { itemKeyText } from "@network-access/firewall-rules/item-key";
import type { Rule } from "@network-access/firewall-rules/rule";
import {
  ADDRESSES_PER_PAGE,
  ResolveAddresses,
  type ResolvedAddresses,
} from "@network-access/service-contracts/address-resolution";
import { type NewestRevisions, NewestRevisionsRequest } from "@network-access/service-contracts/newest-revisions";
import {
  type RequestedReevaluations,
  RequestReevaluation,
} from "@network-access/service-contracts/request-reevaluation";
import { CurrentTextsRequest } from "@network-access/service-contracts/saved-change-request";
import { listen } from "@network-access/testkit/listen";

/** The inventory's answer for a group or item. */
type Known = readonly string[] | "unknown" | "not-ready" | "failed";

/** One revision of a change request, as the change-request service returns it. */
export interface StoredRequest {
  readonly uuid: string;
  readonly revision: number;
  readonly id: string;
  readonly projectId: string;
  readonly rules: readonly Rule[];
}

/** The inventory and the change-request service, simulated over real HTTP. */
export interface OwnersSimulator {
  readonly url: string;
  /** The inventory's answers for groups, by the id of the group. */
  readonly groups: Map<string, Known>;
  /** The bytes that the simulator returns instead of the address list of a group, by the id of the group. */
  readonly replaced: Map<string, Buffer>;
  /** The inventory's answers for items, by `itemKeyText`. */
  readonly items: Map<string, Known>;
  /**
   * The current revisions of change requests, as the simulated change-request service returns them, by the UUID of the
   * request.
   */
  readonly texts: Map<string, StoredRequest>;
  /** While true the inventory answers 503. */
  inventoryAway: boolean;
  /** The number of change requests on one page. */
  revisionsAPage: number;
  /** The paths of all HTTP requests, in order. */
  readonly asked: string[];
  /** The evaluations for which another attempt was requested. */
  readonly requested: RequestReevaluation["judgings"];
  readonly tokens: (string | undefined)[];
  stop(): Promise<void>;
}

export async function startOwnersSimulator(): Promise<OwnersSimulator> {
  const groups = new Map<string, Known>();
  const items = new Map<string, Known>();
  const texts = new Map<string, StoredRequest>();
  const replaced = new Map<string, Buffer>();
  const lists = new Map<string, readonly string[]>();
  const asked: string[] = [];
  const requested: RequestReevaluation["judgings"] = [];
  const tokens: (string | undefined)[] = [];

  function answerFor(known: Known | undefined) {
    if (known === undefined) return { outcome: "unknown" as const };
    if (typeof known === "string") return { outcome: known };
    const hash = createHash("sha256").update(known.join("\n")).digest("hex");
    lists.set(hash, known);
    return { outcome: "resolved" as const, revision: 3, hash, addressCount: known.length };
  }

  function resolve({ groupIds, itemKeys }: ResolveAddresses): unknown {
    return {
      groups: groupIds.map((groupId) => ({ groupId, ...answerFor(groups.get(groupId)) })),
      items: itemKeys.map((itemKey) => {
        const known = items.get(itemKeyText(itemKey));
        return { itemKey, ...answerFor(known), ...(Array.isArray(known) ? { addresses: known } : {}) };
      }),
    } satisfies Record<keyof ResolvedAddresses, unknown>;
  }

  function page(hash: string, n: number): Buffer | undefined {
    const list = lists.get(hash) ?? [];
    if (n > 0 && n * ADDRESSES_PER_PAGE >= list.length) return undefined;
    for (const [groupId, bytes] of replaced) if (groups.get(groupId) === list) return bytes;
    return gzipSync(list.slice(n * ADDRESSES_PER_PAGE, (n + 1) * ADDRESSES_PER_PAGE).join("\n"));
  }

  function requestReevaluation({ judgings }: RequestReevaluation): RequestedReevaluations {
    requested.push(...judgings);
    const uuids = judgings.map(({ changeRequestUuid }) => changeRequestUuid);
    return { outstanding: uuids.filter((uuid) => texts.has(uuid)), gone: uuids.filter((uuid) => !texts.has(uuid)) };
  }

  function newestRevisions({ after }: NewestRevisionsRequest): NewestRevisions {
    const rest = [...texts.values()].filter(({ id }) => after === null || id > after);
    const page = rest.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, simulator.revisionsAPage);
    const revisions = page.map(({ uuid, id, revision }) => ({ changeRequestUuid: uuid, id, revision }));
    return { revisions, nextAfter: page.length < rest.length ? (page.at(-1)?.id ?? null) : null };
  }

  /** Returns only one text for each call. The real service does this if the texts are large. */
  function currentTexts({ changeRequestUuids }: CurrentTextsRequest): unknown {
    const [first, ...left] = changeRequestUuids.filter((uuid) => texts.has(uuid));
    const stored = texts.get(first ?? "");
    if (!stored) return { texts: [], left: [] };
    const { uuid, ...rest } = stored;
    return { texts: [{ changeRequestUuid: uuid, ...rest }], left };
  }

  async function reply(request: IncomingMessage): Promise<readonly [status: number, body: unknown]> {
    const [, , kind, first = "", second = "", third = ""] = (request.url ?? "").split("/");
    if (kind === "addresses") {
      if (simulator.inventoryAway) return [503, {}];
      if (first === "lists") {
        const found = page(second, Number(third));
        return [found ? 200 : 404, found ?? {}];
      }
      return [200, resolve(ResolveAddresses.parse(await json(request)))];
    }
    if (first === "newest-revisions") return [200, newestRevisions(NewestRevisionsRequest.parse(await json(request)))];
    if (first === "current-texts") return [200, currentTexts(CurrentTextsRequest.parse(await json(request)))];
    if (first === "judge-again") return [200, requestReevaluation(RequestReevaluation.parse(await json(request)))];
    const stored = texts.get(first);
    if (!stored) return [404, {}];
    if (stored.revision !== Number(third)) return [409, {}];
    const { uuid, ...rest } = stored;
    return [200, { changeRequestUuid: uuid, ...rest }];
  }

  const server = createServer(async (request, response) => {
    asked.push(request.url ?? "");
    tokens.push(request.headers.authorization);
    const [status, body] = await reply(request);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  const { url, stop } = await listen(server);

  const simulator: OwnersSimulator = {
    url,
    groups,
    replaced,
    items,
    texts,
    inventoryAway: false,
    revisionsAPage: 100,
    asked,
    requested,
    tokens,
    stop,
  };
  return simulator;
}
