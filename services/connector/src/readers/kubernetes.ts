import type { Finding, FoundItem, Reader } from "../reader.ts";
import type { Source } from "../source.ts";
import { shapeOf } from "./file-shape.ts";
import { isObject, type JsonObject, listAt, pairsAt, textAt, valueAt } from "./json-value.ts";
import { readJson } from "./read-json.ts";

const EXPECTED = "the answer of kubectl get pods,services,nodes -A -o json";
const POD = { type: "kubernetes.pod", typeName: "Kubernetes pod" };
const SERVICE = { type: "kubernetes.service", typeName: "Kubernetes service" };
const NODE = { type: "kubernetes.node", typeName: "Kubernetes node" };
const POD_NETWORK = { type: "kubernetes.pod-network", typeName: "Kubernetes pod network of a node" };

/** Output of kubectl for pods, services and nodes. */
export const kubernetes: Source = {
  name: "kubernetes",
  files: ["answers of kubectl get pods,services,nodes -A -o json"],
  example: [
    "kubectl get pods,services,nodes -A -o json > cluster.json",
    "npm run connector -- kubernetes cluster.json --cluster shop-prod --region eu-central-1",
  ],
  flags: ["cluster"],
  showsAll: true,
  open: async (stated) => createKubernetesReader(stated),
};

/**
 * Reads the output of kubectl for pods, services and nodes. The output never contains the name of the cluster. Only
 * nodes contain the region.
 */
export function createKubernetesReader(stated: {
  readonly cluster?: string | undefined;
  readonly region?: string | undefined;
}): Reader {
  const nodeRegions = new Set<string>();
  const regionOf = () => stated.region ?? (nodeRegions.size === 1 ? [...nodeRegions][0] : undefined);

  return {
    provider: "kubernetes",
    accountFlag: "--cluster",
    async learn(file) {
      if (stated.region !== undefined) return;
      for (const object of objectsOf(await readJson(file, EXPECTED)) ?? []) {
        const region = textAt(valueAt(object, "metadata", "labels"), "topology.kubernetes.io/region");
        if (textAt(object, "kind") === "Node" && region !== undefined) nodeRegions.add(region);
      }
    },
    async *read(file) {
      const answer = await readJson(file, EXPECTED);
      const objects = objectsOf(answer);
      if (objects === undefined) {
        return yield { kind: "refused", message: `looks like ${shapeOf(answer)}; expected ${EXPECTED}` };
      }
      if (textAt(answer, "metadata", "continue") !== undefined)
        yield { kind: "partial", why: "it ends with a token for the next page" };
      const namespaces = new Map<string, Set<string>>();
      for (const [index, object] of objects.entries()) {
        const place = `items[${index}]`;
        for (const finding of findingsOf(object, place)) {
          yield finding;
          const namespace = textAt(object, "metadata", "namespace");
          if (finding.kind === "item" && namespace !== undefined)
            namespaces.set(finding.item.type, (namespaces.get(finding.item.type) ?? new Set()).add(namespace));
        }
      }
      for (const [type, seen] of namespaces)
        if (seen.size === 1)
          yield { kind: "partial", type, why: `it shows only the namespace ${[...seen].join()}; list all with -A` };
    },
  };

  function* findingsOf(object: unknown, place: string): Iterable<Finding> {
    const kind = textAt(object, "kind") ?? "object without a kind";
    const name = textAt(object, "metadata", "name");
    const find = { Pod: findPod, Service: findService, Node: findNode }[kind];
    if (!isObject(object) || find === undefined) yield { kind: "left-out", what: `a ${kind}, which has no addresses` };
    else if (name === undefined) yield { kind: "problem", place, message: `names no metadata.name of the ${kind}` };
    else if (kind === "Pod" && ["Succeeded", "Failed"].includes(textAt(object, "status", "phase") ?? ""))
      yield { kind: "left-out", what: "a pod that has ended, because its address may be reused" };
    else {
      for (const item of find(object, name)) {
        const common = { cloudAccountId: stated.cluster, region: regionOf(), vendor: "kubernetes" };
        yield { kind: "item", place, item: { ...common, ...item } };
      }
    }
  }
}

