import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestIssuer } from "./test-issuer.ts";

/** The tokens that one service sends. Each token is in its own file, as a platform would provide it. */
export interface ServiceTokens {
  /**
   * The folder of the token files. A test may add other files, such as a file of keys. `remove` deletes the folder with
   * all files.
   */
  readonly folder: string;
  /** The path for SERVICE_TOKEN_FILE, in which "{audience}" stands for the callee. */
  readonly serviceTokenFile: string;
  remove(): Promise<void>;
}

/** Writes the tokens of `subject` for each callee. */
export async function writeServiceTokens(
  issuer: Pick<TestIssuer, "serviceToken">,
  { subject, audiences }: { readonly subject: string; readonly audiences: readonly string[] },
): Promise<ServiceTokens> {
  const folder = await mkdtemp(join(tmpdir(), "service-tokens-"));
  for (const audience of audiences)
    await writeFile(join(folder, `${audience}.jwt`), await issuer.serviceToken({ subject, audience }));
  return {
    folder,
    serviceTokenFile: join(folder, "{audience}.jwt"),
    remove: () => rm(folder, { recursive: true }),
  };
}
