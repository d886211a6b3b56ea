import type { Dispatcher } from "undici";

/**
 * Sends one request and gives the body of its answer, whatever the status, as text. Rejects with what broke, or with the
 * signal's reason as soon as it is aborted; the connection is then closed. How much is read is the dispatcher's to bound.
 *
 * The library's own `request` makes a stream of every answer, which for a small one costs more than to read it.
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
      // Its error comes too late to be heard: what is told is why the request was ended.
      reject(reason);
      request?.abort(reason);
    };
    const settle = () => signal?.removeEventListener("abort", end);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", end, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        request = controller;
        // It waited for a connection until nobody waited for it.
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