/**
 * Returns the objects in `answer`, which is a list or a single object as kubectl prints it. Returns undefined if
 * `answer` is neither.
 */
function objectsOf(answer: unknown): readonly unknown[] | undefined {
  if (!isObject(answer) || typeof answer.apiVersion !== "string" || typeof answer.kind !== "string") return undefined;
  if (!answer.kind.endsWith("List")) return [answer];
  // The API omits the kind of the objects in a list.
  const kind = answer.kind.slice(0, -"List".length);
  return listAt(answer, "items").map((one) => (isObject(one) && kind !== "" ? { kind, ...one } : one));
}

function findPod(object: JsonObject, name: string): FoundItem[] {
  const namespace = textAt(object, "metadata", "namespace") ?? "default";
  // A pod on its host's network has no address of its own. Its address is that of the node.
  const onHost = valueAt(object, "spec", "hostNetwork") === true;
  const addresses = listAt(object, "status", "podIPs").map((one) => textAt(one, "ip"));
  const ips = onHost ? [] : [textAt(object, "status", "podIP"), ...addresses];
  return [{ ...POD, id: `${namespace}/${name}`, name, ips, tags: tagsOf(object), attributes: attributesOf(object) }];
}

function findService(object: JsonObject, name: string): FoundItem[] {
  const namespace = textAt(object, "metadata", "namespace") ?? "default";
  const ingress = listAt(object, "status", "loadBalancer", "ingress");
  const texts = (member: string) => listAt(object, "spec", member).filter((one) => typeof one === "string");
  const hostname = ingress.map((one) => textAt(one, "hostname")).find((one) => one !== undefined);
  const ips = [
    textAt(object, "spec", "clusterIP"),
    ...texts("clusterIPs"),
    ...texts("externalIPs"),
    ...ingress.map((one) => textAt(one, "ip")),
  ].filter((one) => one !== "None");
  return [
    {
      ...SERVICE,
      id: `${namespace}/${name}`,
      name,
      hostname: hostname ?? textAt(object, "spec", "externalName"),
      ips,
      tags: tagsOf(object),
      attributes: attributesOf(object),
    },
  ];
}

/**
 * Returns a node and its pod network. The pod network is an item of its own, because a group that selects nodes must
 * not contain the addresses of their pods.
 */
function findNode(object: JsonObject, name: string): FoundItem[] {
  const addresses = listAt(object, "status", "addresses");
  const ofType = (...types: string[]) =>
    addresses.filter((one) => types.includes(textAt(one, "type") ?? "")).map((one) => textAt(one, "address"));
  const cidrs = listAt(object, "spec", "podCIDRs").filter((one) => typeof one === "string");
  const podNetwork = cidrs.length > 0 ? cidrs : [textAt(object, "spec", "podCIDR")].filter((one) => one !== undefined);
  const node = {
    ...NODE,
    id: name,
    name,
    hostname: ofType("Hostname", "InternalDNS", "ExternalDNS")[0],
    ips: ofType("InternalIP", "ExternalIP"),
    tags: tagsOf(object),
    attributes: attributesOf(object),
  };
  if (podNetwork.length === 0) return [node];
  return [node, { ...POD_NETWORK, id: name, name, ips: podNetwork, tags: [["node", name]] }];
}

function tagsOf(object: JsonObject): [string, string][] {
  const labels = pairsAt(object, "metadata", "labels");
  const namespace = textAt(object, "metadata", "namespace");
  if (namespace === undefined || labels.some(([key]) => key.toLowerCase() === "namespace")) return labels;
  return [...labels, ["namespace", namespace]];
}

/**
 * Returns the attributes of an object. Leaves out members that change with every heartbeat, because every upload would
 * otherwise count as a change.
 */
function attributesOf(object: JsonObject): JsonObject {
  const { managedFields: _, resourceVersion: __, ...metadata } = isObject(object.metadata) ? object.metadata : {};
  const { conditions: ___, images: ____, ...status } = isObject(object.status) ? object.status : {};
  return { ...object, metadata, status };
}
