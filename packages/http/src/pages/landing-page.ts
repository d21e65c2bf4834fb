import { escapeHtml } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "../request/address/addresses.ts";
import type { HttpSettings } from "../settings.ts";
import { link, type ShowPage, sendPage } from "./page.ts";

/** What a calendar says of itself. */
export interface About {
  readonly version: string;
  /** The plugins that are there: those that take part, then those without a licence. */
  readonly plugins: readonly { readonly name: string; readonly isOn: boolean }[];
}

interface LandingPageDeps {
  readonly about: About;
  readonly settings: Pick<HttpSettings, "locales">;
  readonly addressesOf: (ctx: Context) => Addresses;
}

const row = (term: string, html: string): string => `<dt>${escapeHtml(term)}</dt><dd>${html}</dd>`;

/**
 * `/`: what runs here, for people as a page and for programs as JSON. Source: rules/interface.md#outside-the-root.
 */
export const createLandingPage = ({ about, settings, addressesOf }: LandingPageDeps): ShowPage => {
  const describe = (ctx: Context) => {
    const { site, rest, namespace } = addressesOf(ctx);
    return {
      name: "Kalends",
      version: about.version,
      docs: `${site}/docs`,
      document: `${namespace}/doc`,
      interface: namespace,
      root: rest,
      locales: settings.locales.map(({ name }) => ({ name, docs: `${site}/docs/${name}` })),
      health: { process: `${site}/healthz`, storage: `${site}/readyz` },
      plugins: about.plugins.map(({ name, isOn }) => ({ name, on: isOn })),
    };
  };

  const show = (ctx: Context): true => {
    const { name, version, docs, document, locales, health, plugins, ...addresses } = describe(ctx);
    const events = `${addresses.interface}/events`;
    const listed = plugins.map(
      (plugin) => `<li>${escapeHtml(plugin.name)}: ${plugin.on ? "on" : "off"}</li>`,
    );
    return sendPage(ctx, {
      title: name,
      language: "en",
      body: `<main class="page">
<h1>${name}</h1>
<p class="muted">A calendar of events with their venues, organizers, categories and tags. Version ${escapeHtml(version)}.</p>
<p>${link(docs, "Read the documentation and try the interface")}</p>
<h2>Addresses</h2>
<dl>
${row("Events", link(events))}
${row("Interface", link(addresses.interface))}
${row("OpenAPI", `${link(document)}, ${link(`${document}?version=3.1`, "3.1")}`)}
${row("Health", `${link(health.process, "process")}, ${link(health.storage, "storage")}`)}
${locales.map((locale) => row(`In ${locale.name}`, link(locale.docs))).join("\n")}
</dl>
<h2>Plugins</h2>
${listed.length === 0 ? "<p>There are none.</p>" : `<ul>${listed.join("")}</ul>`}
</main>`,
    });
  };

  return (ctx) => {
    // This one is for the interface. Source: rules/interface.md#query-alias.
    if (ctx.query.rest_route !== undefined) return false;
    ctx.vary("Accept");
    if (ctx.accepts(["json", "html"]) === "html") return show(ctx);
    ctx.set({
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    });
    ctx.body = JSON.stringify(describe(ctx));
    return true;
  };
};
