import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MISUSED } from "@network-access/service-runtime/exit-codes";
import { CHART } from "./rendering/render-chart.ts";
import { readmeText } from "./values/values-readme.ts";
import { valuesSchemaText } from "./values/values-schema.ts";
import { verifyChart } from "./verify/verify-chart.ts";

const COMMANDS = {
  readme: () => write("README.md", readmeText(readFileSync(join(CHART, "values.yaml"), "utf8"))),
  verify: verifyChart,
  schema: () => write("values.schema.json", valuesSchemaText()),
};

const [name = "", ...rest] = process.argv.slice(2);
const command =
  Object.hasOwn(COMMANDS, name) && rest.length === 0 ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
if (command === undefined) {
  console.error(`npm run chart -- COMMAND takes one of: ${Object.keys(COMMANDS).join(", ")}`);
  process.exitCode = MISUSED;
} else await command();

function write(file: string, text: string): void {
  writeFileSync(join(CHART, file), text);
  console.log(`deploy/helm/network-access-service/${file} is written`);
}
