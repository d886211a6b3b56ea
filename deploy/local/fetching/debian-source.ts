import { existsSync, readFileSync } from "node:fs";
import { runProgram } from "../processes/run-program.ts";

const FORMAT = "$(REPO_URI)|$(LABEL)|$(COMPONENT)|$(RELEASE)";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** Returns the apt source line of Debian's unstable suite, at the mirror that this machine's apt uses. */
export async function debianSourceLine(): Promise<string> {
  return sourceLine(mainMirror(await indexTargets()), "sid");
}

/**
 * Returns the apt source lines of a stable suite and of its security updates, at the mirrors that this machine's apt
 * uses. The line of the security updates is missing if apt has no mirror of them.
 */
export async function stableSourceLines(suite: string): Promise<string[]> {
  const targets = await indexTargets();
  const security = securityMirror(targets);
  return [
    sourceLine(mainMirror(targets), suite),
    ...(security === undefined ? [] : [sourceLine(security, `${suite}-security`)]),
  ];
}

const indexTargets = () => runProgram("apt-get", ["indextargets", "--format", FORMAT]);

function mainMirror(targets: string): string {
  const mirror = debianMirror(targets, isDebian());
  if (mirror === undefined) throw new Error("apt on this machine has no Debian mirror configured");
  return mirror;
}

const sourceLine = (mirror: string, suite: string) =>
  `deb ${existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : ""}${mirror} ${suite} main`;

/**
 * Returns the URL of the mirror of Debian's main archive. `targets` is the output of `apt-get indextargets`. In this
 * output, the mirror has the label "Debian" once apt has fetched its package lists. If no repository has this label and
 * the system is Debian, returns the first repository without a label that is not the security repository.
 */
export function debianMirror(targets: string, onDebian: boolean): string | undefined {
  const rows = rowsOf(targets);
  const known = rows.find(({ label }) => label === "Debian");
  if (known) return known.uri;
  return onDebian
    ? rows.find(({ label, release }) => label === "$(LABEL)" && !release.includes("security"))?.uri
    : undefined;
}

/** Finds the mirror of Debian's security updates in apt's index targets. */
export function securityMirror(targets: string): string | undefined {
  return rowsOf(targets).find(({ label, release }) => label === "Debian-Security" || release.endsWith("-security"))
    ?.uri;
}

function rowsOf(targets: string) {
  return targets
    .split("\n")
    .map((line) => line.split("|"))
    .map(([uri = "", label = "", component = "", release = ""]) => ({ uri, label, component, release }))
    .filter(({ uri, component }) => uri !== "" && component === "main");
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
