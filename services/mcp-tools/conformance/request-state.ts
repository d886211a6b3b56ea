import { randomBytes } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";

/**
 * The state that a client sends back together with its responses. `round` is the number of the round in which the
 * server requested these responses.
 */
export interface RequestState {
  readonly round: number;
}

/** Signs states with a key of this process, and rejects states with any other signature. */
export const requestStates = createRequestStateCodec<RequestState>({ key: randomBytes(32) });
