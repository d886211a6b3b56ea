import { DONE, FAILED, ONLY_SHOWN } from "@network-access/service-runtime/exit-codes";
import { findAdmittedFamilies } from "./lint/find-admitted-families.ts";
import { findContradictions } from "./lint/find-contradictions.ts";
import { findDuplicates } from "./lint/find-duplicates.ts";
import { writtenTraffic } from "./lint/written-traffic.ts";
import type { Policies } from "./read-policies.ts";
import { counted, countedBoundaries } from "./terminal/counted.ts";
import { errorsText } from "./terminal/failure-text.ts";
import { line } from "./terminal/line.ts";
import { contradictionsText, duplicatesText, familiesText, undecidedText } from "./terminal/lint-text.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface LintPoliciesNeeds {
  readonly terminal: Terminal;
  readonly readFiles: () => Promise<Policies>;
}

/** Checks the files for errors and likely mistakes, without the service. Returns the exit code. */
export async function lintPolicies({ terminal, readFiles }: LintPoliciesNeeds): Promise<number> {
  const { boundaries, errors, files } = await readFiles();
  const traffic = boundaries.map(writtenTraffic);
  const duplicates = findDuplicates(traffic);
  const contradictions = findContradictions(traffic);
  const families = findAdmittedFamilies(traffic);
  terminal.print([
    ...errorsText(errors),
    ...duplicatesText(duplicates),
    ...contradictionsText(contradictions.found),
    ...familiesText(families),
    ...undecidedText(boundaries, contradictions),
  ]);
  const warnings = duplicates.length + contradictions.found.length + families.length;
  const checked = `${countedBoundaries(boundaries.length)} in ${counted(files, "file")}`;
  terminal.print([
    errors.length + warnings === 0
      ? line(`${checked}: no errors, no warnings.`, "good")
      : line(`${checked}: ${counted(errors.length, "error")}, ${counted(warnings, "warning")}.`, "heading"),
  ]);
  return errors.length > 0 ? FAILED : warnings > 0 ? ONLY_SHOWN : DONE;
}
