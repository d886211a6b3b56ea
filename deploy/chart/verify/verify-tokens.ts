import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createServiceAuthenticator } from "@network-access/access/service-caller";
import { readSubgraphConfig } from "@network-access/boundary-evaluator/config";
import { readConfig as readChangeRequestConfig } from "@network-access/change-request/config";
import { readConfig as readInventoryConfig } from "@network-access/inventory/config";
import { readConfig as readManagerConfig } from "@network-access/security-manager/config";
import { testAuthorityFile } from "@network-access/testkit/test-certificates";
import { podEnvironment } from "../rendering/pod-environment.ts";
import { type KubernetesObject, podTemplate, processOf } from "../rendering/render-chart.ts";
import type { ApiClient } from "./api-client.ts";
import { demand } from "./verify-objects.ts";

interface TokenSource {
  readonly audience?: string;
  readonly path: string;
  readonly expirationSeconds: number;
}

/** The processes that verify service tokens. Each has the function that reads its settings. */
const CALLEES = {
  "change-request": readChangeRequestConfig,
  "boundary-evaluator-subgraph": readSubgraphConfig,
  inventory: readInventoryConfig,
  "security-manager": readManagerConfig,
};

const SECRETS: Readonly<Record<string, string>> = {
  MONGO_URL: "mongodb://mongo.example.com/",
  REDIS_URL: "redis://redis.example.com",
};

/**
 * Verifies the service tokens of the chart's processes with a real API server. Requests each token that a pod mounts,
 * as the kubelet does. Each process in `CALLEES` then checks all of these tokens with its pod's settings. Returns how
 * many of these checks admitted and how many refused a token.
 *
 * Throws in these cases:
 * - A process refuses a token for its own audience, or admits a token for another audience.
 * - A process's settings allow a caller whose pod has no token for this process.
 * - The API server returns its keys to a request without a token.
 */
export async function verifyTokens(
  api: ApiClient,
  objects: readonly KubernetesObject[],
  namespace: string,
  folder: string,
): Promise<{ admitted: number; refused: number }> {
  const pods = new Map(
    objects.filter(({ kind }) => kind === "Deployment").map((object) => [processOf(object), podTemplate(object)]),
  );
  const tokens = [];
  for (const [process, pod] of pods)
    for (const source of tokenSources(pod)) {
      const { serviceAccountName } = pod?.spec ?? {};
      const subject = `system:serviceaccount:${namespace}:${serviceAccountName}`;
      tokens.push({
        process,
        subject,
        ...source,
        token: await requestToken(api, namespace, serviceAccountName, source),
      });
    }

  const counts = { admitted: 0, refused: 0 };
  for (const [callee, readConfig] of Object.entries(CALLEES)) {
    const pod = pods.get(callee);
    if (!pod) throw new Error(`the chart has no process ${callee}`);
    const keyFetch = tokens.find(({ process, path }) => process === callee && path === "key-fetch")?.token ?? "";
    const environment = podEnvironment(pod, join(folder, callee), {
      secret: (name) => SECRETS[name] ?? "",
      file: (name) => fileContent(name, keyFetch),
    });
    const lists = Object.entries(environment).filter(([name]) => name.endsWith("_SUBJECTS"));
    const subjects = [...new Set(lists.flatMap(([, list]) => list.split(",")))];
    const { services } = readConfig(environment);
    const authenticate = createServiceAuthenticator(services);
    const admittedSubjects = new Set<string>();
    for (const { subject, audience, token } of tokens) {
      const { ok } = await authenticate(`Bearer ${token}`, subjects);
      if (ok !== (audience === services.audience))
        throw new Error(
          `${callee} ${ok ? "admits" : "refuses"} a token of ${subject} for ${audience ?? "the API server"}`,
        );
      if (ok) admittedSubjects.add(subject);
      counts[ok ? "admitted" : "refused"] += 1;
    }
    const shutOut = subjects.filter((subject) => !admittedSubjects.has(subject));
    if (shutOut.length > 0) throw new Error(`no token for ${callee} is projected for ${shutOut.join(", ")}`);
    const withoutToken = createServiceAuthenticator({ ...services, tokenFile: undefined });
    const [some] = tokens.filter(({ audience }) => audience === services.audience);
    if ((await withoutToken(`Bearer ${some?.token}`, subjects)).ok)
      throw new Error(
        "the API server serves its keys without a token, so this run proves nothing about the token file",
      );
  }
  return counts;
}

function tokenSources(pod: KubernetesObject | undefined): TokenSource[] {
  const volumes = (pod?.spec.volumes ?? []) as { projected?: { sources: { serviceAccountToken?: TokenSource }[] } }[];
  return volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }) => serviceAccountToken ?? []),
  );
}

async function requestToken(
  api: ApiClient,
  namespace: string,
  account: string,
  { audience, expirationSeconds }: TokenSource,
): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
  const spec = { audiences: audience === undefined ? [] : [audience], expirationSeconds };
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec };
  return demand(await api.request("POST", path, request), 201).body.status.token;
}

function fileContent(name: string, keyFetch: string): string {
  if (name === "key-fetch") return keyFetch;
  if (name.endsWith(".pem")) return readFileSync(testAuthorityFile, "utf8");
  return JSON.stringify({ current: "k1", keys: { k1: Buffer.alloc(32, 1).toString("base64") } });
}
