import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** The path of a file that can be read when the process starts. */
export const readableFile = z.string().refine((path) => textOf(path) !== undefined, "names a file that can't be read");

/**
 * The path of a PEM file with certificates of certificate authorities. The process trusts these authorities instead of
 * the default authorities of Node.js. When the environment is parsed, the path is replaced by the content of the file.
 */
export const certificateAuthority = z
  .string()
  .transform((path, context): string => {
    const text = textOf(path);
    const problem = text === undefined ? "can't be read" : isPem(text) ? undefined : "has no certificates in PEM";
    if (text !== undefined && problem === undefined) return text;
    context.addIssue({ code: "custom", message: `names a file that ${problem}` });
    return z.NEVER;
  })
  .optional();

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function isPem(text: string): boolean {
  const found = text.match(CERTIFICATE) ?? [];
  return found.length > 0 && found.every(isCertificate);
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
