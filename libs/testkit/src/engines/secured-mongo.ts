import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntilReady } from "@network-access/local-stack/child-process";
import { startFerretdb, startMongo } from "@network-access/local-stack/mongo";
import { prepareEngines } from "@network-access/local-stack/prepare-engines";
import { MongoClient } from "mongodb";
import { trustedCertificateFiles } from "../access/test-certificates.ts";
import { freePort } from "../servers/free-port.ts";
import { accepts, ownPlace } from "./own-place.ts";

/** A database that serves only TLS and checks passwords. */
export interface SecuredMongo {
  /** The URL without credentials. */
  readonly url: string;
  /** The URL of a second server for the same data. This server uses neither TLS nor passwords. */
  readonly openUrl: string;
  /** Creates a user, or gives an existing user another password. */
  setPassword(user: string, password: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startSecuredMongo(): Promise<SecuredMongo> {
  const prepared = await prepareEngines({ urls: { redis: "redis://127.0.0.1:9", opensearch: "http://127.0.0.1:9" } });
  if (!("programs" in prepared.mongo)) throw new Error("the database was not prepared");
  const { programs } = prepared.mongo;
  const { place, end } = ownPlace();
  const ports = { mongo: await freePort(), postgres: await freePort() };
  const port = await freePort();
  const open = await startMongo(programs, place, ports);
  const copied = (path: string, name: string) => {
    const copy = join(place.dataFolder, name);
    copyFileSync(path, copy);
    return copy;
  };
  const secured = await startFerretdb(
    programs.ferretdb,
    { ...place, logFolder: join(place.dataFolder, "secured") },
    {
      postgres: ports.postgres,
      listening: [
        "--listen-addr=",
        `--listen-tls=127.0.0.1:${port}`,
        `--listen-tls-cert-file=${copied(trustedCertificateFiles.cert, "cert.pem")}`,
        `--listen-tls-key-file=${copied(trustedCertificateFiles.key, "key.pem")}`,
      ],
    },
  );
  await waitUntilReady(secured, () => accepts(port), 60_000, 20);
  return {
    openUrl: open.url,
    url: `mongodb://127.0.0.1:${port}/?tls=true`,
    async setPassword(user, password) {
      const client = await MongoClient.connect(open.url);
      const roles = [
        { role: "readWriteAnyDatabase", db: "admin" },
        { role: "clusterAdmin", db: "admin" },
      ];
      const admin = client.db("admin");
      try {
        await admin.command({ createUser: user, pwd: password, roles }).catch(async () => {
          await admin.command({ updateUser: user, pwd: password });
        });
      } finally {
        await client.close();
      }
    },
    async stop() {
      await secured.stop();
      await open.stop();
      end();
    },
  };
}
