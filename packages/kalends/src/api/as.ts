import type { CalendarApi } from "@kalends/core/interface";
import type { Caller } from "../hosting/users/identity.ts";

/** Options for requests to the REST interface that a program sends in process, without a network. */
export interface FetchOptions {
  /**
   * Start of the links in responses, in the form of the setting `baseUrl`, such as
   * `https://calendar.example`. Defaults to `baseUrl`, else to `http://localhost`, because an in-process
   * request has no host. The setting `mountPath` is appended.
   */
  readonly site?: string;
  /** Locale of the calendar, such as `fr`. It determines the language of messages and descriptions. */
  readonly locale?: string;
}

/**
 * Returns the calendar's operations with the rights of a caller; without a caller, with the rights of an
 * anonymous visitor. `options` apply to `fetch`. Throws an `Error` for an invalid caller, and a `TypeError`
 * for an invalid site or an unknown locale.
 */
export type As = (caller?: Caller, options?: FetchOptions) => CalendarApi;
