import { createAccounts } from "@kalends/accounts";
import { removeExpiredPreviews } from "@kalends/core/interface";
import type { Plugin } from "@kalends/core/plugin";
import { expect } from "chai";
import { createPinoLogger } from "kalends/internals";
import { stores } from "../stores.ts";
import type { Body, TestResponse } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const TIMES = { start_date: "2031-05-01 19:00:00", end_date: "2031-05-01 21:00:00" };

/** Plugin whose previews are the title of the event, and fail for one title. */
const TITLES: Plugin = {
  name: "titles",
  setup: () => ({
    previews: [
      {
        handle({ view: { event, nextOccurrence }, upcoming }) {
          if (event.title === "Broken") throw new Error("The page broke.");
          const headers = {
            "Content-Security-Policy": "default-src 'none'; frame-ancestors *",
            "X-Own": "1",
            ...{ "CDN-Cache-Control": "max-age=600", "Surrogate-Control": "max-age=600" },
            ...{ "X-Accel-Expires": "600", Expires: "Thu, 01 Jan 2032 00:00:00 GMT" },
          };
          const dates = [nextOccurrence, ...upcoming].map(
            (one) => one?.schedule.start.slice(0, 10) ?? "none",
          );
          return { type: "text/plain", text: event.title, headers: { ...headers, "X-Dates": dates.join() } };
        },
      },
    ],
  }),
};

