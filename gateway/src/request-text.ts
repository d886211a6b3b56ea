import type { Dispatcher } from "undici";

/**
 * Sends a request and returns the response body as text, whatever the status code is. The dispatcher limits the size of
 * the body. Rejects if the request fails. When the signal is aborted, rejects immediately with the signal's reason and
 * closes the connection.
 *
 * This function replaces undici's `request`, which creates a stream for every response. For a small response, the
 * stream costs more than reading the body.
 */
export function requestText(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let request: Dispatcher.DispatchController | undefined;
    const end = () => {
      const reason = signal?.reason;
      // Aborting the request makes it fail later with another error. Reject first, so that the caller gets the reason
      // of the signal.
      reject(reason);
      request?.abort(reason);
    };
    const settle = () => signal?.removeEventListener("abort", end);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", end, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        request = controller;
        // Aborts the request if the signal was aborted while the request waited for a connection.
        if (signal?.aborted) controller.abort(signal.reason);
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        settle();
        const [only] = chunks;
        resolve((chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString());
      },
      onResponseError(_, error) {
        settle();
        reject(error);
      },
    });
  });
}
