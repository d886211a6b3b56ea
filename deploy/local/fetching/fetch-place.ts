import { type Progress, showProgress } from "../processes/progress.ts";
import { cacheFolder, makePassableFolder } from "./cache-folder.ts";

/** What is needed to fetch or build a program. */
export interface FetchPlace {
  cache: string;
  progress: Progress;
  /** Whether to check for newer packages even if working packages are cached. */
  refresh: boolean;
  environment: Record<string, string | undefined>;
}

/**
 * Returns settings for fetching programs into the user's cache folder. Progress is written to standard error. A cached
 * program is used even if a newer version exists.
 */
export function userFetchPlace(environment: Record<string, string | undefined> = process.env): FetchPlace {
  const cache = cacheFolder(environment);
  makePassableFolder(cache);
  return { cache, progress: showProgress(process.stderr), refresh: false, environment };
}
