import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { workspace } from "../workspace.ts";
import { runStep } from "./run-step.ts";
import { withEngines } from "./with-engines.ts";

const files = globSync("{gateway,services/*,libs/*,test-e2e}/bench/*.bench.ts", { cwd: workspace.root }).sort();
const names = files.map((file) => basename(file, ".bench.ts"));
const [name, ...args] = process.argv.slice(2);
const file = files[names.indexOf(name ?? "")];
if (file === undefined) {
  console.error(`npm run bench -- NAME runs one of ${names.join(", ")}`);
  process.exit(1);
}
const step = {
  name: `bench ${name}`,
  command: ["node", "--no-warnings", join(workspace.root, file), ...args] as [string, ...string[]],
};
// A benchmark of the whole stack lives with the end-to-end tests; the others measure one piece without engines.
const needsEngines = file.startsWith("test-e2e/");
const succeeded = needsEngines
  ? await withEngines((environment) => runStep(step, environment))
  : await runStep(step, process.env);
process.exit(succeeded ? 0 : 1);
