/** Time limit for a request to another server. */
export interface Deadline {
  /**
   * Signal that is aborted at the end of the time limit, with a `TimeoutError`. If the calendar closes first,
   * it is aborted with the reason of `closing`.
   */
  readonly signal: AbortSignal;
  /** Removes the timer and the listener. The signal is not aborted after this call. */
  end(): void;
}

/**
 * Creates a time limit. Unlike `AbortSignal.any`, it leaves nothing registered on `closing`, which exists as
 * long as the calendar is open.
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
