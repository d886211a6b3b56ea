import { randomBytes } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";

/**
 * The state that the server sends with a request for input, and that the client returns with its responses. `round` is
 * the number of this request, counted from 1.
 */
export interface RequestState {
  readonly round: number;
}

/** Signs states with a random key of this process. Rejects a state that was not signed with this key. */
export const requestStates = createRequestStateCodec<RequestState>({ key: randomBytes(32) });
