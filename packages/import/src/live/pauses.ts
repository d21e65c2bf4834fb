/** Milliseconds that `Retry-After` asks for, by the time now; `undefined` where it says nothing that can be read. */
export const readRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,20}$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};

const FIRST_PAUSE_MS = 1000;

/**
 * How long to wait after so many tries, from 1: 1, 2, 4, 8 seconds, at random between half of that and all of it, and never less than
 * the server asks for.
 */
export const pauseBefore = (tries: number, retryAfter: number | undefined, random: () => number): number =>
  Math.max(retryAfter ?? 0, Math.round(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random() / 2)));
