/**
 * Exit codes of the commands. Scripts and pipelines depend on them. Codes from 64 to 78 are those of sysexits.h. Shells
 * use 130 for a process that SIGINT ended.
 */

/** Everything was done, or there was nothing to do. */
export const DONE = 0;
/** Something failed, was refused or was rejected, or a check found an error. */
export const FAILED = 1;
/**
 * The command found changes to make, warnings, or requests whose state an edit would change. It only displayed them.
 */
export const ONLY_SHOWN = 2;
/** EX_USAGE: an argument is wrong or missing. Nothing was changed. */
export const MISUSED = 64;
/** EX_DATAERR: an input file can't be read, or has the wrong format. Nothing was changed. */
export const UNREADABLE_INPUT = 65;
/** EX_CONFIG: an environment variable is invalid or missing, and no local stack provides it. Nothing was changed. */
export const MISCONFIGURED = 78;
/** Ended by Ctrl-C. */
export const INTERRUPTED = 130;
