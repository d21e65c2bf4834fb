/**
 * Returns the delay in a `Retry-After` header, in milliseconds. Returns `undefined` if the header is missing
 * or invalid.
 */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,20}$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};

const FIRST_PAUSE_MS = 1000;

/**
 * Returns the milliseconds to wait before the next attempt, after `tries` failed attempts (from 1). The upper
 * limit doubles with each attempt and starts at 1 second. The delay is random between half of the limit and
 * the limit. It is never shorter than the delay that the server requested.
 */
export const pauseBefore = (tries: number, retryAfter: number | undefined, random: () => number): number =>
  Math.max(retryAfter ?? 0, Math.round(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random() / 2)));
