import type { Logger } from "@kalends/core";
import type { Middleware } from "koa";
import { createAddresses } from "../request/addresses.ts";
import type { HttpSettings } from "../settings.ts";
import { createDocsPage } from "./docs-page.ts";
import { createHealthPages } from "./health-pages.ts";
import { type About, createLandingPage } from "./landing-page.ts";

export interface PagesDeps {
  readonly about: About;
  readonly logger: Logger;
  readonly settings: HttpSettings;
  /** Resolves when the storage answers. */
  readonly ready: () => Promise<void>;
}

/** What there is beside the interface, all of it only to be read. Source: 90-decisions P36. */
export const createPages = ({ about, logger, settings, ready }: PagesDeps): readonly Middleware[] => {
  const addressesOf = createAddresses(settings);
  const ofLocales = new Map(
    settings.locales.map(({ name }) => [name, createAddresses(settings, `/${name}`)]),
  );
  const pages: readonly Middleware[] = [
    createHealthPages({ logger, settings, ready }),
    createLandingPage({ about, settings, addressesOf: ({ req }) => addressesOf(req) }),
    createDocsPage({
      settings,
      addressesOf: ({ req }, locale) => (ofLocales.get(locale ?? "") ?? addressesOf)(req),
    }),
  ];
  return pages.map(
    (page): Middleware =>
      (ctx, next) => {
        const isRead = ctx.method === "GET" || ctx.method === "HEAD";
        return isRead ? page(ctx, next) : next();
      },
  );
};
