import { createCalendarClient } from "@kalends/client";
import { addressesBelow, createInProcessFetch, type InProcessDeps } from "@kalends/http";
import type { Api } from "./api.ts";
import type { Callers } from "./users/callers.ts";

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
