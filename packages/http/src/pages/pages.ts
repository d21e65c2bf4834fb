import type { Logger } from "@kalends/core";
import { SIGN_IN_PATH } from "@kalends/core/accounts";
import type { Middleware } from "koa";
import { createAddresses } from "../request/address/addresses.ts";
import { createPathReader } from "../request/address/mounted-path.ts";
import { requestIdOf } from "../request/caller/proxy.ts";
import { deliver } from "../response/sending/sending.ts";
import type { HttpSettings } from "../settings.ts";
import { createDocsPage } from "./docs-page.ts";
import { createGuide, GUIDE } from "./guide.ts";
import { createHealthPages } from "./health.ts";
import { type About, createLandingPage, FIRST_STEPS } from "./landing-page.ts";
import { createMetricsPage, type ReadMetrics } from "./metrics-page.ts";
import type { ShowPage } from "./page.ts";
import { createSignInPage } from "./sign-in-page.ts";

export interface PagesDeps {
  readonly about: About;
  readonly logger: Logger;
  readonly settings: HttpSettings;
  /** Resolves when the storage is reachable; otherwise rejects. */
  readonly ready: () => Promise<void>;
  /** Returns true if visitors can see at least one event. */
  readonly hasPublishedEvents: () => Promise<boolean>;
  /** Returns the content of `/metrics`. Without it, `/metrics` does not exist. */
  readonly readMetrics?: ReadMetrics | undefined;
  /** Returns the folder of the documentation site; `undefined` if it is not built. */
  readonly findGuideFolder?: () => string | undefined;
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Middlewares of the built-in pages. `first` runs before everything else, `start` before the web pages of
 * plugins, and `last` after them.
 */
interface Pages {
  readonly first: Middleware;
  readonly start: Middleware;
  readonly last: Middleware;
}

/**
 * Creates the built-in pages outside the REST root. All of them are read-only. Source:
 * rules/interface.md#outside-the-root.
 */
export const createPages = ({
  about,
  logger,
  settings,
  ready,
  hasPublishedEvents,
  readMetrics,
  findGuideFolder,
}: PagesDeps): Pages => {
  const addressesOf = createAddresses(settings);
  const ofLocales = new Map(
    settings.locales.map(({ name }) => [name, createAddresses(settings, `/${name}`)]),
  );
  const pathOf = createPathReader(settings);

  const guideFolder = findGuideFolder?.();
  const showGuide = guideFolder === undefined ? undefined : createGuide(guideFolder);
  const showDocs = createDocsPage({
    version: about.version,
    settings,
    hasGuide: showGuide !== undefined,
    addressesOf: ({ req }, locale) => (ofLocales.get(locale ?? "") ?? addressesOf)(req),
  });
  const landing = createLandingPage({
    ...{ about, logger, settings, hasPublishedEvents },
    addressesOf: ({ req }) => addressesOf(req),
  });

  const showSignIn = settings.hasSessions
    ? createSignInPage({ settings, addressesOf: ({ req }) => addressesOf(req) })
    : undefined;

  const own: ReadonlyMap<string, ShowPage> = new Map<string, ShowPage>([
    ...createHealthPages({ ready, logger, retryAfter: settings.storageRetryAfter }),
    ["/docs", showDocs],
    [FIRST_STEPS, landing.showFirstSteps],
    ...(readMetrics === undefined ? [] : [["/metrics", createMetricsPage(readMetrics, logger)] as const]),
  ]);
  const ownPageAt = (path: string): ShowPage | undefined => {
    if (showGuide !== undefined && (path === GUIDE || path.startsWith(`${GUIDE}/`))) return showGuide;
    if (showSignIn !== undefined && (path === SIGN_IN_PATH || path.startsWith(`${SIGN_IN_PATH}/`)))
      return showSignIn;
    return own.get(path) ?? (path.startsWith("/docs/") ? showDocs : undefined);
  };
  const show =
    (pageAt: (path: string) => ShowPage | undefined): Middleware =>
    async (ctx, next) => {
      const path = pathOf(ctx) ?? "";
      const page = pageAt(path);
      if (page === undefined || !READS.has(ctx.method) || !(await page(ctx, path))) return next();
      requestIdOf(ctx, settings.trustProxy);
      deliver(ctx, settings.sendTimeout);
    };
  return {
    first: show(ownPageAt),
    start: show((path) => (path === "/" ? landing.beforePlugins : undefined)),
    last: show((path) => (path === "/" ? landing.show : undefined)),
  };
};
