import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { openSearchEnvironment } from "../process/environment.ts";
import type { OpenSearchSettings } from "./opensearch-client.ts";

/**
 * Returns the connection settings of the cluster. If a variable points to a file that can't be read, throws an error
 * that names the variable.
 */
export function openSearchSettings(read: z.output<typeof openSearchEnvironment>): OpenSearchSettings {
  return {
    nodes: read.OPENSEARCH_URL,
    username: read.OPENSEARCH_USERNAME,
    password: read.OPENSEARCH_PASSWORD,
    certificateAuthority: read.OPENSEARCH_CA_FILE === undefined ? undefined : readFile(read.OPENSEARCH_CA_FILE),
  };
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error("the environment can't be used\n  OPENSEARCH_CA_FILE: can't be read", { cause });
  }
}
