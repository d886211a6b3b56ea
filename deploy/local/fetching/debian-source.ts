import { existsSync, readFileSync } from "node:fs";
import { runProgram } from "../processes/run-program.ts";

const FORMAT = "$(REPO_URI)|$(LABEL)|$(COMPONENT)|$(RELEASE)";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** Returns the apt source line of Debian's unstable suite, at the mirror that this machine's apt uses. */
export async function debianSourceLine(): Promise<string> {
  const targets = await runProgram("apt-get", ["indextargets", "--format", FORMAT]);
  const mirror = debianMirror(targets, isDebian());
  if (mirror === undefined) throw new Error("apt on this machine has no Debian mirror configured");
  return `deb ${existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : ""}${mirror} sid main`;
}

/**
 * Finds the mirror of the main Debian archive in apt's index targets. The mirror is recognized by the label "Debian",
 * but apt knows labels only after it has fetched its lists. Before that, on a Debian system, the first repository that
 * is not the security repository is used.
 */
export function debianMirror(targets: string, onDebian: boolean): string | undefined {
  const rows = targets
    .split("\n")
    .map((line) => line.split("|"))
    .map(([uri = "", label = "", component = "", release = ""]) => ({ uri, label, component, release }))
    .filter(({ uri, component }) => uri !== "" && component === "main");
  const known = rows.find(({ label }) => label === "Debian");
  if (known) return known.uri;
  return onDebian
    ? rows.find(({ label, release }) => label === "$(LABEL)" && !release.includes("security"))?.uri
    : undefined;
}

function isDebian(): boolean {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}
