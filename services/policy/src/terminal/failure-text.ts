import type { CallFailure } from "../boundaries.ts";
import { type PolicyError, placeText } from "../policy-boundary.ts";
import { withCommas } from "./counted.ts";
import { type Line, line } from "./line.ts";

const MOST_ERRORS = 100;

const hints: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: "check GRAPH_TOKEN",
  FORBIDDEN: "use a token with that permission",
  GRAPHQL_VALIDATION_FAILED: "the service has another version than this command",
};

/**
 * Returns lines that say why a call failed. If the service refused members of the input, the lines include the first
 * 100 errors of these members.
 */
export function failureText(failure: CallFailure): Line[] {
  if (failure.kind === "interrupted") return [line("Interrupted.", "wrong")];
  if (failure.kind === "unclear") return [line(failure.message, "wrong")];
  const hint = hints[failure.code];
  const fields = failure.fields
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => line(`  ${path}: ${message}`, "wrong"));
  return [line(`${failure.message}${hint === undefined ? "" : `; ${hint}`}`, "wrong"), ...fields];
}

/** Lists the errors in the files, sorted by file and line, in the format of compiler errors. */
export function errorsText(errors: readonly PolicyError[]): Line[] {
  const sorted = errors.toSorted(({ place: a }, { place: b }) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
  const lines = sorted.slice(0, MOST_ERRORS).map(({ place, id, path, message }) => {
    const what = [...(id === null ? [] : [id]), ...(path === "" ? [] : [path])].join(" ");
    return line(`${placeText(place, true)}: ${what === "" ? "" : `${what}: `}${message}`, "wrong");
  });
  const more = errors.length - lines.length;
  return more > 0 ? [...lines, line(`... and ${withCommas(more)} more`, "wrong")] : lines;
}
