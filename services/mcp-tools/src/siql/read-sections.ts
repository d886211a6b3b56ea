import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All possible sections of the SIQL reference, in the order in which lists show them. */
const SECTIONS = [
  ...["overview", "operators", "functions", "pipes", "rule", "natrule", "device", "devicegroup", "domain", "policy"],
  ...["networkobj", "serviceobj", "userobj", "appobj", "profileobj", "control", "assessment", "connection"],
  ...["application", "addressbook", "scope", "scheduleobj", "interface", "route", "asset", "ticket", "examples"],
];

/**
 * Reads the sections of the SIQL reference, by name. The text of a section is the file `<section>.md` in the folder.
 * Sections without a file are left out.
 */
export function readSections(folder: string): ReadonlyMap<string, string> {
  const files = new Set(readdirSync(folder));
  const present = SECTIONS.filter((section) => files.has(`${section}.md`));
  return new Map(present.map((section) => [section, readFileSync(join(folder, `${section}.md`), "utf8").trimEnd()]));
}
