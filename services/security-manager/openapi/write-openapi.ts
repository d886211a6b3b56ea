import { writeFileSync } from "node:fs";
import { accessTableText } from "./access-table.ts";
import { managerDescriptionText } from "./describe-rest.ts";

/** `npm run openapi`: writes openapi.json and docs/manager-access.md. */
writeFileSync(new URL("../openapi.json", import.meta.url), managerDescriptionText());
writeFileSync(new URL("../../../docs/manager-access.md", import.meta.url), accessTableText());
console.log("wrote services/security-manager/openapi.json and docs/manager-access.md");
