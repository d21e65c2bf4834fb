import type { OptionsSchema } from "@kalends/core/plugin";

/** All have defaults. */
export interface WebhooksOptions {
  /** For how many days the log names a delivery, 7 to 3,650; 30. */
  readonly logDays?: number;
  /** How many deliveries may wait for a webhook before it is switched off, from 1; 100,000. */
  readonly mostWaiting?: number;
  /** How many others the log keeps of a webhook, from 1; 100,000. */
  readonly mostLogged?: number;
  /** How long a receiver may take to answer, in seconds, above 0, at most 10; 10. */
  readonly timeoutSeconds?: number;
}

export const LOG_DAYS = 30;
/** Of deliveries of a webhook, those that wait and the others. */
export const MOST = 100_000;

export const optionsSchema: OptionsSchema = {
  logDays: {
    variable: "KALENDS_WEBHOOK_LOG_DAYS",
    description: "For how many days the log of webhooks names a delivery.",
    type: "integer",
    minimum: 7,
    maximum: 3650,
    default: LOG_DAYS,
  },
  mostWaiting: {
    variable: "KALENDS_WEBHOOK_MOST_WAITING",
    description: "How many deliveries may wait for a webhook before it is switched off.",
    type: "integer",
    minimum: 1,
    default: MOST,
  },
  mostLogged: {
    variable: "KALENDS_WEBHOOK_MOST_LOGGED",
    description: "How many deliveries that do not wait the log keeps of a webhook.",
    type: "integer",
    minimum: 1,
    default: MOST,
  },
};

const BOUNDS: Readonly<Record<keyof WebhooksOptions, readonly [minimum: number, maximum: number]>> = {
  logDays: [7, 3650],
  mostWaiting: [1, Number.MAX_SAFE_INTEGER],
  mostLogged: [1, Number.MAX_SAFE_INTEGER],
  timeoutSeconds: [0.001, 10],
};

/** Throws for what programs without types may give. */
export const checkOptions = (options: WebhooksOptions): WebhooksOptions => {
  for (const [name, [minimum, maximum]] of Object.entries(BOUNDS)) {
    const value: unknown = options[name as keyof WebhooksOptions];
    if (value === undefined) continue;
    if (typeof value !== "number" || !(value >= minimum && value <= maximum))
      throw new RangeError(`${name} of @kalends/webhooks must be a number from ${minimum} to ${maximum}`);
  }
  return options;
};
