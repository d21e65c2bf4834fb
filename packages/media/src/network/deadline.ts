/** The end of a request to another server. */
export interface Deadline {
  /** Aborted when the time is over, with a `TimeoutError`, or when the calendar closes, with the reason of `closing`. */
  readonly signal: AbortSignal;
  /** Leaves no timer and no listener; the signal is not aborted any more. */
  end(): void;
}

/** `AbortSignal.any` would do the same, but leaves an entry in `closing` for each request, for as long as the calendar is open. */
export const createDeadline = (milliseconds: number, closing: AbortSignal | undefined): Deadline => {
  const controller = new AbortController();
  const onClosing = (): void => controller.abort(closing?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException("The time limit is over", "TimeoutError"));
  }, milliseconds).unref();
  if (closing?.aborted) onClosing();
  closing?.addEventListener("abort", onClosing);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      closing?.removeEventListener("abort", onClosing);
    },
  };
};
