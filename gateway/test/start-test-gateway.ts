import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@network-access/service-runtime/logger";
import type { TestIssuer } from "@network-access/testkit/test-issuer";
import { createGateway } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { composeTwo } from "./two-subgraphs.ts";

/** A response as a client gets it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The whole body as text, so that tests can check what it must not contain. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly AnsweredError[];
  readonly extensions: unknown;
}

interface AnsweredError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly requestId: string;
    readonly fields?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** Returns the environment of a gateway for the two test subgraphs. */
export function gatewayEnvironment(issuer: TestIssuer, urls: { requests: string; groups: string }, file: string) {
  return {
    ...issuer.environment("gateway"),
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
    LOG_LEVEL: "info",
    SCHEMA_ANSWERS: "1",
    SCHEMA_EVERY_MS: "50",
    SUPERGRAPH_PATH: file,
    SUBGRAPH_REQUESTS_URL: urls.requests,
    SUBGRAPH_GROUPS_URL: urls.groups,
  };
}

/** Writes the supergraph of the two test subgraphs to a temporary file. */
export function writeSupergraph() {
  const folder = mkdtempSync(join(tmpdir(), "gateway-test-"));
  const file = join(folder, "supergraph.graphql");
  writeFileSync(file, composeTwo());
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

/** Starts a gateway in this process for the subgraphs at the given URLs. */
export async function startTestGateway(
  issuer: TestIssuer,
  urls: { readonly requests: string; readonly groups: string },
  settings: Readonly<Record<string, string>> = {},
) {
  const lines: string[] = [];
  const supergraph = writeSupergraph();
  const config = readConfig({ ...gatewayEnvironment(issuer, urls, supergraph.file), ...settings });
  const logger = createLogger({
    name: "gateway",
    level: config.logLevel,
    destination: { write: (line) => void lines.push(line) },
  });
  const { parts, http } = createGateway(config, logger);
  for (const part of parts) await part.start();
  const token = await issuer.userToken();
  const url = `http://127.0.0.1:${http.port}/graphql`;

  return {
    url,
    token,
    /** The lines of the log so far. */
    lines,
    post: (body: unknown, init: Parameters<typeof post>[2] = {}) => post(url, body, { token, ...init }),
    async stop() {
      for (const part of [...parts].reverse()) await part.stop();
      supergraph.remove();
    },
  };
}

/** Sends one operation. */
export async function post(
  url: string,
  body: unknown,
  {
    token,
    headers = {},
    signal,
  }: { readonly token?: string; readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<Answered> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const { data, errors = [], extensions } = JSON.parse(text);
  return { status: response.status, headers: response.headers, text, data, errors, extensions };
}
