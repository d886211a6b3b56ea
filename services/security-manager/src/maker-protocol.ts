import type { Config } from "./config.ts";

/** With what the thread that makes revisions begins. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/** To the thread that makes revisions: begin, or stop soon. */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/** From it: a revision is searched this long after its upload; no revision is left that is due; or why it gave up. */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
