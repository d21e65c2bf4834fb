import { type CalendarClient, type ClientOptions, createCalendarClient } from "@kalends/client";
import { addressesBelow, createInProcessFetch, type InProcessDeps } from "@kalends/http";
import type { Caller } from "./services.ts";
import type { Callers } from "./users/callers.ts";

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

/** `deps` are looked at with the first call: most hosts make none. */
export const createApi = (deps: InProcessDeps, callers: Pick<Callers, "toActor" | "check">): Api => {
  let fetchOf: ReturnType<typeof createInProcessFetch> | undefined;
  return (caller, { site, locale, onAdjusted } = {}) => {
    const { settings } = deps;
    const { restRoot, vendor, locales, baseUrl = "http://localhost" } = settings;
    if (locale !== undefined && !locales.some(({ name }) => name === locale)) {
      throw new TypeError(`${locale} is none of the calendar's locales`);
    }
    callers.check(caller);
    fetchOf ??= createInProcessFetch(deps);
    const addresses = addressesBelow(site ?? baseUrl, settings, locale === undefined ? "" : `/${locale}`);
    return createCalendarClient({
      site: addresses.site,
      restRoot,
      vendor,
      fetch: fetchOf({ actor: () => callers.toActor(caller), addresses, locale }),
      ...(locale !== undefined && { locale }),
      ...(onAdjusted && { onAdjusted }),
    });
  };
};
