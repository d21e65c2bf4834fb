/** Returns the delay of a `Retry-After` header in milliseconds; `undefined` if it is missing or invalid. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,20}$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};

const FIRST_PAUSE_MS = 1000;

/**
 * Returns the milliseconds to wait after the given number of attempts, from 1. The maximum doubles from 1
 * second; the pause is random between half of it and all of it. It is never shorter than the delay that the
 * server requests.
 */
export const pauseBefore = (tries: number, retryAfter: number | undefined, random: () => number): number =>
  Math.max(retryAfter ?? 0, Math.round(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random() / 2)));
