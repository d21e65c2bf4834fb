/** So many points in so much time. */
export interface Rate {
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/** How often callers may ask, by what they are counted by; as often as they like where there is none. */
export interface RateLimits {
  readonly address?: Rate;
  readonly account?: Rate;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const RATE = String.raw`[1-9]\d{0,6}\/(?:[1-9]\d{0,2})?[smhd]`;

/** `600/1m` for both, or with the names of those that have one: `address=600/1m,account=1200/1m`. */
export const RATE_LIMIT_FORM: RegExp = new RegExp(
  `^(?:${RATE}|address=${RATE}(?:,account=${RATE})?|account=${RATE}(?:,address=${RATE})?)$`,
);

const toRate = (text: string): Rate => {
  const [points, per = ""] = text.split("/");
  const duration = Number(per.slice(0, -1) || 1) * (SECONDS[per.slice(-1)] ?? 1);
  return { points: Number(points), duration };
};

/** Of a text of that form. */
export const toRateLimits = (text: string): RateLimits => {
  if (!text.includes("=")) return { address: toRate(text), account: toRate(text) };
  return Object.fromEntries(
    text.split(",").map((entry) => {
      const [name = "", rate = ""] = entry.split("=");
      return [name, toRate(rate)];
    }),
  );
};
