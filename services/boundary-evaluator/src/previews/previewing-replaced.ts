/** Whoever previewed ended or was stuck. The next question is asked of somebody new, who knows nothing of any run. */
export class PreviewingReplaced extends Error {
  override readonly name = "PreviewingReplaced";
}
