import { writeFileSync } from "node:fs";
import { serviceNamesText } from "./service-names-text.ts";

/** `npm run service-names`: writes src/arguments/service-names.tsv. */
writeFileSync(new URL("../src/arguments/service-names.tsv", import.meta.url), serviceNamesText());
console.log("wrote services/mcp-tools/src/arguments/service-names.tsv");
