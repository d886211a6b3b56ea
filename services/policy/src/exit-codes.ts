/** What a command ends with: pipelines decide by it. */
export const DONE = 0;
/** Refused, failed, or not understood. */
export const REFUSED = 1;
/** There is something, and it was only shown. */
export const SHOWN = 2;
export const INTERRUPTED = 130;
