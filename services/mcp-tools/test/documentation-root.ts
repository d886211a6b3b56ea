import { join } from "node:path";

/** The root of the repository, below which the documentation is. */
export const documentationRoot = join(import.meta.dirname, "../../..");
