import type { OptionsSchema } from "@kalends/core/plugin";

/** Options of the webhooks plugin. All options have defaults. */
export interface WebhooksOptions {
  /**
   * Number of days after which a delivery is removed from the log, 7 to 3,650. Default 30. Waiting deliveries
   * of an enabled webhook are kept.
   */
  readonly logDays?: number;
  /**
   * Maximum number of waiting deliveries per webhook, at least 1. A webhook that exceeds the maximum is
   * switched off. Default 100,000.
   */
  readonly mostWaiting?: number;
  /**
   * Maximum number of finished deliveries in the log of a webhook, at least 1. Older ones are removed.
   * Default 100,000.
   */
  readonly mostLogged?: number;
  /** Time limit for the response of a receiver in seconds, from 0.001 to 10. Default 10. */
  readonly timeoutSeconds?: number;
}

export const LOG_DAYS = 30;
/** Default of `mostWaiting` and of `mostLogged`. */
export const MAX_MESSAGES = 100_000;

export const optionsSchema: OptionsSchema = {
  logDays: {
    variable: "KALENDS_WEBHOOK_LOG_DAYS",
    description: "Days that the log keeps a webhook delivery.",
    type: "integer",
    minimum: 7,
    maximum: 3650,
    default: LOG_DAYS,
  },
  mostWaiting: {
    variable: "KALENDS_WEBHOOK_MOST_WAITING",
    description: "Maximum number of waiting deliveries before a webhook is switched off.",
    type: "integer",
    minimum: 1,
    default: MAX_MESSAGES,
  },
  mostLogged: {
    variable: "KALENDS_WEBHOOK_MOST_LOGGED",
    description: "Maximum number of finished deliveries in the log of a webhook.",
    type: "integer",
    minimum: 1,
    default: MAX_MESSAGES,
  },
};

const BOUNDS: Readonly<Record<keyof WebhooksOptions, readonly [minimum: number, maximum: number]>> = {
  logDays: [7, 3650],
  mostWaiting: [1, Number.MAX_SAFE_INTEGER],
  mostLogged: [1, Number.MAX_SAFE_INTEGER],
  timeoutSeconds: [0.001, 10],
};

/**
 * Checks the limits of the options and returns the options. Throws a `RangeError` for a value that is out of
 * range or not a number; JavaScript callers can pass such values.
 */
export const checkOptions = (options: WebhooksOptions): WebhooksOptions => {
  for (const [name, [minimum, maximum]] of Object.entries(BOUNDS)) {
    const value: unknown = options[name as keyof WebhooksOptions];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= minimum && value <= maximum))
      throw new RangeError(`${name} of @kalends/webhooks must be a number from ${minimum} to ${maximum}`);
  }
  return options;
};
