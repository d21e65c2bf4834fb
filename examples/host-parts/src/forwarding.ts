import { connect } from "node:net";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import type { Host } from "./host.ts";

type Plugins = NonNullable<CalendarOptions["plugins"]>;

const PAGES: Plugins[number] = {
  name: "handed-on-pages",
  setup: () => ({
    website: [
      {
        handle({ method, path }) {
          return path === "/page" ? { type: "text/plain", text: `the page for ${method}` } : undefined;
        },
      },
    ],
  }),
};

/** Calendar in a host application, and the steps in which the host handles each request. */
export interface ForwardingHost {
  readonly calendar: Calendar;
  /**
   * Path at which the API and the web pages of the calendar are mounted. Absent if they are mounted at the
   * root.
   */
  readonly mountPath?: string;
  /**
   * Steps in order. `interface` and `website` call that part of the calendar. `rewrite` changes the URL of
   * the request.
   */
  readonly steps: readonly ("interface" | "website" | "rewrite")[];
  /** Maps an old URL to its new URL. Returns any other URL unchanged. */
  rewrite(url: string): string;
}

const REWRITTEN: Readonly<Record<string, string>> = {
  "/old/events": "/wp-json/tribe/events/v1/events",
  "/old/page": "/page",
};

/** Defines tests for requests whose URL the host rewrites between the parts of a calendar. */
export const forwardingBehaviour = (
  name: string,
  start: (forwarding: ForwardingHost) => Promise<Host>,
): void => {
  describe(`requests that ${name} hands on`, () => {
    let calendar: Calendar;
    let host: Host;
    afterEach(async () => {
      await host.close();
      await calendar.close();
    });

    const begin = async (
      steps: ForwardingHost["steps"],
      mountPath?: string,
      options: CalendarOptions = {},
    ): Promise<void> => {
      const identity = () => ({ id: 1, roles: ["editor"] }) as const;
      calendar = await createCalendar({
        ...{ storage: "sqlite::memory:", identity, plugins: [PAGES], scheduler: false, ...options },
        ...(mountPath !== undefined && { mountPath }),
      });
      const rewrite = (url: string): string => {
        const [, path = "", query = ""] = /^([^?]*)(.*)$/.exec(url) ?? [];
        const known = REWRITTEN[path];
        return known === undefined ? url : (mountPath ?? "") + known + query;
      };
      host = await start({ calendar, steps, rewrite, ...(mountPath !== undefined && { mountPath }) });
    };
    const textAt = async (path: string): Promise<string> => (await fetch(host.origin + path)).text();
    const total = async (path: string): Promise<unknown> => {
      const response = await fetch(host.origin + path);
      return [response.status, ((await response.json()) as { readonly total: unknown }).total];
    };

    for (const mountPath of [undefined, "/calendar"]) {
      const place = mountPath === undefined ? "without a path" : `at ${mountPath}`;
      for (const steps of [
        ["website", "rewrite", "interface", "website"],
        ["interface", "rewrite", "website", "interface"],
      ] as const)
        it(`answers them, mounted ${place}: ${steps.join(", ")}`, async () => {
          await begin(steps, mountPath);
          for (let time = 0; time < 2; time += 1) {
            expect(await total("/old/events?per_page=5")).to.deep.equal([200, 0]);
            expect(await textAt("/old/page")).to.equal("the page for GET");
            expect(await total(`${mountPath ?? ""}/wp-json/tribe/events/v1/events`)).to.deep.equal([200, 0]);
            expect(await textAt(`${mountPath ?? ""}/page`)).to.equal("the page for GET");
            expect(await textAt("/old/else?x=1")).to.equal("the host's /old/else?x=1");
          }
        });
    }

    it("takes what they bring at the address to which it is rewritten", async () => {
      await begin(["website", "rewrite", "interface"]);
      const json = { title: "Fair", start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" };
      const created = await fetch(`${host.origin}/old/events`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(json),
      });
      const event = (await created.json()) as { readonly title: string };
      expect([created.status, event.title]).to.deep.equal([201, "Fair"]);
    });

    it("answers below its path with the website mounted as well as pages: true", async () => {
      await begin(["website", "interface", "rewrite", "website", "interface"], "/calendar", { pages: true });
      for (let time = 0; time < 2; time += 1) {
        for (const path of ["/calendar/else", "/calendar/", "/calendar/docs/else"])
          expect((await fetch(host.origin + path)).status, path).to.be.oneOf([200, 404]);
        expect(await textAt("/calendar/else?x=1")).to.equal("the host's /calendar/else?x=1");
        expect(await textAt("/calendar/page")).to.equal("the page for GET");
        expect(await total("/old/events")).to.deep.equal([200, 0]);
      }
    });

    it("answers all that come on one connection at once, in their order", async () => {
      await begin(["website", "rewrite", "interface"]);
      const paths = ["/old/events", "/page", "/old/else", "/old/events?per_page=2", "/page", "/old/events"];
      const { hostname, port } = new URL(host.origin);
      const socket = connect(Number(port), hostname);
      const last = "Connection: close\r\n";
      socket.write(
        paths
          .map((path, at) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${at === paths.length - 1 ? last : ""}\r\n`)
          .join(""),
      );
      let text = "";
      for await (const bytes of socket) text += String(bytes);
      const responses = text.split(/(?=HTTP\/1\.1 )/).map((response) => {
        if (response.includes('"total":0')) return "events";
        return response.includes("the page for GET") ? "page" : response.includes("the host's") && "else";
      });
      expect(responses).to.deep.equal(["events", "page", "else", "events", "page", "events"]);
    });
  });
};
