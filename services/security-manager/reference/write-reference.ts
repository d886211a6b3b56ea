import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { referenceFiles } from "./reference-pages.ts";

/** `npm run siql-reference`: writes the folder docs/siql, a file for each section. */
const folder = new URL("../../../docs/siql/", import.meta.url);
const files = referenceFiles();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
console.log(`wrote ${files.size} files to docs/siql`);
