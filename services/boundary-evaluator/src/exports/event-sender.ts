/** The receiver of an event. */
export interface Receiver {
  readonly url: string;
  /** "whsec_" and the key in base64. */
  readonly secret: string;
}

/**
 * The outcome of an attempt. `problem` is a sentence for users. It contains neither the URL nor anything that the
 * receiver sent.
 */
export type SentEvent =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      readonly problem: string;
      /** The pause that the receiver requested with the header Retry-After, or null if there was no valid header. */
      readonly retryAfterMs: number | null;
      /** True if the receiver answered with status 410. */
      readonly isGone: boolean;
    };

/** Sends one event once and waits for the response up to a deadline. Never throws. */
export interface EventSender {
  send(
    receiver: Receiver,
    event: { readonly id: string; readonly body: string },
    signal: AbortSignal,
  ): Promise<SentEvent>;
}
