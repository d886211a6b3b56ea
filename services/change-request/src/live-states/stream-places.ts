/** How many streams there may be here at once, and how many of one caller. */
export interface StreamBounds {
  readonly most: number;
  readonly mostPerCaller: number;
}

/** Counts the streams of this process. */
export interface StreamPlaces {
  /** A place until `over` is aborted, or which of the two bounds is reached. */
  take(subject: string, over: AbortSignal): "taken" | "all-taken" | "caller-has-enough";
}

export function createStreamPlaces({ most, mostPerCaller }: StreamBounds): StreamPlaces {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(subject, over) {
      const own = held.get(subject) ?? 0;
      if (own >= mostPerCaller) return "caller-has-enough";
      if (all >= most) return "all-taken";
      over.throwIfAborted();
      all += 1;
      held.set(subject, own + 1);
      const leave = () => {
        all -= 1;
        const left = (held.get(subject) ?? 1) - 1;
        if (left > 0) held.set(subject, left);
        else held.delete(subject);
      };
      over.addEventListener("abort", leave, { once: true });
      return "taken";
    },
  };
}
