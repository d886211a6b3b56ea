import { mkdirSync } from "node:fs";
import { writeAptConfiguration } from "@network-access/local-stack/apt-configuration";
import { stableSourceLines } from "@network-access/local-stack/debian-source";
import { runProgram } from "@network-access/local-stack/run-program";

/** Runs apt-get in a folder. */
export type Apt = (args: readonly string[], folder?: string) => Promise<string>;

/**
 * Fetches the package lists of a stable suite into `folder`, and returns a function that runs apt-get with these lists.
 */
export async function stableApt(suite: string, folder: string): Promise<Apt> {
  mkdirSync(folder, { recursive: true });
  const configuration = writeAptConfiguration(folder, await stableSourceLines(suite));
  const environment = { ...process.env, APT_CONFIG: configuration, LC_ALL: "C" };
  const apt: Apt = (args, place = folder) => runProgram("apt-get", args, { environment, folder: place });
  await apt(["update", "-q"]);
  return apt;
}
