/**
 * Thrown if a preview thread ended or was stuck. The next command starts a new thread, which does not know the runs of
 * the old thread.
 */
export class PreviewThreadReplaced extends Error {
  override readonly name = "PreviewThreadReplaced";
}
