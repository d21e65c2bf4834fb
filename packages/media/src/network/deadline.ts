/** Time limit of a request to another server. */
export interface Deadline {
  /**
   * Aborted with a `TimeoutError` when the time is over, or with the reason of `closing` when the calendar
   * closes.
   */
  readonly signal: AbortSignal;
  /** Removes the timer and the listener; the signal is not aborted any more. */
  end(): void;
}

/**
 * Creates a deadline. Unlike `AbortSignal.any`, it leaves no entry in `closing`, which exists as long as the
 * calendar is open.
 */
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
