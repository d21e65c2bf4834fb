import type { CalendarApi } from "@kalends/core/interface";
import type { Caller } from "../hosting/users/identity.ts";

/** How the interface is requested in process. */
export interface FetchOptions {
  /**
   * What links begin with, as `baseUrl`, which is the default; else it is `http://localhost`, for no request says where it was sent.
   * `mountPath` comes after it.
   */
  readonly site?: string;
  /** One of the calendar's locales, such as `fr`: the language of messages and descriptions. */
  readonly locale?: string;
}

/**
 * The calendar for this caller, or for a visitor. Throws an `Error` for a caller that cannot be one, and a `TypeError` for a site that cannot
 * be one and for an unknown locale. `options` are those of `fetch`.
 */
export type As = (caller?: Caller, options?: FetchOptions) => CalendarApi;
