import type { CalendarClient, ClientOptions } from "@kalends/client";
import type { Caller } from "./services.ts";

/** How the interface is asked in process. */
export interface ApiOptions extends Pick<ClientOptions, "onAdjusted"> {
  /**
   * What links begin with, as `baseUrl`, which is the default; else it is `http://localhost`, for no request says where it was sent.
   * `mountPath` comes after it.
   */
  readonly site?: string;
  /** One of the calendar's locales, such as `fr`: the language of messages and descriptions. */
  readonly locale?: string;
}

/**
 * The interface as this caller, or a visitor, is answered: its own names and shapes, without a server. Rejects with what the client
 * rejects with, a `CalendarRequestError`. Throws a `TypeError` for a site that cannot be one, and for an unknown locale;
 * an `Error` for a caller that cannot be one.
 */
export type Api = (caller?: Caller, options?: ApiOptions) => CalendarClient;
