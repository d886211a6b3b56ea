import type { Step } from "./run-step.ts";

const bin = (name: string) => `node_modules/.bin/${name}`;

/** Everything that can be said of the tree without running it, by the project's own tools. */
export const staticSteps: readonly Step[] = [
  { name: "format and lint", command: [bin("biome"), "ci", "--colors=off", "."] },
  { name: "types", command: [bin("tsc"), "--noEmit", "-p", "tsconfig.json"] },
  {
    name: "direction rules",
    command: [
      bin("depcruise"),
      "--config",
      ".dependency-cruiser.cjs",
      "gateway",
      "services",
      "libs",
      "deploy",
      "test-e2e",
    ],
  },
  { name: "leftovers", command: [bin("knip"), "--no-progress"] },
  { name: "composition", command: [process.execPath, "gateway/compose.ts", "--check"] },
];
