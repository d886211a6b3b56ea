import type { Config } from "./config.ts";

/** The settings with which the thread that makes revisions starts. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/** A message to the thread that makes revisions: begin, or stop soon. */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/**
 * A message from the thread that makes revisions. "searchable": a revision can be searched, `seconds` after its upload.
 * "done": no revision is left that could be made now. "failed": the work ended for the reason in `message`.
 */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
