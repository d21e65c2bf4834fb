import { escapeHtml, type Logger } from "@kalends/core";
import type { Context } from "koa";
import type { Addresses } from "../request/address/addresses.ts";
import { ELEMENT_SCRIPT } from "../response/files/element-script.ts";
import { discoveryHeaders } from "../response/web-page-headers.ts";
import type { HttpSettings } from "../settings.ts";
import { link, type ShowPage, sendPage } from "./page.ts";

/** Facts about this calendar that its start page shows. */
export interface About {
  readonly version: string;
  /** Installed plugins: first the enabled ones, then those that are off because they have no licence. */
  readonly plugins: readonly { readonly name: string; readonly isOn: boolean }[];
}

interface LandingPageDeps {
  readonly about: About;
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "language" | "locales">;
  readonly addressesOf: (ctx: Context) => Addresses;
  readonly hasPublishedEvents: () => Promise<boolean>;
}

interface LandingPage {
  /**
   * Start page that precedes the web pages of plugins. It answers clients that prefer JSON, and browsers as
   * long as no event is published. All other requests are passed to the web pages of plugins.
   */
  readonly beforePlugins: ShowPage;
  readonly show: ShowPage;
  /** Shows the first steps as a web page at `FIRST_STEPS`, whether or not events are published. */
  readonly showFirstSteps: ShowPage;
}

/** Path of the web page with the first steps, below the site. */
export const FIRST_STEPS = "/docs/first-steps";

const row = (term: string, html: string): string => `<dt>${escapeHtml(term)}</dt><dd>${html}</dd>`;

const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

/**
 * Returns the path of a URL. A web page that contains paths instead of URLs loads its resources from the host
 * that sent the page.
 */
const pathOf = (address: string): string => new URL(address).pathname;

const tagsOf = (script: string, namespace: string): string =>
  `<script src="${escapeHtml(script)}" defer></script>
<kalends-calendar src="${escapeHtml(namespace)}"></kalends-calendar>`;

const createLine = (namespace: string): string => `curl -u "admin:PASSWORD" ${namespace}/events \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Spring concert", "start_date": "tomorrow 18:00", "end_date": "tomorrow 20:00"}'`;

const changeLines = (namespace: string): string => {
  const event = `curl -u "admin:PASSWORD" ${namespace}/events/1`;
  const json = `-H "Content-Type: application/json"`;
  return [
    `${event} \\\n  ${json} -d '{"title": "Summer concert"}'`,
    `${event} -X DELETE`,
    `${event} \\\n  ${json} -d '{"status": "publish"}'`,
  ].join("\n");
};

/**
 * Creates the pages `/` and `FIRST_STEPS`: a web page with first steps and addresses. `/` also returns the
 * addresses as JSON for programs. Source: rules/interface.md#start-page.
 */
export const createLandingPage = ({
  about,
  logger,
  settings,
  addressesOf,
  hasPublishedEvents,
}: LandingPageDeps): LandingPage => {
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

  const showHtml = (ctx: Context): true => {
    const { name, version, docs, document, locales, health, plugins, root, ...addresses } = describe(ctx);
    const namespace = addresses.interface;
    const script = root + ELEMENT_SCRIPT;
    const firstSteps = addressesOf(ctx).site + FIRST_STEPS;
    const listed = plugins.map(
      (plugin) => `<li>${escapeHtml(plugin.name)}: ${plugin.on ? "on" : "off"}</li>`,
    );
    ctx.set({ ...discoveryHeaders(addressesOf(ctx)) });
    sendPage(ctx, {
      title: name,
      language: "en",
      body: `<main class="page">
<h1>${name}</h1>
<p class="muted">A calendar of events with their venues, organizers, categories and tags. Version ${escapeHtml(version)}.</p>
<h2>Create an event</h2>
<p>The first start printed the password of the account <code>admin</code>. Put it in place of <code>PASSWORD</code>:</p>
${code(createLine(namespace))}
<p>Or use the ${link(docs, "documentation")}: sign in there with the button “Authorize”, then send the form “Create an event”.</p>
<h2>Change it, delete it, and take it back</h2>
<p>The answer to the first line has the <code>id</code> of the event, such as 1. A deleted event is in the trash until you publish it again:</p>
${code(changeLines(namespace))}
<h2>Import a calendar</h2>
<p>From The Events Calendar for WordPress by its address, or from files:</p>
${code("npx --no kalends import https://old-site.example")}
<h2>Show it on your site</h2>
<p>Copy these two lines into any web page:</p>
${code(tagsOf(script, namespace))}
<p>They show this:</p>
${tagsOf(pathOf(script), pathOf(namespace)).replace("<kalends-calendar", `<kalends-calendar lang="${escapeHtml(settings.language)}"`)}
<h2>Read on</h2>
<dl>
${row("This page", `stays at ${link(firstSteps)}`)}
${row("Documentation", link(docs, "Read about the interface and try it"))}
${row("Events", link(`${namespace}/events`))}
${row("Interface", link(namespace))}
${row("OpenAPI", `${link(document)}, ${link(`${document}?version=3.1`, "3.1")}`)}
${row("Health", `${link(health.process, "process")}, ${link(health.storage, "storage")}`)}
${locales.map((locale) => row(`In ${locale.name}`, link(locale.docs))).join("\n")}
</dl>
<h2>Plugins</h2>
${listed.length === 0 ? "<p>No plugins are enabled. The setting <code>KALENDS_PLUGINS</code> names those to enable.</p>" : `<ul>${listed.join("")}</ul>`}
</main>`,
      sources: {
        "script-src": "'self'",
        "img-src": "'self' data: https:",
        "connect-src": `'self' ${new URL(namespace).origin}`,
      },
    });
    ctx.set("Cache-Control", "no-store");
    return true;
  };

  const showJson = (ctx: Context): true => {
    ctx.set({
      "Content-Type": "application/json; charset=UTF-8",
      "Cache-Control": "no-cache",
      "X-Content-Type-Options": "nosniff",
    });
    ctx.body = JSON.stringify(describe(ctx));
    return true;
  };

  /**
   * True if no event is published. False if the storage is unreachable: then, the web pages of plugins show
   * the error.
   */
  const isEmpty = async (): Promise<boolean> => {
    try {
      return !(await hasPublishedEvents());
    } catch (error) {
      logger.warn("the storage does not answer", { error });
      return false;
    }
  };

  // Requests with `rest_route` are for the REST interface. Source: rules/interface.md#query-alias.
  const isForInterface = (ctx: Context): boolean => ctx.query.rest_route !== undefined;
  const prefersHtml = (ctx: Context): boolean => ctx.accepts(["json", "html"]) === "html";

  return {
    showFirstSteps: showHtml,
    async beforePlugins(ctx) {
      if (isForInterface(ctx)) return false;
      ctx.vary("Accept");
      // Clients that accept any type get the same web page as browsers.
      if (ctx.accepts(["html", "json"]) === "json") return showJson(ctx);
      return prefersHtml(ctx) && (await isEmpty()) && showHtml(ctx);
    },
    show(ctx) {
      if (isForInterface(ctx)) return false;
      ctx.vary("Accept");
      return prefersHtml(ctx) ? showHtml(ctx) : showJson(ctx);
    },
  };
};
