import { readFile } from "node:fs/promises";
import type { FetchImplementation } from "jose";
import { Agent, request } from "undici";

/** How an issuer's keys are fetched. */
export interface KeyFetchSettings {
  /**
   * The PEM certificates of the authorities that may sign the issuer's TLS certificate. They replace the default
   * authorities of Node.
   */
  readonly certificateAuthority?: string | undefined;
  /** The file with the token that the issuer demands. */
  readonly tokenFile?: string | undefined;
}

/** The size limit of a response. A set of keys has only a few kilobytes. */
const MAX_ANSWER_BYTES = 1_024 * 1_024;

/**
 * Creates a function that fetches the issuer's keys. If `tokenFile` is given, each fetch sends the token in this file.
 * The file is read before each fetch, because the platform renews the token. Redirects are not followed, so the token
 * is never sent to the target of a redirect. The function throws an error with the reason if the keys can't be fetched.
 */
export function createKeyFetch({ certificateAuthority, tokenFile }: KeyFetchSettings): FetchImplementation {
  const dispatcher = new Agent({
    maxResponseSize: MAX_ANSWER_BYTES,
    ...(certificateAuthority === undefined ? {} : { connect: { ca: certificateAuthority } }),
  });
  return async (url, { headers, method, signal }) => {
    if (tokenFile !== undefined) headers.set("authorization", `Bearer ${await readToken(tokenFile)}`);
    const { statusCode, body } = await request(url, { dispatcher, headers, method, signal });
    if (statusCode === 200) return new Response(await body.text());
    await body.dump();
    throw new Error(`the issuer answered ${statusCode}${meaning(statusCode, tokenFile)}`);
  };
}

/**
 * Reads the token in `file`. Throws if the file contains anything other than a token. The error does not quote the
 * content. If invalid content were sent as a header, the error about the invalid header would quote the content.
 */
async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, "utf8")).trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error(`${file} contains no token`);
  return token;
}

function meaning(status: number, tokenFile: string | undefined): string {
  if (status >= 300 && status < 400) return "; redirects are not followed";
  if (status !== 401 && status !== 403) return "";
  return tokenFile === undefined
    ? "; it serves its keys only to callers with a token"
    : `; it refuses the token in ${tokenFile}`;
}
