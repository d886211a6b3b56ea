import type { Reader, Stated } from "./reader.ts";
import type { SourceFile } from "./readers/read-text.ts";

/** Flags that only some sources take. */
export const sourceFlags = ["cloud-account", "cluster", "mapping"] as const;
export type SourceFlag = (typeof sourceFlags)[number];

/** One kind of export, and all that the command knows of it. `sources.ts` lists them. */
export interface Source {
  /** The first argument; the ids of discoveries begin with it. */
  readonly name: string;
  /** For the help: which files it reads, in lines of at most 85 characters. */
  readonly files: readonly string[];
  /** For the help: commands that make such files and upload them. */
  readonly example: readonly string[];
  readonly flags: readonly SourceFlag[];
  /** The one of its flags that has to be given, and what is said where it is missing. */
  readonly needs?: { readonly flag: SourceFlag; readonly problem: string };
  /** Whether an export shows all there is of what it shows, so that the rest may be cleaned up without being asked. */
  readonly showsAll: boolean;
  /** Throws UnreadableFile where the mapping is wrong; there is one where the source needs it. */
  open(stated: Stated, mapping: SourceFile | undefined): Promise<Reader>;
}
