import type { Reader, Stated } from "./reader.ts";
import type { SourceFile } from "./readers/read-text.ts";

/** Flags that only some sources accept. */
export const sourceFlags = ["cloud-account", "cluster", "mapping"] as const;
export type SourceFlag = (typeof sourceFlags)[number];

/** One kind of export. `sources.ts` lists all sources. */
export interface Source {
  /** The first argument of the command. The ids of discoveries begin with this name. */
  readonly name: string;
  /** For the help: the files that the source reads, in lines of at most 85 characters. */
  readonly files: readonly string[];
  /** For the help: commands that create such files and upload them. */
  readonly example: readonly string[];
  readonly flags: readonly SourceFlag[];
  /** The required flag, and the error when it is missing. */
  readonly needs?: { readonly flag: SourceFlag; readonly problem: string };
  /**
   * True if an export contains every item of its scope. Items that are missing in the export are then removed even
   * without --cleanup.
   */
  readonly showsAll: boolean;
  /**
   * Creates the reader. `mapping` is given if the source requires one. Throws UnreadableFile if the mapping is invalid.
   */
  open(stated: Stated, mapping: SourceFile | undefined): Promise<Reader>;
}
