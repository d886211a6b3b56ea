/** The maximum number of open streams in this process, and the maximum for one caller. */
export interface StreamBounds {
  readonly most: number;
  readonly mostPerCaller: number;
}

/** Counts the streams of this process against the limits. */
export interface StreamPlaces {
  /**
   * Tries to reserve a stream for a caller. Returns "taken" if the stream is reserved. The reservation ends when `over`
   * is aborted. Returns "caller-has-enough" if the caller has reached its limit, and "all-taken" if this process has
   * reached its limit.
   */
  take(subject: string, over: AbortSignal): "taken" | "all-taken" | "caller-has-enough";
}

export function createStreamPlaces({ most, mostPerCaller }: StreamBounds): StreamPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(subject, over) {
      const own = taken.get(subject) ?? 0;
      if (own >= mostPerCaller) return "caller-has-enough";
      if (all >= most) return "all-taken";
      over.throwIfAborted();
      all += 1;
      taken.set(subject, own + 1);
      const leave = () => {
        all -= 1;
        const left = (taken.get(subject) ?? 1) - 1;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      };
      over.addEventListener("abort", leave, { once: true });
      return "taken";
    },
  };
}
