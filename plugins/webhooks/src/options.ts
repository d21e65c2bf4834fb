import type { OptionsSchema, PluginDeps } from "@kalends/core/plugin";

/** All have defaults. */
export interface WebhooksOptions {
  /** For how many days the log names a delivery, 7 to 3,650; 30. */
  readonly logDays?: number;
  /** How long a receiver may take to answer, in seconds, above 0, at most 10; 10. */
  readonly timeoutSeconds?: number;
}

/** What sends needs. */
export type SendingDeps = PluginDeps & { readonly timeoutSeconds: number };

export const LOG_DAYS = 30;

export const optionsSchema: OptionsSchema = {
  logDays: {
    variable: "KALENDS_WEBHOOK_LOG_DAYS",
    description: "For how many days the log of webhooks names a delivery.",
    type: "integer",
    minimum: 7,
    maximum: 3650,
    default: LOG_DAYS,
  },
};
