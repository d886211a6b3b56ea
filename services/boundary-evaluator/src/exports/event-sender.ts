/** Whom an event goes to. */
export interface Receiver {
  readonly url: string;
  /** "whsec_" and the key in base64. */
  readonly secret: string;
}

/** How a try ended. `problem` is one sentence for people, without the URL or anything the receiver sent. */
export type SentEvent =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      readonly problem: string;
      /** What the receiver asked for; null when it did not. */
      readonly retryAfterMs: number | null;
      /** The receiver wants no more of it. */
      readonly isGone: boolean;
    };

/** Port: sends one event once, and waits for the answer within a deadline. Never throws. */
export interface EventSender {
  send(
    receiver: Receiver,
    event: { readonly id: string; readonly body: string },
    signal: AbortSignal,
  ): Promise<SentEvent>;
}
