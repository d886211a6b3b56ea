import type { Config } from "./config.ts";

/** The settings with which the thread that makes revisions starts. */
export type MakerConfig = Pick<Config, "mongo" | "openSearch" | "logLevel">;

/** A message to the thread that makes revisions. "make" starts the work, and "stop" ends it soon. */
export type ToMaker = { readonly kind: "make" } | { readonly kind: "stop" };

/**
 * A message from the thread that makes revisions. "searchable" means that a revision can be searched, `seconds` after
 * its upload. "done" means that the work ended without an error, for one of the reasons that `Maker` names. "failed"
 * means that the work ended with the error in `message`.
 */
export type FromMaker =
  | { readonly kind: "searchable"; readonly seconds: number }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
