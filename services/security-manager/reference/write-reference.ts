import { writeFileSync } from "node:fs";
import { referenceText } from "./reference-text.ts";

/** `npm run siql-reference`: writes docs/siql.md. */
writeFileSync(new URL("../../../docs/siql.md", import.meta.url), referenceText());
console.log("wrote docs/siql.md");
