/**
 * What commands end with; scripts and pipelines decide by it. From 64 on these are the numbers of sysexits.h, 130 is what
 * shells give a process that SIGINT ended.
 */

/** All of it was done, or there was nothing to do. */
export const DONE = 0;
/** Something failed, was refused or rejected, or a check found a mistake. */
export const FAILED = 1;
/** There is something to do or to know, and it was only shown. */
export const ONLY_SHOWN = 2;
/** EX_USAGE: an argument is wrong or missing. Nothing was changed. */
export const MISUSED = 64;
/** EX_DATAERR: an input file can't be read, or is not in the format it is meant to have. Nothing was changed. */
export const UNREADABLE_INPUT = 65;
/** EX_CONFIG: a setting of the environment is wrong or missing, and no local stack stands in for it. Nothing was changed. */
export const MISCONFIGURED = 78;
/** Ended by Ctrl-C. */
export const INTERRUPTED = 130;
