import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AerleonPolicy, networksText, policyText, servicesText } from "./aerleon-policy.ts";

/** A packet. `protocol` is aerleon's name of the protocol. */
export interface Packet {
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly sourcePort: number;
  readonly port: number;
}

/** The action of the term that decides a packet, or null if no term decides it. */
export type Action = "accept" | "deny" | "reject" | "reject-with-tcp-rst" | null;

export interface Aerleon {
  /**
   * Returns the text that aerleon wrote for the policy at position `at`. `ending` is the extension of the file: `.ipt`
   * or `.asa`.
   */
  readonly written: (at: number, ending: string) => string;
  /**
   * Asks aclcheck, aerleon's packet checker. For each question, returns the actions that the question's policy applies
   * to the question's packets, in the order of the packets.
   */
  readonly check: (questions: readonly { policy: AerleonPolicy; packets: readonly Packet[] }[]) => Action[][];
  /** Returns what the command `aclcheck` prints for one packet. */
  readonly command: (at: number, packet: Packet) => string;
  readonly remove: () => void;
}

/**
 * Runs aerleon on the policies, in a temporary folder. `python` is the path of a Python interpreter in whose
 * environment aerleon is installed. Throws if aerleon fails, with the errors that aerleon reports.
 */
export function runAerleon(python: string, policies: readonly AerleonPolicy[]): Aerleon {
  const folder = mkdtempSync(path.join(tmpdir(), "aerleon-"));
  const [definitions, written] = [path.join(folder, "def"), path.join(folder, "written")];
  for (const made of [definitions, written, path.join(folder, "pol")]) mkdirSync(made);
  writeFileSync(path.join(definitions, "networks.yaml"), networksText(policies.flatMap(({ networks }) => networks)));
  writeFileSync(path.join(definitions, "services.yaml"), servicesText(policies.flatMap(({ services }) => services)));
  const fileOf = (at: number) => path.join(folder, "pol", `policy${at}.pol`);
  policies.forEach((policy, at) => {
    writeFileSync(fileOf(at), policyText(policy));
  });
  const places = ["--base_directory", folder, "--definitions_directory", definitions];
  run(python, ["-m", "aerleon", ...places, "--output_directory", written]);
  return {
    written: (at, ending) => readFileSync(path.join(written, `policy${at}${ending}`), "utf8"),
    check: (questions) => {
      const asked = questions.map(({ policy, packets }) => ({
        policy: policy.terms.length === 0 ? "" : policyText(policy),
        packets,
      }));
      const input = JSON.stringify({ definitions, questions: asked });
      return JSON.parse(run(python, [path.join(import.meta.dirname, "aclcheck.py")], input)) as Action[][];
    },
    command: (at, { source, destination, protocol, sourcePort, port }) =>
      run(python, [
        ...["-m", "aerleon.aclcheck_cmdline", ...places, "-p", fileOf(at), "-s", source, "-d", destination],
        ...["--proto", protocol, "--sport", String(sourcePort), "--dport", String(port)],
      ]),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function run(python: string, args: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync(python, args, {
    ...{ input, encoding: "utf8", maxBuffer: 2 ** 28, timeout: 300_000 },
  });
  if (status !== 0) throw new Error(`${python} ${args.join(" ")} failed: ${error?.message ?? stderr.slice(-4_000)}`);
  return stdout;
}
