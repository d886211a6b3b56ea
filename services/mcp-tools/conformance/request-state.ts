import { randomBytes } from "node:crypto";
import { createRequestStateCodec } from "@modelcontextprotocol/server";

/** What a client sends back with its responses: the number of the round that asked for them. */
export interface RequestState {
  readonly round: number;
}

/** Signs states with a key of this process, and rejects others. */
export const requestStates = createRequestStateCodec<RequestState>({ key: randomBytes(32) });
