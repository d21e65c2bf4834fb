/** Maximum number of points in a duration. */
export interface Rate {
  readonly points: number;
  /** Length of the window in seconds. */
  readonly duration: number;
}

/** Request limits for each client address and each account. An absent limit does not apply. */
export interface RateLimits {
  readonly address?: Rate;
  readonly account?: Rate;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const RATE = String.raw`[1-9]\d{0,6}\/(?:[1-9]\d{0,2})?[smhd]`;

/**
 * Matches the setting `rateLimit`: `600/1m` for both limits, or named limits such as
 * `address=600/1m,account=1200/1m`.
 */
export const RATE_LIMIT_FORM: RegExp = new RegExp(
  `^(?:${RATE}|address=${RATE}(?:,account=${RATE})?|account=${RATE}(?:,address=${RATE})?)$`,
);

const toRate = (text: string): Rate => {
  const [points, per = ""] = text.split("/");
  const duration = Number(per.slice(0, -1) || 1) * (SECONDS[per.slice(-1)] ?? 1);
  return { points: Number(points), duration };
};

/** Parses a value of the setting `rateLimit` that matches `RATE_LIMIT_FORM`. */
export const toRateLimits = (text: string): RateLimits => {
  if (!text.includes("=")) return { address: toRate(text), account: toRate(text) };
  return Object.fromEntries(
    text.split(",").map((entry) => {
      const [name = "", rate = ""] = entry.split("=");
      return [name, toRate(rate)];
    }),
  );
};
