import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { changeRequestInput } from "../saves/saved-inputs.ts";
import { bareMessage, type PreparedCall, send } from "../tools/prepared-call.ts";

/** The installation to which the load sends its requests. */
export interface LoadedInstallation {
  readonly graphUrl: string;
  readonly baseUrl: string;
  readonly managerUrl: string;
  readonly mcpUrl: string;
  readonly token: string;
  /** The headers of a user of the tool server. */
  readonly toolCaller: Readonly<Record<string, string>>;
  /** A group and the secret of a token for its feed. */
  readonly feed: { readonly groupId: string; readonly secret: string };
}

/** A failed request, and the phase of the upgrade in which it was sent. */
interface FailedRequest {
  readonly kind: string;
  readonly phase: string;
  readonly reason: string;
}

/** The requests of one kind. */
interface KindOfRequest {
  sent: number;
  /** The longest response time in each phase, in milliseconds. */
  readonly slowestMs: Map<string, number>;
}

export interface UpgradeLoad {
  /** Begins a phase of the upgrade. Requests that are sent from now on belong to this phase. */
  enter(phase: string): void;
  readonly kinds: ReadonlyMap<string, KindOfRequest>;
  readonly failed: readonly FailedRequest[];
  /** The ids of the acknowledged change requests. */
  readonly saved: readonly string[];
  stop(): Promise<void>;
}

const EVERY_MS = 500;
const SAVE = "mutation ($input: ChangeRequestInput!) { saveChangeRequest(input: $input) { id state } }";
const DRAFT = `query ($input: ChangeRequestInput!) {
  evaluateChangeRequest(input: $input) { state stateReason results(show: Touched) { boundaryName state } } }`;
// An operation with fields of all three subgraphs.
const LIST = `{ changeRequests(limit: 3) { items { id state results(show: Touched) { boundaryName state }
    rules { sources { ... on NetworkObjectConnectGroup { group { name memberCount } } } } } }
  boundaries(limit: 3) { items { id useCount } } groups(limit: 3) { items { id memberCount } } }`;

/**
 * Sends a request of each kind about twice a second. Each kind has its own connection, which is therefore never idle
 * for long. At the end of `DRAIN_SECONDS`, a stopping process closes idle connections, and a request sent at that
 * moment would fail.
 */
export function startUpgradeLoad(to: LoadedInstallation): UpgradeLoad {
  const stopping = new AbortController();
  const kinds = new Map<string, KindOfRequest>();
  const failed: FailedRequest[] = [];
  const saved: string[] = [];
  let phase = "";

  const repeat = async (
    kind: string,
    call: (n: number) => PreparedCall,
    after: (n: number) => void = () => undefined,
  ) => {
    const counted: KindOfRequest = { sent: 0, slowestMs: new Map() };
    kinds.set(kind, counted);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const during = phase;
      const beganAt = performance.now();
      try {
        const text = await send(call(n), agent);
        if (text.startsWith('{"errors"') || text.includes(',"errors":[')) throw new Error(text.slice(0, 500));
        after(n);
      } catch (error) {
        const reason = error instanceof Error ? `${error.message} ${error.cause ?? ""}` : String(error);
        failed.push({ kind, phase: during, reason });
        console.log(`  FAILED while ${during}: ${kind}: ${reason}`);
      }
      counted.sent += 1;
      counted.slowestMs.set(during, Math.max(performance.now() - beganAt, counted.slowestMs.get(during) ?? 0));
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    agent.destroy();
  };

  const authorization = `Bearer ${to.token}`;
  const get = (url: string, headers = {}): PreparedCall => ({
    method: "GET",
    url,
    headers: { authorization, ...headers },
  });
  const graph = (query: string, variables: object): PreparedCall => ({
    method: "POST",
    url: `${to.graphUrl}/graphql`,
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const siql = new URL("/securitymanager/api/siql/secrule/paged-search", to.managerUrl);
  siql.searchParams.set("q", "device{name='edge-1'} and rule{disabled=false}");
  const search = new URL("/inventory", to.baseUrl);
  search.searchParams.set("query", 'ip:"10.20.0.0/16"');
  const idOf = (n: number) => `upgrade-${n}`;
  const tool = { name: "count_firewall_rules", arguments: {} };
  const feed = `${to.baseUrl}/groups/${to.feed.groupId}/addresses`;
  const loops = [
    repeat(
      "saves",
      (n) => graph(SAVE, { input: changeRequestInput(idOf(n), n) }),
      (n) => saved.push(idOf(n)),
    ),
    repeat("drafts", (n) => graph(DRAFT, { input: changeRequestInput("draft", n) })),
    repeat("lists over the graph", () => graph(LIST, {})),
    repeat("searches of the inventory", () => get(search.href)),
    repeat("feeds", () => get(feed, { authorization: `Bearer ${to.feed.secret}` })),
    repeat("SIQL queries", () => get(siql.href)),
    repeat("tool calls", () => bareMessage(to.mcpUrl, to.toolCaller, "tools/call", tool)),
  ];
  return {
    enter(next) {
      phase = next;
    },
    ...{ kinds, failed, saved },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
