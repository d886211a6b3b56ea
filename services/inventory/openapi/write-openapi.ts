import { writeFileSync } from "node:fs";
import { descriptionText } from "./describe-rest.ts";

/** `npm run openapi`: writes openapi.json. */
writeFileSync(new URL("../openapi.json", import.meta.url), descriptionText());
console.log("wrote services/inventory/openapi.json");
