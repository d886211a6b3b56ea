import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { freePort } from "@network-access/local-stack/free-ports";
import type { OrphanGuard } from "@network-access/local-stack/orphan-guard";
import { testAuthorityFile, testCertificate } from "@network-access/testkit/test-certificates";
import type { ControlPlanePrograms } from "../programs/fetch-control-plane.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";

/** A running Kubernetes API. It has no nodes and no controllers: it stores objects, but starts no containers. */
export interface ControlPlane {
  readonly url: string;
  readonly api: ApiClient;
  /** The file that Helm reads. */
  readonly kubeconfig: string;
}

const ISSUER = "https://kubernetes.default.svc.cluster.local";
const READY_MS = 120_000;

/** Starts etcd and an API server. Both store their data below `folder`, and `guard` stops both. */
export async function startControlPlane(
  programs: ControlPlanePrograms,
  folder: string,
  guard: OrphanGuard,
): Promise<ControlPlane> {
  mkdirSync(folder, { recursive: true });
  const common = { environment: { PATH: process.env.PATH, HOME: folder }, folder, guard, order: "engine" as const };
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const etcd = await startChild({
    ...common,
    ...{ name: "etcd", command: programs.etcd, log: join(folder, "etcd.log") },
    args: [
      ...["--name", "verify", "--data-dir", join(folder, "etcd"), "--unsafe-no-fsync"],
      ...["--listen-client-urls", etcdUrl, "--advertise-client-urls", etcdUrl],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
      ...["--initial-cluster", `verify=${peerUrl}`],
    ],
  });
  await waitUntilReady(etcd, async () => (await fetch(`${etcdUrl}/health`)).ok, READY_MS);

  const token = randomBytes(24).toString("base64url");
  const files = writeFiles(folder, token);
  const server = await startChild({
    ...common,
    ...{ name: "kube-apiserver", command: programs.apiServer, log: join(folder, "kube-apiserver.log") },
    args: [
      ...["--etcd-servers", etcdUrl, "--bind-address", "127.0.0.1", "--secure-port", String(port)],
      ...["--tls-cert-file", files.certificate, "--tls-private-key-file", files.key, "--token-auth-file", files.tokens],
      ...["--service-account-issuer", ISSUER, "--service-account-signing-key-file", files.signingKey],
      ...["--service-account-key-file", files.signingKey, "--service-cluster-ip-range", "10.0.0.0/24"],
      ...["--authorization-mode", "RBAC", "--cert-dir", join(folder, "certificates")],
    ],
  });
  const url = `https://127.0.0.1:${port}`;
  const api = createApiClient({ url, token, authorityFile: testAuthorityFile });
  await waitUntilReady(server, async () => (await api.request("GET", "/readyz")).status === 200, READY_MS);
  const kubeconfig = join(folder, "kubeconfig.json");
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(url, token)), { mode: 0o600 });
  return { url, api, kubeconfig };
}

function writeFiles(folder: string, token: string) {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const { key, cert } = testCertificate("trusted");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return {
    certificate: write("server.pem", cert),
    key: write("server.key", key),
    tokens: write("tokens.csv", `${token},verify,verify,"system:masters"\n`),
    signingKey: write("signing.key", privateKey.export({ type: "pkcs8", format: "pem" }).toString()),
  };
}

function kubeconfigOf(server: string, token: string) {
  const name = "verify";
  return {
    ...{ apiVersion: "v1", kind: "Config", "current-context": name },
    clusters: [{ name, cluster: { server, "certificate-authority": testAuthorityFile } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
}
