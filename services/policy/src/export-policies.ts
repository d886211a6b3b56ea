import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import { DONE, FAILED, INTERRUPTED } from "@network-access/service-runtime/exit-codes";
import type { Boundaries, StoredBoundary } from "./boundaries.ts";
import { readStored } from "./read-stored.ts";
import { countedBoundaries } from "./terminal/counted.ts";
import { failureText } from "./terminal/failure-text.ts";
import { type Line, line } from "./terminal/line.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface ExportPoliciesNeeds {
  readonly terminal: Terminal;
  readonly boundaries: Pick<Boundaries, "list">;
  readonly isInterrupted: () => boolean;
  /** Resolves with the reason why files can't be exported into the folder, or with null if they can. */
  readonly whyNotInto: () => Promise<string | null>;
  /** Writes a file at a path relative to the export's folder. Creates missing folders. */
  readonly write: (file: string, content: string) => Promise<void>;
  readonly yamlOf: (text: BoundaryText) => string;
  /** Returns a different name for each id. The names are valid in every file system. */
  readonly fileNames: (ids: readonly string[]) => readonly string[];
}

/** A source and the subfolder for its files. An empty `below` means the folder of the export itself. */
interface Part {
  readonly source: string | null;
  readonly below: string;
  readonly boundaries: readonly StoredBoundary[];
}

/**
 * Writes each boundary to a file of its own and returns the exit code. Applying the written files would change nothing.
 * Each source gets its own folder, because `apply` handles one source at a time.
 */
export async function exportPolicies(
  needs: ExportPoliciesNeeds,
  { source, folder }: { readonly source: string | null; readonly folder: string },
): Promise<number> {
  const { terminal, boundaries, whyNotInto, write, yamlOf, fileNames, isInterrupted } = needs;
  const problem = await whyNotInto();
  if (problem !== null) {
    terminal.complain([line(`${folder} ${problem}`, "wrong")]);
    return FAILED;
  }
  const onPage = (read: number) => terminal.status.show(`reading the service: ${countedBoundaries(read)}`);
  const stored = await readStored({ boundaries, onPage }, ({ text }) => source === null || text.source === source);
  terminal.status.clear();
  if (!stored.ok) {
    terminal.complain(failureText(stored.failure));
    return isInterrupted() ? INTERRUPTED : FAILED;
  }
  const parts =
    source === null ? partsBySource(stored.answer, fileNames) : [{ source, below: "", boundaries: stored.answer }];
  for (const part of parts) {
    const names = fileNames(part.boundaries.map(({ text }) => text.id));
    for (const [at, { text }] of part.boundaries.entries()) {
      terminal.status.show(`writing ${part.below}${names[at]}.yaml`);
      await write(`${part.below}${names[at]}.yaml`, yamlOf(text));
    }
    terminal.status.clear();
    terminal.print(partText(part, folder));
  }
  if (parts.length === 0) terminal.print([line("There are no boundaries.")]);
  return DONE;
}

function partsBySource(
  stored: readonly StoredBoundary[],
  fileNames: ExportPoliciesNeeds["fileNames"],
): readonly Part[] {
  const bySource = Map.groupBy(stored, ({ text }) => text.source);
  const named = [...bySource.keys()].filter((source) => source !== null).sort();
  const folders = fileNames(named);
  const parts: Part[] = named.map((source, at) => ({
    source,
    below: `source-${folders[at]}/`,
    boundaries: bySource.get(source) ?? [],
  }));
  const unowned = bySource.get(null);
  return unowned === undefined ? parts : [...parts, { source: null, below: "no-source/", boundaries: unowned }];
}

function partText({ source, below, boundaries }: Part, folder: string): Line[] {
  const count = countedBoundaries(boundaries.length);
  const into = below === "" ? folder : `${folder.replace(/\/+$/, "")}/${below}`;
  if (source === null)
    return [
      line(`${count} of no source: ${into}`),
      line("  apply refuses these ids, because they have no source; save them with one first.", "aside"),
    ];
  return [line(`${count} of "${source}": ${into}`)];
}
