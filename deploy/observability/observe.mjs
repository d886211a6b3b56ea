// `npm run observe` watches the running stack with Prometheus.
import { join } from "node:path";
import { prepare, root, runScript } from "../local/prepare.mjs";

const node = await prepare({ engines: false });
const script = join(root, "deploy/observability/run-observe.ts");
process.exit(await runScript(node, ["--no-warnings", script, ...process.argv.slice(2)]));
