import { writeFileSync } from "node:fs";
import { editorSchemaText } from "../src/boundary-schema.ts";

/** `npm run policy-schema`: writes boundaries.schema.json. */
writeFileSync(new URL("../boundaries.schema.json", import.meta.url), editorSchemaText());
console.log("wrote services/policy/boundaries.schema.json");