for (const store of stores) {
  describe(`previews of events, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let lines = "";
    const logger = createPinoLogger("trace", {
      write(text: string) {
        lines += text;
      },
    });
    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [TITLES],
        logger,
        logLevel: "trace",
        locales: ["fr"],
      });
    });
    after(() => calendar.close());

    const draft = async (as = "editor", title = "Draft"): Promise<number> => {
      const json = { title, status: "draft", ...TIMES };
      return (await calendar.post("/events", { as, json })).body.id;
    };
    const create = async (id: number, as = "editor", json: object = {}): Promise<Body> => {
      const { status, body, text } = await calendar.post(`/events/${id}/preview`, { as, json });
      expect(status, text).to.equal(201);
      return body;
    };
    const open = ({ url }: Body): Promise<TestResponse> => calendar.get(`/${new URL(url).pathname}`);
    const accountsOf = () => createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });

    // rules/preview.md#stored-previews
    it("are stored without their secret and never logged", async () => {
      const made = await create(await draft(), "editor", { title: "Unsaved words", days: 2 });
      const broken = await create(await draft("editor", "Broken"));
      expect((await open(made)).text).to.equal("Unsaved words");
      expect((await open(broken)).status).to.equal(500);
      await calendar.get(`/${new URL(made.url).pathname}more`);
      await calendar.send("PUT", `/${new URL(made.url).pathname}`);
      const secret = made.url.slice(-44, -1);
      const documents = await calendar.store.documents.readAfter("", "", 1000);
      expect(JSON.stringify(documents)).to.include("Unsaved words").and.not.include(secret);
      logger.flush();
      expect(lines).to.include("/events/preview/***").and.include("The page broke.");
      for (const { url } of [made, broken]) expect(lines).to.not.include(url.slice(-44, -1));
      for (const path of ["/events?status=draft", "/events?search=Unsaved", "/changes"])
        expect((await calendar.get(path, { as: "administrator" })).text).to.not.include("Unsaved words");
    });

    // rules/preview.md#preview-headers
    it("have headers of their own, whatever the plugin sends", async () => {
      const { headers } = await open(await create(await draft()));
      expect(headers).to.include({
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
        "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
        "x-own": "1",
      });
      expect(headers).to.not.have.any.keys(
        ...["cdn-cache-control", "surrogate-control", "x-accel-expires", "expires"],
      );
    });

    // rules/preview.md#end-of-previews
    it("end while their creator is disabled or may not edit the event", async () => {
      const id = await draft("author");
      const made = await create(id, "author");
      const accounts = accountsOf();
      expect((await open(made)).status).to.equal(200);
      await accounts.changeDisabled("author", true);
      expect((await open(made)).status).to.equal(404);
      await accounts.changeDisabled("author", false);
      await accounts.changeRole("author", "subscriber");
      expect((await open(made)).status).to.equal(404);
      await accounts.changeRole("author", "author");
      expect((await open(made)).status).to.equal(200);
      await calendar.send("PATCH", `/events/${id}`, {
        as: "administrator",
        json: { author: String(calendar.users.get("other")) },
      });
      expect((await open(made)).status).to.equal(404);
    });

    it("end with the token that created them", async () => {
      const added = await accountsOf().addToken("other", "screen");
      const id = await draft("other");
      const headers = { authorization: `Bearer ${added?.token}` };
      const made = await calendar.post(`/events/${id}/preview`, { headers, json: { days: 1 } });
      expect((await open(made.body)).status).to.equal(200);
      const { body } = await calendar.get(`/events/${id}/previews`, { as: "other" });
      expect(body.previews[0]).to.include({ made_with: "screen", user: calendar.users.get("other") });
      await accountsOf().revoke("other", added?.id ?? "");
      expect((await open(made.body)).status).to.equal(404);
    });

    it("are made anew for each request with an Idempotency-Key", async () => {
      const id = await draft();
      const headers = { "idempotency-key": `preview-${store.name}` };
      const [one, other] = [
        await calendar.post(`/events/${id}/preview`, { as: "editor", headers, json: {} }),
        await calendar.post(`/events/${id}/preview`, { as: "editor", headers, json: {} }),
      ];
      expect(one.body.url).to.not.equal(other.body.url);
      expect((await open(other.body)).status).to.equal(200);
    });

    // rules/interface.md#idempotency-answers
    it("are made anew for each batch with an Idempotency-Key, and are not stored with it", async () => {
      const id = await draft();
      const headers = { "idempotency-key": `batch-${store.name}` };
      const requests = [
        { method: "POST", path: "/tags", body: { name: `Batch ${store.name}` } },
        { method: "POST", path: `/events/${id}/preview`, body: { days: 1 } },
      ];
      const send = async (): Promise<Body[]> => {
        const { status, body } = await calendar.post("/batch", { as: "editor", headers, json: { requests } });
        expect(status).to.equal(200);
        return body.responses.map((response: Body) => response.body);
      };
      const [[tag, made], [sameTag, other]] = [await send(), await send()];
      expect(sameTag?.id).to.equal(tag?.id);
      expect(other?.id).to.not.equal(made?.id);
      const documents = JSON.stringify(await calendar.store.documents.readAfter("", "", 1000));
      for (const { url } of [made, other] as Body[]) expect(documents).to.not.include(url.slice(-44, -1));
    });

    it("refuse strict requests whose values would be adjusted, and name adjusted ones otherwise", async () => {
      const id = await draft();
      const json = { title: "<b>Bold</b>", nonsense: 1 };
      const path = `/events/${id}/preview`;
      const lenient = await calendar.post(path, { as: "editor", json });
      expect(lenient.headers["x-kalends-adjusted"]).to.include("nonsense");
      const headers = { prefer: "handling=strict" };
      expect((await calendar.post(path, { as: "editor", headers, json })).status).to.equal(400);
      expect((await calendar.post(path, { as: "editor", headers, json: { nonsense: 1 } })).status).to.equal(
        400,
      );
      expect((await calendar.post(path, { as: "editor", headers, json: { title: "Fine" } })).status).to.equal(
        201,
      );
    });

    it("are in no atomic batch", async () => {
      const id = await draft();
      const requests = [{ method: "POST", path: `/events/${id}/preview`, body: {} }];
      const { body } = await calendar.post("/batch", { as: "editor", json: { atomic: true, requests } });
      expect(body.responses[0]).to.include({ status: 400 });
    });

    it("follow the language of the address that was called", async () => {
      const id = await draft();
      const path = `//fr/wp-json/tribe/events/v1/events/${id}/preview`;
      const { body } = await calendar.post(path, { as: "editor", json: {} });
      expect(new URL(body.url).pathname).to.match(/^\/fr\/events\/preview\//);
      expect((await open(body)).status).to.equal(200);
    });

    // rules/preview.md#preview-limits
    it("keep to their limit also if many are created at once", async () => {
      const id = await draft();
      const made = await Promise.all(
        Array.from({ length: 24 }, () =>
          calendar.post(`/events/${id}/preview`, { as: "editor", json: { days: 1 } }),
        ),
      );
      const statuses = made.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).to.have.length(20);
      expect(statuses.filter((status) => status === 409)).to.have.length(4);
    });

    it("take forms, and store members only if some were sent", async () => {
      const id = await draft("editor", "Saved");
      const path = `/events/${id}/preview`;
      const { body: made } = await calendar.post(path, { as: "editor", form: { days: "7" } });
      expect(made.expires).to.equal(new Date(NOW + 7 * 24 * 60 * 60_000).toISOString());
      expect(await calendar.store.documents.find("kalends/preview-members", made.id)).to.equal(undefined);
      const { body: other } = await calendar.post(path, { as: "editor", form: { title: "Typed" } });
      expect((await open(other)).text).to.equal("Typed");
      await calendar.send("PATCH", `/events/${id}`, { as: "editor", json: { title: "Saved again" } });
      expect((await open(made)).text).to.equal("Saved again");
    });

    // rules/preview.md#end-of-previews
    it("are removed when they have expired", async () => {
      const made = await create(await draft(), "editor", { title: "Expiring", days: 1 });
      const { expires } = made;
      const { store } = calendar;
      const never = (): boolean => false;
      await removeExpiredPreviews(store, Date.parse(expires) - 1, never);
      expect(await store.documents.find("kalends/previews", made.id)).to.not.equal(undefined);
      await removeExpiredPreviews(store, Date.parse(expires), never);
      for (const collection of ["kalends/previews", "kalends/preview-members"])
        expect(await store.documents.find(collection, made.id)).to.equal(undefined);
    });

    it("show an occurrence with its unsaved members", async () => {
      const json = { title: "Series", status: "draft", recurrence: "RRULE:FREQ=DAILY;COUNT=3", ...TIMES };
      const { body: series } = await calendar.post("/events", { as: "editor", json });
      const listed = await calendar.get(`/events/${series.id}/occurrences?start_date=2031-05-01`, {
        as: "editor",
      });
      const made = await create(listed.body.events[1].id, "editor", { title: "Second evening" });
      expect((await open(made)).text).to.equal("Second evening");
      expect((await open(await create(listed.body.events[1].id))).text).to.equal("Series");
    });

    // rules/preview.md#previewed-dates
    it("have the dates of the series, stored or from unsaved rules", async () => {
      const json = { title: "Series", status: "draft", recurrence: "RRULE:FREQ=DAILY;COUNT=3", ...TIMES };
      const { body: series } = await calendar.post("/events", { as: "editor", json });
      const datesWith = async (values: object): Promise<unknown> =>
        (await open(await create(series.id, "editor", values))).headers["x-dates"];
      expect(await datesWith({})).to.equal("2031-05-01,2031-05-01,2031-05-02,2031-05-03");
      expect(await datesWith({ title: "Other" })).to.equal("2031-05-01,2031-05-01,2031-05-02,2031-05-03");
      expect(await datesWith({ recurrence: "RRULE:FREQ=WEEKLY;COUNT=2" })).to.equal(
        "2031-05-01,2031-05-01,2031-05-08",
      );
      expect(await datesWith({ recurrence: { rules: [], dates: [], except: [] } })).to.equal("none");
    });

    it("are for the client, too", async () => {
      const { events } = calendar.program("editor");
      const id = await draft();
      const made = await events.preview(id, { title: "Sent", days: 3 });
      expect((await open(made)).text).to.equal("Sent");
      expect((await events.previews(id)).map((link) => link.id)).to.deep.equal([made.id]);
      await events.revokePreview(id, made.id ?? "");
      expect(await events.previews(id)).to.deep.equal([]);
    });
  });
}
