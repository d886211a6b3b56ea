import type { Config } from "./config.ts";

/** The settings with which the thread that makes revisions starts. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/**
 * A message to the thread that makes revisions. "make" makes the pending revisions that are due. "stop" asks the thread
 * to end this work soon.
 */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/**
 * A message from the thread that makes revisions:
 * - "searchable": searches now find a revision, `seconds` after its upload.
 * - "done": the work ended without an error, for one of the reasons in the comment of `Maker`.
 * - "failed": the work ended with the error in `message`.
 */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
