import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import type { Host } from "./host.ts";

const MOUNT_PATH = "/calendar";
const NAMESPACE = `${MOUNT_PATH}/wp-json/tribe/events/v1`;
const EVENTS = `${NAMESPACE}/events`;

/** Members of API responses that the tests check. */
interface Shown {
  readonly rest_url: string;
  readonly url: string;
  readonly global_id: string;
  readonly next_rest_url: string;
  readonly total: number;
}

type Plugins = NonNullable<CalendarOptions["plugins"]>;

/** Plugin with web pages for events and a web page that receives a form. */
const PAGES: Plugins[number] = {
  name: "mounted-pages",
  setup: ({ calendar }) => ({
    website: [
      {
        pure: true,
        async handle({ method, path, page, present, home, form }) {
          if (page?.slug !== undefined) {
            const { event } = await calendar.as("anonymous").events.get(page.slug);
            return { type: "text/html", text: `<a href="${present.eventUrl(event)}">${event.title}</a>` };
          }
          if (path === "/home") return { type: "text/plain", text: home };
          if (method !== "POST" || path !== "/form") return undefined;
          return { type: "text/plain", text: JSON.stringify([...(await form()).fields]) };
        },
      },
    ],
  }),
};

/**
 * Defines tests for a calendar that a host application has mounted at `/calendar`. The host handles all other
 * requests itself and must see their original URL.
 */
export const mountedBehaviour = (name: string, start: (calendar: Calendar) => Promise<Host>): void => {
  describe(`a calendar at a path of ${name}`, () => {
    let calendar: Calendar;
    let host: Host;
    before(async () => {
      const identity = () => ({ id: 1, roles: ["editor"] }) as const;
      calendar = await createCalendar({
        ...{ storage: "sqlite::memory:", mountPath: MOUNT_PATH, identity, changes: true },
        plugins: [PAGES],
      });
      host = await start(calendar);
    });
    after(async () => {
      await host.close();
      await calendar.close();
    });

    const read = async (address: string): Promise<Shown> => {
      const response = await fetch(address);
      expect(response.status, address).to.equal(200);
      return (await response.json()) as Shown;
    };

    const create = (title: string): Promise<Response> =>
      fetch(host.origin + EVENTS, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title, start_date: "2031-05-01 10:00", end_date: "2031-05-01 12:00" }),
      });

    it("answers below it, with links that lead there", async () => {
      for (const title of ["Spring fair", "Autumn fair"]) {
        const created = await create(title);
        const { rest_url, url, global_id } = (await created.json()) as Shown;
        expect(created.status).to.equal(201);
        expect(created.headers.get("location")).to.equal(rest_url);
        expect(url).to.match(new RegExp(`^${host.origin}${MOUNT_PATH}/event/`));
        expect(global_id).to.match(/^127\.0\.0\.1\?id=\d+$/);
        expect((await read(rest_url)).rest_url).to.equal(rest_url);
      }
      const list = await read(`${host.origin}${EVENTS}?start_date=2031-01-01&end_date=2031-12-31&per_page=1`);
      expect((await read(list.next_rest_url)).total).to.equal(2);
      expect(
        (await read(`${host.origin}${MOUNT_PATH}?rest_route=/tribe/events/v1/events/1`)).global_id,
      ).to.match(/=1$/);
      expect((await fetch(`${host.origin}${EVENTS}/99`)).status).to.equal(404);
    });

    it("leaves everything else to the host, with its address", async () => {
      for (const path of [
        "/wp-json/tribe/events/v1/events",
        `${MOUNT_PATH}/about?x=1`,
        `${MOUNT_PATH}s`,
        "/?rest_route=/",
      ]) {
        expect(await (await fetch(host.origin + path)).text(), path).to.equal(`the host's ${path}`);
      }
    });

    it("shows the pages of plugins where the host wants them", async () => {
      const site = host.origin + MOUNT_PATH;
      const page = await fetch(`${site}/event/spring-fair/`);
      expect([page.status, await page.text()]).to.deep.equal([
        200,
        `<a href="${site}/event/spring-fair/">Spring fair</a>`,
      ]);
      const headers = { "if-none-match": page.headers.get("etag") ?? "" };
      expect((await fetch(`${site}/event/spring-fair/`, { headers })).status).to.equal(304);
      expect((await fetch(`${site}/event/nothing/`)).status).to.equal(400);
      expect(await (await fetch(`${site}/home`)).text()).to.equal(site);
      const body = new URLSearchParams({ name: "Ann", more: "1" });
      const sent = await fetch(`${site}/form`, { method: "POST", body });
      expect(await sent.text()).to.equal('[["name",["Ann"]],["more",["1"]]]');
      expect(sent.headers.get("cache-control")).to.equal("no-store");
      expect(await (await fetch(`${host.origin}/home`)).text()).to.equal("the host's /home");
    });

    it("sends changes as they come, until the client goes or the calendar closes", async () => {
      const open = async (): Promise<ReadableStreamDefaultReader<string>> => {
        const headers = { accept: "text/event-stream" };
        const { status, body } = await fetch(`${host.origin}${NAMESPACE}/changes`, { headers });
        expect(status).to.equal(200);
        if (body === null) throw new Error("There is no stream");
        return body.pipeThrough(new TextDecoderStream()).getReader();
      };
      const [left, kept] = [await open(), await open()];
      await left.cancel();
      await create("Winter fair");
      let text = "";
      while (!text.includes("Winter fair")) text += (await kept.read()).value;
      await calendar.close();
      while (!(await kept.read()).done);
    });
  });
};
