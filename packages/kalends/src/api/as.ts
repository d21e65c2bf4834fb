import type { CalendarApi } from "@kalends/core/interface";
import type { Caller } from "../hosting/users/identity.ts";

/** Options for in-process requests to the REST interface. */
export interface FetchOptions {
  /**
   * Start of links, in the form of `baseUrl`, which is the default. Without both it is `http://localhost`,
   * because in-process requests have no host. `mountPath` is added after it.
   */
  readonly site?: string;
  /** Locale of the calendar, such as `fr`: the language of messages and descriptions. */
  readonly locale?: string;
}

/**
 * Returns the calendar for this caller or for a visitor. `options` apply to `fetch`. Throws an `Error` for an
 * invalid caller, and a `TypeError` for an invalid site or an unknown locale.
 */
export type As = (caller?: Caller, options?: FetchOptions) => CalendarApi;
