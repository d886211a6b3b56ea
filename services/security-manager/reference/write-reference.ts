import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { referenceFiles } from "./reference-pages.ts";

/**
 * Runs as `npm run siql-reference`. Replaces the folder docs/siql with one file for each section of the reference and a
 * README.md.
 */
const folder = new URL("../../../docs/siql/", import.meta.url);
const files = referenceFiles();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
console.log(`wrote ${files.size} files to docs/siql`);
