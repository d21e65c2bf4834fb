import { escapeHtml } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "../request/address/addresses.ts";
import { discoveryHeaders } from "../response/web-page-headers.ts";
import type { HttpSettings } from "../settings.ts";
import { createDocsAssets, type DocsAssets } from "./docs-assets.ts";
import { GUIDE } from "./guide.ts";
import { FIRST_STEPS } from "./landing-page.ts";
import { link, type ShowPage, sendPage } from "./page.ts";

interface DocsPageDeps {
  readonly version: string;
  readonly settings: Pick<HttpSettings, "locales" | "language">;
  /** True if the documentation is also served as a site, at `GUIDE`. */
  readonly hasGuide: boolean;
  /** Returns the base URLs of a locale; without `locale`, those of the REST root. */
  readonly addressesOf: (ctx: Context, locale: string | undefined) => Addresses;
}

/**
 * Creates the web pages where visitors read and try the interface: `/docs`, and one for each locale, such as
 * `/docs/fr`. Swagger UI is served from the local disk; its files are located with the first request. Source:
 * rules/interface.md#outside-the-root.
 */
export const createDocsPage = ({ version, settings, hasGuide, addressesOf }: DocsPageDeps): ShowPage => {
  const locales = settings.locales.map(({ name }) => name);
  let made: DocsAssets | undefined;

  const show = (ctx: Context, locale: string | undefined, { pathOf }: DocsAssets): true => {
    const { site, namespace } = addressesOf(ctx, locale);
    const { pathname, origin } = new URL(site);
    const base = pathname.replace(/\/$/, "");
    const docs = `${base}/docs`;
    const { pathname: document } = new URL(`${namespace}/doc`);
    // Shows OpenAPI 3.0, because Swagger UI resolves references of OpenAPI 3.1 several times slower.
    const shown = `${document}?version=3.0`;
    const asset = (name: Parameters<typeof pathOf>[0]): string => escapeHtml(docs + pathOf(name));
    ctx.set({ ...discoveryHeaders(addressesOf(ctx, locale)) });
    return sendPage(ctx, {
      title: "Kalends: documentation",
      language: locale ?? settings.language,
      head: `<link rel="stylesheet" href="${asset("swagger-ui.css")}">
<link rel="stylesheet" href="${asset("docs.css")}">
<link rel="preload" as="fetch" crossorigin href="${escapeHtml(shown)}">
`,
      body: `<nav>
${link(docs.replace(/docs$/, ""), `Kalends ${version}`)}
${link(base + FIRST_STEPS, "First steps")}
${hasGuide ? link(`${base}${GUIDE}/`, "Guide") : ""}
${link(shown, "OpenAPI 3.0")}
${link(`${document}?version=3.1`, "OpenAPI 3.1")}
${locales.length === 0 ? "" : [link(docs, settings.language), ...locales.map((name) => link(`${docs}/${name}`, name))].join("\n")}
</nav>
<div id="docs" data-document="${escapeHtml(shown)}"></div>
<script src="${asset("swagger-ui-bundle.js")}"></script>
<script src="${asset("start.js")}"></script>`,
      sources: {
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        // The web page sends its requests to the origin that the OpenAPI document names.
        "connect-src": `'self' ${origin}`,
      },
    });
  };

  return (ctx, path) => {
    made ??= createDocsAssets();
    const below = path.slice("/docs".length);
    const locale = locales.find((name) => below === `/${name}` || below === `/${name}/`);
    if (below === "" || below === "/" || locale !== undefined) return show(ctx, locale, made);
    return made.send(ctx, below);
  };
};
