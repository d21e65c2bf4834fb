import { addressesBelow, type HttpSettings, toSentence } from "@kalends/http";
import type { Callers } from "../hosting/users/callers.ts";
import type { As } from "./as.ts";
import { type ApiDeps, createApi } from "./create-api.ts";
import type { CreateFetch } from "./create-fetch.ts";

interface AsDeps extends ApiDeps {
  readonly callers: Callers;
  readonly settings: HttpSettings;
  readonly createFetch: CreateFetch;
}

export const createAs =
  (deps: AsDeps): As =>
  (caller, options = {}) => {
    const { callers, settings, createFetch } = deps;
    const { site, locale } = options;
    if (locale !== undefined && !settings.locales.some(({ name }) => name === locale))
      throw new TypeError(
        `${locale} is not one of the calendar's locales: ${settings.locales.map(({ name }) => name).join(", ") || "none"}`,
      );
    if (site !== undefined) addressesBelow(site, settings);
    callers.check(caller);
    const actor = () => callers.toActor(caller);
    return { ...createApi(deps, { actor, toSentence }), fetch: createFetch(actor, options) };
  };
