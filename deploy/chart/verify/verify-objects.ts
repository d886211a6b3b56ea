import { type Installation, type KubernetesObject, podTemplate, processOf } from "../rendering/render-chart.ts";
import type { ApiAnswer, ApiClient } from "./api-client.ts";

/** Creates a namespace that enforces the Pod Security standard `restricted`. */
export async function createRestrictedNamespace(api: ApiClient, name: string): Promise<void> {
  const level = { "pod-security.kubernetes.io/enforce": "restricted", "pod-security.kubernetes.io/warn": "restricted" };
  const metadata = { name, labels: level };
  demand(await api.request("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata }), 201);
}

/** Creates the definitions of custom resources, and waits until the API server serves these resources. */
export async function createCustomResources(api: ApiClient, definitions: readonly KubernetesObject[]): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const definition of definitions) {
    demand(await api.request("POST", path, definition), 201);
    const { group, names, versions } = definition.spec;
    const until = Date.now() + 60_000;
    const served = () => api.request("GET", `/apis/${group}/${versions[0].name}/${names.plural}`);
    while ((await served()).status !== 200)
      if (Date.now() > until) throw new Error(`${definition.metadata.name} is not served`);
      else await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Applies objects with strict validation. Throws if the API server refuses an object or warns about it. */
export async function applyStrictly(
  api: ApiClient,
  objects: readonly KubernetesObject[],
  namespace: string,
): Promise<void> {
  for (const object of objects) {
    const answer = await api.apply(object, namespace);
    if (answer.status > 201)
      throw new Error(`${object.kind} ${object.metadata.name} is refused: ${answer.body.message}`);
    if (answer.warnings.length > 0)
      throw new Error(`${object.kind} ${object.metadata.name} is applied with warnings: ${answer.warnings.join("; ")}`);
  }
}

/**
 * Creates one pod from each workload's pod template, and returns the number of pods. The namespace must enforce the Pod
 * Security standard `restricted`. To verify this, the function also sends a pod that may run as root, and throws if the
 * API server admits this pod.
 */
export async function createPods(
  api: ApiClient,
  objects: readonly KubernetesObject[],
  namespace: string,
): Promise<number> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  let count = 0;
  for (const object of objects) {
    const template = podTemplate(object);
    if (template === undefined) continue;
    const { labels, annotations } = template.metadata;
    const metadata = { name: processOf(object), labels, annotations };
    const pod = { apiVersion: "v1", kind: "Pod", metadata, spec: template.spec };
    demand(await api.request("POST", `${path}?fieldValidation=Strict`, pod), 201);
    count += 1;
    if (count > 1) continue;
    const { securityContext: _, ...spec } = template.spec;
    const refused = await api.request("POST", path, { ...pod, metadata: { name: "as-root" }, spec });
    if (refused.status !== 403) throw new Error("a pod that may run as root was admitted");
  }
  return count;
}

/**
 * Returns a copy of the installation with a changed `serviceTokens.jwksUrl`. The processes of the copy verify service
 * tokens with the keys of the API server at `url`.
 */
export function inControlPlane(installation: Installation, url: string): Installation {
  return { ...installation, set: [...(installation.set ?? []), `serviceTokens.jwksUrl=${url}/openid/v1/jwks`] };
}

/** Returns the answer if its status is `status`. Otherwise throws an error with the API server's message. */
export function demand(answer: ApiAnswer, status: number): ApiAnswer {
  if (answer.status === status) return answer;
  throw new Error(`the API server answered ${answer.status}: ${answer.body.message ?? answer.body}`);
}
