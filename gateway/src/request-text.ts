import type { Dispatcher } from "undici";

/**
 * Sends one request and returns the body of its response as text, whatever the status. Rejects if the request fails.
 * When the signal is aborted, immediately rejects with the signal's reason and closes the connection. The dispatcher
 * limits the size of the body.
 *
 * undici's own `request` makes a stream of every response, which costs more than reading a small one.
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
      // Aborting makes the request fail later with an error of its own. The caller must get the reason of the signal
      // instead.
      reject(reason);
      request?.abort(reason);
    };
    const settle = () => signal?.removeEventListener("abort", end);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", end, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        request = controller;
        // The signal was aborted while the request waited for a connection.
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
