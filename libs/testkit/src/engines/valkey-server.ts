import { chownSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild, waitUntilReady } from "@network-access/local-stack/child-process";
import { underLoader } from "@network-access/local-stack/package-root";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { testAuthorityFile, trustedCertificateFiles } from "../access/test-certificates.ts";
import { freePort } from "../servers/free-port.ts";
import { accepts, ownPlace } from "./own-place.ts";

/** A Valkey server or a Sentinel that only one test uses. The test chooses its settings. */
export interface ValkeyServer {
  readonly port: number;
  /** Ends the server at once, as if its machine were lost. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The configuration lines of a server that accepts only TLS connections, and uses TLS for connections to other servers.
 */
const tlsOnly = (port: number, file: (path: string) => string): readonly string[] => [
  "port 0",
  `tls-port ${port}`,
  "tls-replication yes",
  "tls-auth-clients no",
  `tls-ca-cert-file ${file(testAuthorityFile)}`,
  `tls-cert-file ${file(trustedCertificateFiles.cert)}`,
  `tls-key-file ${file(trustedCertificateFiles.key)}`,
];

/** Starts a server with these lines in its settings. */
export async function startValkey(
  settings: readonly string[],
  { sentinel = false, tls = false }: { readonly sentinel?: boolean; readonly tls?: boolean } = {},
): Promise<ValkeyServer> {
  // An engine that has a URL is not prepared. These placeholder URLs leave only Redis to prepare.
  const prepared = await prepareEngines({ urls: { mongo: "mongodb://127.0.0.1:9", opensearch: "http://127.0.0.1:9" } });
  if (!("programs" in prepared.redis)) throw new Error("Valkey was not prepared");
  const { place, end } = ownPlace();
  const port = await freePort();
  const owned = (path: string) => {
    if (place.user) chownSync(path, place.user.uid, place.user.gid);
    return path;
  };
  const copied = (path: string) => {
    const copy = join(place.dataFolder, path.replaceAll("/", "_"));
    copyFileSync(path, copy);
    return owned(copy);
  };
  const file = join(place.dataFolder, "valkey.conf");
  const listening = tls ? tlsOnly(port, copied) : [`port ${port}`];
  writeFileSync(file, [...listening, "bind 127.0.0.1", `dir ${place.dataFolder}`, ...settings, ""].join("\n"));
  const program = underLoader(prepared.redis.programs, "usr/bin/valkey-server", [
    owned(file),
    ...(sentinel ? ["--sentinel"] : []),
  ]);
  const child = await startChild({
    ...{ name: sentinel ? "sentinel" : "valkey", ...program, ...place, order: "engine" },
    environment: { PATH: process.env.PATH, HOME: place.dataFolder },
    folder: place.dataFolder,
    log: join(place.logFolder, "valkey.log"),
  });
  await waitUntilReady(child, () => accepts(port), 60_000, 20);
  return {
    port,
    async kill() {
      child.kill("SIGKILL");
      await child.ended;
    },
    async stop() {
      await child.stop();
      end();
    },
  };
}
