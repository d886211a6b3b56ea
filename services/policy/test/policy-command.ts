import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BoundaryText } from "@network-access/firewall-rules/boundary-text";
import type { Destination } from "../src/config.ts";
import { boundaryYaml } from "../src/files/boundary-yaml.ts";
import { policyFolder } from "../src/files/policy-folder.ts";
import { runPolicy } from "../src/run-policy.ts";
import { type Line, printed } from "../src/terminal/line.ts";
import { aText } from "./builders.ts";
import { type InMemoryBoundaries, type InMemoryOptions, inMemoryBoundaries } from "./in-memory-boundaries.ts";

const roots: string[] = [];
const newFolder = () => {
  const root = mkdtempSync(path.join(tmpdir(), "policy-command-"));
  roots.push(root);
  return root;
};

/** Removes the folders of a test file. */
export function removeFolders(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
}

/** Returns a boundary of the source "shop". */
export const own = (id: string, members: Partial<BoundaryText> = {}) => aText(id, { source: "shop", ...members });

/** Creates a folder with policy files, a service with boundaries, and a function that runs the command on them. */
export function setUp(
  files: readonly BoundaryText[],
  stored: readonly BoundaryText[],
  { readDestination = graph, ...options }: InMemoryOptions & { readonly readDestination?: () => Destination } = {},
) {
  const root = newFolder();
  const write = (text: BoundaryText) => writeFileSync(path.join(root, `${text.id}.yaml`), boundaryYaml(text));
  for (const text of files) write(text);
  const boundaries = inMemoryBoundaries(stored, options);
  const run = (words: string, answer?: string, isInterrupted = () => false) =>
    command({ root, boundaries, readDestination, isInterrupted }, words, answer);
  return { root, boundaries, write, drop: (id: string) => unlinkSync(path.join(root, `${id}.yaml`)), run };
}

const graph = (): Destination => ({ url: "https://graph.example.com", token: "secret-token", from: "environment" });

async function command(
  {
    root,
    boundaries,
    readDestination,
    isInterrupted,
  }: {
    root: string;
    boundaries: InMemoryBoundaries;
    readDestination: () => Destination;
    isInterrupted: () => boolean;
  },
  words: string,
  answer?: string,
) {
  const out: string[] = [];
  const complained: string[] = [];
  const asked: string[] = [];
  const to = (list: string[]) => (lines: readonly Line[]) => list.push(...lines.map((line) => printed(line, false)));
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const code = await runPolicy(
    {
      terminal: {
        print: to(out),
        complain: to(complained),
        status: { show: () => undefined, say: () => undefined, clear: () => undefined },
        ask: answer === undefined ? null : ask,
      },
      openFolder: (name) => policyFolder(path.join(root, name)),
      readDestination,
      connect: () => boundaries,
      isInterrupted,
      pause: async () => undefined,
    },
    words.split(" "),
  );
  return { code, out: out.join("\n"), complained: complained.join("\n"), asked };
}
