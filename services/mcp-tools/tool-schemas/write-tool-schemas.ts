import { writeFileSync } from "node:fs";
import { toolSchemasText } from "./tool-schemas-text.ts";

/** `npm run tool-schemas`: writes tools.json. */
writeFileSync(new URL("../tools.json", import.meta.url), toolSchemasText());
console.log("wrote services/mcp-tools/tools.json");
