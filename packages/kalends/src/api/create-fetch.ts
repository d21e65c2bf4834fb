import type { Actor } from "@kalends/core";
import { addressesBelow, createInProcessFetch, type InProcessDeps } from "@kalends/http";
import type { FetchOptions } from "./as.ts";

export type CreateFetch = (actor: () => Promise<Actor>, options?: FetchOptions) => typeof fetch;

/**
 * Returns a function that creates a `fetch` of the REST interface for one caller. `deps` are read at the
 * first request, because they depend on the contributions of plugins.
 */
export const createFetches = (deps: InProcessDeps): CreateFetch => {
  let fetchOf: ReturnType<typeof createInProcessFetch> | undefined;
  return (actor, { site, locale } = {}) =>
    async (input, init) => {
      const { settings } = deps;
      const { baseUrl = "http://localhost" } = settings;
      const prefix = locale === undefined ? "" : `/${locale}`;
      const addresses = addressesBelow(site ?? baseUrl, settings, prefix);
      fetchOf ??= createInProcessFetch(deps);
      const request = fetchOf({ actor, addresses, locale });
      if (typeof input === "object" && "method" in input)
        return request(input.url, await toInit(input, init));
      const address = String(input);
      return request(address.startsWith("/") ? addresses.namespace + address : address, init);
    };
};

/**
 * Converts a `Request` object to an address and options for `fetch`. The REST interface needs the body as
 * text or a form.
 */
const toInit = async (request: Request, init: RequestInit | undefined): Promise<RequestInit> => {
  const { method, headers, signal } = request;
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(
    headers.get("content-type") ?? "",
  );
  const body = request.body === null ? undefined : await (isForm ? request.formData() : request.text());
  return { method, headers, signal, ...(body !== undefined && { body }), ...init };
};
