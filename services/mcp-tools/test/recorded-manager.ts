import { createServer, type ServerResponse } from "node:http";
import { listen } from "@network-access/testkit/listen";

/** A call that the manager has received on behalf of a user. */
export interface ReceivedCall {
  readonly path: string;
  readonly userId: number;
  /** `cancelled` means that the caller closed the connection before the response was complete. */
  readonly state: "open" | "answered" | "cancelled";
}

/**
 * Responds to a call that the tool server makes for a user, or does not respond. `path` is the part after
 * `/securitymanager/api`.
 */
export type Behaviour = (response: ServerResponse, path: string) => void;

/** The only device group besides All Devices. Every user may use both. */
const GROUP_ID = 2;
const FEED = "/domain/1/user/access";

/** Responds to each call as if the estate had no rules and only the device with the id 7. */
export const empty: Behaviour = (response, path) => sendJson(response, 200, emptyAnswer(path));

/** Receives a call and sends nothing. */
export const silent: Behaviour = () => undefined;

/** Sends half of an answer, and then nothing. */
export const half: Behaviour = (response, path) => {
  const text = JSON.stringify(emptyAnswer(path));
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2));
};

/** Sends a space every 200 ms, and never ends the response. */
export const dripping: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 200);
  response.once("close", () => clearInterval(timer));
};

/** Answers after `ms` milliseconds. */
export function slow(ms: number): Behaviour {
  return (response, path) => {
    const timer = setTimeout(() => empty(response, path), ms);
    response.once("close", () => clearTimeout(timer));
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/**
 * Starts a server that takes the place of the security manager. `behaviours` contains, for each user id, how calls for
 * that user are answered.
 */
export async function startRecordedManager(behaviours: ReadonlyMap<number, Behaviour>) {
  const users = new Map(behaviours);
  const calls: { path: string; userId: number; state: ReceivedCall["state"] }[] = [];
  let feed: Behaviour = (response) => sendJson(response, 200, feedOf([...users.keys()]));

  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace("/securitymanager/api", "");
    if (path.startsWith(FEED)) return feed(response, path);
    const userId = Number(request.headers["x-acting-user-id"]);
    const call: (typeof calls)[number] = { path, userId, state: "open" };
    calls.push(call);
    response.once("close", () => {
      call.state = response.writableFinished ? "answered" : "cancelled";
    });
    return (users.get(userId) ?? empty)(response, path);
  });
  const { url, stop } = await listen(server);
  return {
    ...{ url, stop },
    /** The received calls, in the order of their arrival. */
    calls: calls as readonly ReceivedCall[],
    callsOf: (userId: number): readonly ReceivedCall[] => calls.filter((call) => call.userId === userId),
    /** Adds a user, or changes how calls for the user are answered. */
    setUser(id: number, behaviour: Behaviour): void {
      users.set(id, behaviour);
    },
    /** Changes how the user feed answers. Undefined restores its normal answers. */
    setFeed(behaviour: Behaviour | undefined): void {
      feed = behaviour ?? ((response) => sendJson(response, 200, feedOf([...users.keys()])));
    },
  };
}

export type RecordedManager = Awaited<ReturnType<typeof startRecordedManager>>;

function feedOf(ids: readonly number[]) {
  const state = { enabled: true, locked: false, expired: false };
  const users = ids.map((id) => ({ id, ...state, deviceGroupIds: [1], version: "1" }));
  return { users, groups: [1, GROUP_ID], next: null };
}

function emptyAnswer(path: string): object {
  if (path.startsWith("/domain/1/device/")) return { id: 7, name: "edge", deviceGroupIds: [GROUP_ID] };
  return { total: 0, count: 0, results: [] };
}
