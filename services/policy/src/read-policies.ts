import { errorCode } from "@network-access/service-runtime/error-code";
import type { FoundFiles } from "./files/find-files.ts";
import type { ParsedPolicyFile } from "./files/parse-policy-file.ts";
import { type PolicyBoundary, type PolicyError, placeText } from "./policy-boundary.ts";

/** All paths are relative to the folder. */
export interface ReadPoliciesNeeds {
  find(): Promise<FoundFiles>;
  /** Rejects if the file can't be read. */
  read(file: string): Promise<Uint8Array>;
  parse(shownAs: string, text: string): ParsedPolicyFile;
}

export interface Policies {
  /** The boundaries, ordered by file and then by their position in the file. If there are no errors, ids are unique. */
  readonly boundaries: readonly PolicyBoundary[];
  /** Nothing is applied while there are errors. */
  readonly errors: readonly PolicyError[];
  /** The number of files that were read. */
  readonly files: number;
}

const MOST_FILE_BYTES = 2 * 1_024 * 1_024;
const MOST_BYTES = 32 * 1_024 * 1_024;
const MOST_BOUNDARIES = 10_000;

/** Reads every policy file of a folder. `shownAs` is the folder as typed, for error messages. */
export async function readPolicies({ find, read, parse }: ReadPoliciesNeeds, shownAs: string): Promise<Policies> {
  const errors: PolicyError[] = [];
  const boundaries: PolicyBoundary[] = [];
  const refuse = (file: string, message: string) =>
    errors.push({ place: { file, line: 0, column: 0 }, id: null, path: "", message });
  const found = await find();
  if (!found.ok) {
    refuse(shownAs, found.problem);
    return { boundaries, errors, files: 0 };
  }
  let bytes = 0;
  for (const file of found.files) {
    const name = joined(shownAs, file);
    const content = await read(file).catch((error: unknown) => {
      refuse(name, `can't be read: ${errorCode(error) ?? "unknown reason"}`);
      return undefined;
    });
    if (content === undefined) continue;
    bytes += content.length;
    const text = content.length > MOST_FILE_BYTES ? undefined : utf8(content);
    if (content.length > MOST_FILE_BYTES) refuse(name, "is larger than 2 MiB; split it");
    else if (bytes > MOST_BYTES) {
      refuse(name, "exceeds the limit of 32 MiB for a folder; split the folder, with a source for each part");
      break;
    } else if (text === undefined) refuse(name, "is not UTF-8; save it as UTF-8");
    else {
      const parsed = parse(name, text);
      errors.push(...parsed.errors);
      boundaries.push(...parsed.boundaries);
    }
    if (boundaries.length > MOST_BOUNDARIES) {
      refuse(
        name,
        "exceeds the limit of 10,000 boundaries for a folder; split the folder, with a source for each part",
      );
      break;
    }
  }
  errors.push(...repeatedIds(boundaries));
  return { boundaries, errors, files: found.files.length };
}

function repeatedIds(boundaries: readonly PolicyBoundary[]): PolicyError[] {
  const first = new Map<string, PolicyBoundary>();
  return boundaries.flatMap((boundary) => {
    const { text, place } = boundary;
    const earlier = first.get(text.id);
    if (earlier === undefined) {
      first.set(text.id, boundary);
      return [];
    }
    const message = `is also the id of the boundary at ${placeText(earlier.place)}; change one of them`;
    return [{ place, id: text.id, path: "id", message }];
  });
}

function joined(folder: string, file: string): string {
  return folder === "." ? file : `${folder.replace(/\/+$/, "")}/${file}`;
}

function utf8(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
