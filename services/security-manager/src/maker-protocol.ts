import type { Config } from "./config.ts";

/** The settings of the thread that makes revisions. The thread receives them when it starts. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/**
 * A message to the thread that makes revisions. "make" asks the thread to make the pending revisions that are due.
 * "stop" asks the thread to end this work soon.
 */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/**
 * A message from the thread that makes revisions:
 * - "searchable": searches can now find a revision, `seconds` after its upload.
 * - "done": the thread has stopped its work without an error. The comment of `Maker` lists the possible reasons.
 * - "failed": the thread has stopped its work because of an error. `message` describes the error.
 */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
