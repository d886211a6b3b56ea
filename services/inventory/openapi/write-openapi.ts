import { writeFileSync } from "node:fs";
import { descriptionText } from "./describe-rest.ts";

/** Writes openapi.json. Run it as `npm run openapi`. */
writeFileSync(new URL("../openapi.json", import.meta.url), descriptionText());
console.log("wrote services/inventory/openapi.json");
