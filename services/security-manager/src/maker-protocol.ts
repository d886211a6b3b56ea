import type { Config } from "./config.ts";

/** With what the thread that makes revisions begins. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/** A message to the thread that makes revisions: begin, or stop soon. */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/**
 * From the thread. "searchable": a revision can be searched, `seconds` after its upload. "done": no revision is left to
 * make now. "failed": the reason why the thread ended.
 */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
