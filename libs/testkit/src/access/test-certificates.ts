import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../../certificates/", import.meta.url);

/** The certificate file of the authority that signed all test certificates except the self-signed one. */
export const testAuthorityFile: string = fileURLToPath(new URL("authority.pem", folder));

/** The names of the certificates. All except `of-another-host` are issued for 127.0.0.1 and localhost. */
export type TestCertificate = "trusted" | "of-another-host" | "expired" | "self-signed";

/**
 * The files with the trusted certificate and its key, for programs that need paths of files. Every user of the machine
 * can read these files.
 */
export const trustedCertificateFiles = {
  key: fileURLToPath(new URL("trusted.key", folder)),
  cert: fileURLToPath(new URL("trusted.pem", folder)),
};

/** Returns the key and certificate of a TLS server, in PEM. */
export function testCertificate(name: TestCertificate): { readonly key: string; readonly cert: string } {
  const read = (ending: string) => readFileSync(new URL(`${name}.${ending}`, folder), "utf8");
  return { key: read("key"), cert: read("pem") };
}
