import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PublicInterface } from "./check-interfaces.ts";
import { readFilesOf } from "./file-versions.ts";
import { storedChanges } from "./stored-changes.ts";

/** The files with examples of what services store and send to each other. */
const FILES =
  /^(?:services\/[^/]+\/test\/stored\/(?:documents|indexes)\/[^/]+|libs\/service-contracts\/test\/payloads)\.json$/;

/**
 * Returns the stored data and jobs of all services as an interface between releases. The interface is compared only
 * with that of the previous release, because processes of older releases do not read the data or the jobs.
 */
export function storedData(root: string): PublicInterface {
  const commit = readFileSync(join(root, "deploy/previous-release"), "utf8").trim();
  const paths = globSync(["services/*/test/stored/*/*.json", "libs/service-contracts/test/*.json"], { cwd: root });
  const now = paths
    .filter((path) => FILES.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);
  const { files, cut } = readFilesOf(root, commit, (path) => FILES.test(path));
  const versions = cut === undefined ? [{ commit: commit.slice(0, 8), text: asOneText(files) }] : [];
  return {
    ...{ name: "stored data and jobs", file: "deploy/previous-release" },
    ...{ now: asOneText(now), history: { versions, cut }, compare: storedChanges },
  };
}

function asOneText(files: Iterable<readonly [string, string]>): string {
  return JSON.stringify(Object.fromEntries(Array.from(files, ([path, text]) => [path, JSON.parse(text)])));
}
