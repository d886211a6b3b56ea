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

/** Returns the cache folder of the user, and shows progress on standard error. Cached packages stay in use. */
export function userFetchPlace(environment: Record<string, string | undefined> = process.env): FetchPlace {
  const cache = cacheFolder(environment);
  makePassableFolder(cache);
  return { cache, progress: showProgress(process.stderr), refresh: false, environment };
}
