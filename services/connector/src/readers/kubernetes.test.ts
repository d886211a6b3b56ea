import { expect, test } from "@jest/globals";
import { discovered, exported, refusal, written } from "../../test/read-exports.ts";
import { createKubernetesReader } from "./kubernetes.ts";

const cluster = exported("kubernetes/cluster.json");
const stated = { cluster: "shop-prod" };
const pod = (namespace: string, name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { namespace, name },
  status: { podIP: "10.244.0.1" },
});

test("pods, services and nodes have their addresses of both families; a headless service has none", async () => {
  const { items } = await discovered(createKubernetesReader(stated), [cluster], stated);
  expect(items.map(({ type, id, hostname, ips }) => [type, id, hostname, ips])).toEqual([
    ["kubernetes.pod", "shop/web-6b7c9d-x2x4z", undefined, ["10.244.1.17", "fd00:10:244:1::11"]],
    ["kubernetes.pod", "kube-system/kube-proxy-9k2lm", undefined, undefined],
    [
      "kubernetes.service",
      "shop/web",
      "lb.example.com",
      ["10.96.12.7", "fd00:10:96::c07", "192.0.2.80", "203.0.113.40"],
    ],
    ["kubernetes.service", "data/database", undefined, undefined],
    ["kubernetes.node", "node-1", "node-1", ["10.60.0.11", "203.0.113.11"]],
    ["kubernetes.pod-network", "node-1", undefined, ["10.244.1.0/24", "fd00:10:244:1::/64"]],
  ]);
});

test("labels are tags, the namespace is one more, and the cluster is the account", async () => {
  const { items } = await discovered(createKubernetesReader(stated), [cluster], stated);
  expect(items[0]).toMatchObject({
    cloudAccountId: "shop-prod",
    region: "eu-central-1",
    tags: { app: "web", tier: "front", namespace: "shop" },
  });
  expect(JSON.stringify(items)).not.toMatch(/resourceVersion|lastHeartbeatTime|registry\.example/);
});

test("a pod that has ended and kinds without addresses are left out, and noted", async () => {
  const { notes } = await discovered(createKubernetesReader(stated), [cluster], stated);
  expect(notes.map(({ message }) => message)).toEqual([
    "left out: a pod that has ended, because its address may be reused",
    "left out: a Deployment, which has no addresses",
  ]);
});

test("a file without nodes asks for the region, and any file for the cluster", async () => {
  const pods = written("pods.json", { apiVersion: "v1", kind: "PodList", items: [pod("a", "x"), pod("b", "y")] });
  expect(await refusal(createKubernetesReader({}), [pods])).toBe(
    "pods.json does not name the account of its records (Kubernetes pod): give --cluster\n" +
      "pods.json does not name the region of its records (Kubernetes pod): give --region",
  );
  const nodes = { learnt: [pods, cluster] };
  expect((await discovered(createKubernetesReader(stated), nodes.learnt, stated)).items[0]?.region).toBe(
    "eu-central-1",
  );
});

test("pods of one namespace alone cover nothing of their type, and do not affect other types", async () => {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" }, status: {} };
  const file = written("one.json", {
    apiVersion: "v1",
    kind: "List",
    items: [pod("shop", "x"), pod("shop", "y"), node],
  });
  const named = { cluster: "c", region: "r" };
  const { cells } = await discovered(createKubernetesReader(named), [file], named);
  expect(cells).toMatchObject([
    { type: "kubernetes.pod", partial: { why: expect.stringContaining("only the namespace shop") } },
    { type: "kubernetes.node", partial: undefined },
  ]);
});

test("a page of a longer list covers nothing, and one object alone is read too", async () => {
  const named = { cluster: "c", region: "r" };
  const page = written("page.json", {
    apiVersion: "v1",
    kind: "List",
    metadata: { continue: "x" },
    items: [pod("a", "x"), pod("b", "y")],
  });
  const { cells } = await discovered(createKubernetesReader(named), [page], named);
  expect(cells).toMatchObject([{ partial: { why: expect.stringContaining("next page") } }]);
  const { items } = await discovered(createKubernetesReader(named), [written("pod.json", pod("a", "x"))], named);
  expect(items).toMatchObject([{ id: "a/x", ips: ["10.244.0.1"] }]);
});

test("an answer of another tool is refused and recognized", async () => {
  expect(await refusal(createKubernetesReader(stated), [exported("aws/vpcs.json")], stated)).toContain(
    "looks like an answer of the aws command; expected the answer of kubectl get pods,services,nodes",
  );
});
