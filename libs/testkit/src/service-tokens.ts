import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestIssuer } from "./test-issuer.ts";

/** What one service shows others, in files, as a platform would lay them out. */
export interface ServiceTokens {
  /** Of its own; other files of a test may lie in it too. */
  readonly folder: string;
  /** As in the setting of a process: "{audience}" stands for the callee. */
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
