/** A preview thread ended or was stuck. The next command starts a new thread, which has no runs. */
export class PreviewThreadReplaced extends Error {
  override readonly name = "PreviewThreadReplaced";
}
