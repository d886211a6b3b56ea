import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import type { KubernetesObject } from "../rendering/render-chart.ts";

/**
 * A response of the API server. `warnings` are the warnings in its headers, for example about violations of a policy.
 */
export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many kinds of objects.
  readonly body: any;
  readonly warnings: readonly string[];
}

export interface ApiClient {
  request(method: "GET" | "POST", path: string, body?: unknown): Promise<ApiAnswer>;
  /** Changes an object by a JSON Patch. */
  patch(path: string, patch: readonly unknown[]): Promise<ApiAnswer>;
  /**
   * Applies an object by server-side apply. Validation is strict: the API server refuses unknown and duplicate members.
   */
  apply(object: KubernetesObject, namespace: string): Promise<ApiAnswer>;
}

const DEADLINE_MS = 30_000;

/** Creates a client of an API server. */
export function createApiClient(server: { url: string; token: string; authorityFile: string }): ApiClient {
  const ca = readFileSync(server.authorityFile, "utf8");
  const dispatcher = new Agent({ connect: { ca } });
  const resources = new Map<string, { name: string; namespaced: boolean }>();

  async function send(method: string, path: string, body: unknown, type: string): Promise<ApiAnswer> {
    const answer = await request(`${server.url}${path}`, {
      ...{ method: method as "GET", dispatcher, signal: AbortSignal.timeout(DEADLINE_MS) },
      headers: { authorization: `Bearer ${server.token}`, "content-type": type, accept: "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const warnings = [answer.headers.warning ?? []].flat();
    return { status: answer.statusCode, body: text.startsWith("{") ? JSON.parse(text) : text, warnings };
  }

  /**
   * Returns the name of a kind in URLs, such as `pods`, and whether its objects are in namespaces. Asks the API server
   * once for each kind.
   */
  async function resourceOf(apiVersion: string, kind: string) {
    const known = resources.get(`${apiVersion} ${kind}`);
    if (known) return known;
    const { body } = await send("GET", groupPath(apiVersion), undefined, "application/json");
    const found = (body.resources as { name: string; kind: string; namespaced: boolean }[] | undefined)?.find(
      (resource) => resource.kind === kind && !resource.name.includes("/"),
    );
    if (!found) throw new Error(`the API server has no kind ${kind} in ${apiVersion}`);
    resources.set(`${apiVersion} ${kind}`, found);
    return found;
  }

  return {
    request: (method, path, body) => send(method, path, body, "application/json"),
    patch: (path, patch) => send("PATCH", path, patch, "application/json-patch+json"),
    async apply(object, namespace) {
      const { name, namespaced } = await resourceOf(object.apiVersion, object.kind);
      const place = namespaced ? `/namespaces/${namespace}` : "";
      const path = `${groupPath(object.apiVersion)}${place}/${name}/${object.metadata.name}`;
      const options = "fieldManager=verify&fieldValidation=Strict&force=true";
      return send("PATCH", `${path}?${options}`, object, "application/apply-patch+yaml");
    },
  };
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}
