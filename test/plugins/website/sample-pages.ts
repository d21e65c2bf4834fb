import { setImmediate as nextEvent } from "node:timers/promises";
import { CalendarError } from "@kalends/core";
import type { Plugin, WebsiteRequest, WebsiteResponse } from "@kalends/core/interface";

export const html = (text: string): WebsiteResponse => ({ type: "text/html", text });

/** Plugin with sample pages, and the events that it has observed. */
export interface SamplePages {
  readonly plugin: Plugin;
  readonly asked: string[];
  /** Names of the streams that were closed. */
  readonly ended: string[];
}

const NONSENSE: Readonly<Record<string, unknown>> = {
  "/nonsense/text": "<p>no object",
  "/nonsense/empty": {},
  "/nonsense/status": { type: "text/html", text: "", status: 42 },
  "/nonsense/number": { type: "text/html", text: 7 },
  "/nonsense/header": { type: "text/html", text: "", headers: { "x-a": "b\r\nset-cookie: a=b" } },
  "/nonsense/cookie": { type: "text/html", text: "", headers: { "Set-Cookie": "a=b" } },
  "/nonsense/stream": { type: "text/html", stream: 7 },
  "/nonsense/bodiless": { type: "text/html", text: "", status: 204 },
};

const shown = (request: WebsiteRequest): unknown => ({
  ...request,
  present: undefined,
  headers: Object.keys(request.headers).sort(),
  query: [...request.query],
  site: request.present.site,
  language: request.present.language,
});

/** Creates a plugin with one page for each feature that pages can use. */
export const samplePages = (): SamplePages => {
  const asked: string[] = [];
  const ended: string[] = [];
  async function* portions(path: string) {
    try {
      for (let number = 0; number < 3; number += 1) yield `portion ${number}\n`;
      if (path === "/broken-stream") throw new Error("the stream breaks");
    } finally {
      ended.push(path);
    }
  }
  const plugin: Plugin = {
    name: "sample-pages",
    setup: ({ calendar }) => ({
      website: [
        {
          pure: true,
          async handle(request) {
            const { path, method, page, present } = request;
            asked.push(`${method} ${path}`);
            if (path in NONSENSE) return NONSENSE[path] as WebsiteResponse;
            if (page?.kind === "event") {
              const view = await calendar.as("anonymous").events.get(page.slug ?? page.id ?? 0);
              return html(`<h1>${present.title(view.event.title)}</h1>`);
            }
            if (method === "POST" && path === "/form") {
              const { fields, files } = await request.form();
              const sizes = [...files].map(([name, file]) => [name, file.name, file.bytes.length]);
              return {
                type: "application/json",
                text: JSON.stringify({ fields: [...fields], files: sizes }),
              };
            }
            if (method === "POST") return undefined;
            switch (path) {
              case "/":
                return request.query.has("rest") ? undefined : html("<h1>Front page</h1>");
              case "/list/": {
                const { items } = await calendar.as("anonymous").events.list();
                const rows = items.map(
                  ({ event }) => `<li><a href="${present.eventUrl(event)}">${event.id}</a>`,
                );
                return html(rows.join("\n"));
              }
              case "/request":
                return { type: "application/json", text: JSON.stringify(shown(request)) };
              case "/style.css":
                return {
                  type: "text/css",
                  text: "p { color: red }\n".repeat(200),
                  headers: { "Cache-Control": "public, max-age=31536000, immutable" },
                };
              case "/see":
                return {
                  status: 303,
                  headers: { Location: "/list/" },
                  type: "text/plain",
                  text: "See /list/",
                };
              case "/stream":
              case "/broken-stream":
                return { type: "text/plain", stream: portions(path) };
              case "/gone":
                throw new CalendarError("event-is-in-trash");
              case "/forbidden":
                throw new CalendarError("event-not-accessible");
              case "/failing":
                throw new Error("<b>secret</b>");
              case "/hanging":
                while (!request.isGone()) await nextEvent();
                return undefined;
              case "/nothing":
                return null as unknown as undefined;
              default:
                return undefined;
            }
          },
        },
        {
          handle: ({ path, method }) =>
            path === "/impure" && method === "GET" ? html(`<p>${asked.length}`) : undefined,
        },
      ],
    }),
  };
  return { plugin, asked, ended };
};
