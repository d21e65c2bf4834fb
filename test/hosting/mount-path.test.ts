import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, OperatorError } from "kalends";
import Koa, { type Middleware } from "koa";
import { aPicture } from "../http/pictures.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";
import { mount } from "./koa-mount.ts";

const identity: NonNullable<CalendarOptions["identity"]> = () => ({ id: 1, roles: ["administrator"] });

describe("mountPath", () => {
  let calendar: Calendar;
  let server: HostServer;

  const create = async (options: CalendarOptions = {}): Promise<Calendar> => {
    const storage = "sqlite::memory:";
    const media = createMemoryBlobStore();
    calendar = await createCalendar({
      storage,
      media,
      clock: CLOCK,
      identity,
      mountPath: "/calendar",
      scheduler: false,
      ...options,
    });
    return calendar;
  };
  afterEach(async () => {
    await server.close();
    await calendar.close();
  });

  /** Koa hosts with a mounted calendar: one removes the mount path from the URL, and one keeps it. */
  const HOSTS = {
    "whose addresses lack it": (middleware) => mount("/calendar", middleware),
    "whose addresses keep it": (middleware) => middleware,
  } satisfies Readonly<Record<string, (middleware: Middleware) => Middleware>>;

  it("keeps what it answers in each locale apart, also where a host has taken the locale off the address", async () => {
    const { middleware } = await create({ locales: ["fr"], identity: () => undefined });
    const app = new Koa().use(mount("/calendar/fr", middleware)).use(mount("/calendar", middleware));
    server = await listen(app.callback());
    for (const prefix of ["/calendar/fr", "/calendar"]) {
      const { headers } = await server.get(`/${prefix}/wp-json/tribe/events/v1`);
      expect(headers["content-language"], prefix).to.equal(prefix.endsWith("/fr") ? "fr" : "en");
    }
  });

  for (const [name, place] of Object.entries(HOSTS)) {
    describe(`in a host ${name}`, () => {
      const start = async (options: CalendarOptions = {}): Promise<void> => {
        const { middleware } = await create(options);
        const app = new Koa().use(place(middleware)).use((ctx) => {
          ctx.body = `host ${ctx.url}`;
        });
        server = await listen(app.callback());
      };
      const at = (path: string): string => `//calendar/wp-json/tribe/events/v1${path}`;

      it("is in every address of an answer but in no global id", async () => {
        await start({ locales: ["fr"] });
        const raw = await aPicture();
        const image = await server.post(at("/images"), { raw, headers: { "content-type": "image/png" } });
        const event = await server.post(at("/events"), {
          json: {
            ...AN_EVENT,
            image: String(image.body.id),
            venue: { venue: "Mill" },
            organizer: { organizer: "Ann" },
            categories: ["Jazz"],
            tags: ["spring"],
          },
        });
        expect(event.status).to.equal(201);
        await server.post(at("/events"), { json: { ...AN_EVENT, title: "Second" } });
        const answers = [event, image];
        for (const path of [
          "/events?per_page=1&page=2&start_date=2031-01-01",
          "/venues",
          "/tags",
          "",
          "/doc",
          "/docs",
        ]) {
          answers.push(await server.get(at(path)));
        }
        answers.push(await server.get("//calendar/wp-json"), await server.get("//calendar/fr/wp-json"));
        for (const { text, headers } of answers) {
          const all = `${text} ${headers.link} ${headers.location ?? ""}`.replaceAll("\\/", "/");
          const outside = all
            .split(server.origin)
            .slice(1)
            .filter((rest) => !rest.startsWith("/calendar"));
          expect(outside.map((rest) => rest.slice(0, 80))).to.deep.equal([]);
        }
        expect(event.body.global_id).to.equal(`127.0.0.1?id=${event.body.id}`);
        expect(event.body.venue.global_id).to.equal(`127.0.0.1?id=${event.body.venue.id}`);
        const file = await server.get(`/${new URL(image.body.url).pathname}`);
        expect([file.status, file.headers["content-type"]]).to.deep.equal([200, "image/png"]);
      });

      it("is taken once, as often as it is in the address", async () => {
        await start();
        for (const path of [
          "//calendar/calendar/wp-json",
          "//wp-json",
          "//Calendars/wp-json",
          "//calendar/wp-jsonx",
        ]) {
          expect((await server.get(path)).text).to.equal(`host ${path.slice(1)}`);
        }
      });

      it("is where the pages are", async () => {
        await start({ pages: true });
        expect((await server.get("//calendar/healthz")).body).to.deep.equal({ status: "ok" });
        const { text } = await server.get("//calendar/docs");
        expect(text).to.include('href="/calendar/docs/assets/').and.include('href="/calendar/"');
        expect((await server.get("//calendar")).body.docs).to.equal(`${server.origin}/calendar/docs`);
        expect((await server.get("//healthz")).text).to.equal("host /healthz");
      });

      it("comes after baseUrl, or what a trusted proxy says", async () => {
        await start({ baseUrl: "https://town.example/site" });
        const { body } = await server.post(at("/events"), { json: AN_EVENT });
        expect(body.rest_url).to.equal(
          `https://town.example/site/calendar/wp-json/tribe/events/v1/events/${body.id}`,
        );
        expect(body.global_id).to.equal(`town.example/site?id=${body.id}`);
        await server.close();
        await calendar.close();
        await start({ trustProxy: true });
        const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "town.example" };
        const root = await server.get("//calendar/wp-json", { headers });
        expect(root.body.home).to.equal("https://town.example/calendar");
      });
    });
  }

  it("is taken off by a calendar with a server to itself", async () => {
    const { callback } = await create({ pages: true });
    server = await listen((request, response) => callback(request, response));
    expect((await server.get("//calendar//wp-json")).status).to.equal(200);
    expect((await server.get("//calendar/readyz")).status).to.equal(200);
    expect((await server.get("//wp-json")).body.code).to.equal("rest_no_route");
  });

  it("is what a host takes for it, in any letter case", async () => {
    const { callback } = await create();
    server = await listen((request, response) => {
      // Express and middie set these properties.
      const originalUrl = request.url ?? "";
      Object.assign(request, { originalUrl, url: originalUrl.slice("/calendar".length) });
      callback(request, response, () => response.end(`host ${originalUrl} ${request.url}`));
    });
    expect((await server.get("//Calendar/wp-json")).body.home).to.equal(`${server.origin}/calendar`);
    expect((await server.get("//calendar/x?y=1")).text).to.equal("host /calendar/x?y=1 /x?y=1");
  });
});

describe("mountPath", () => {
  it("is refused at the start when it is no path", async () => {
    for (const mountPath of ["", "/", "calendar", "/calendar/", "/a//b", "/a/../b", "/a?b", "/a%2fb", 7]) {
      // A host application in JavaScript can pass this.
      const options = { storage: "sqlite::memory:", mountPath } as CalendarOptions;
      const error: unknown = await createCalendar(options).catch((reason: unknown) => reason);
      expect(error, String(mountPath)).to.be.instanceOf(OperatorError);
      expect(String(error)).to.include("mountPath is not a path such as /calendar");
    }
  });
});
