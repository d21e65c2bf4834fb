import type { Plugin } from "@kalends/core/interface";
import { pluginRoute } from "@kalends/core/plugin";
import { expect } from "chai";
import type { Body, TestResponse } from "../http/client.ts";
import { aPicture } from "../http/pictures.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { asRaw } from "../http/uploads.ts";
import { stores } from "../stores.ts";
import { declaredRoutes, MINIMUM } from "./declared-operations.ts";

/** Id that no record has. Like the existing ids, it is also a valid latitude and not a boolean. */
const NOTHING = 89;
const UNKNOWN_IMAGE = { image: "Image not found." };

/** Plugin with a field and a route. Both accept the id of any event. */
const curious: Plugin = {
  name: "curious",
  setup: ({ calendar }) => ({
    fields: [
      {
        record: "event",
        name: "sequel",
        parameter: {
          description: "The id of an event.",
          documented: { type: "integer" },
          resolve: async (raw) =>
            (await calendar.unrestricted.events.get(Number(raw))) === undefined
              ? { problem: { reason: "unknown-event" } }
              : { value: Number(raw) },
        },
      },
    ],
    routes: [
      pluginRoute<{ readonly event: number }>({
        method: "POST",
        path: "/curious",
        description: "Takes the id of an event.",
        parameters: {
          event: {
            description: "The id of an event.",
            required: true,
            resolve: async (raw) =>
              (await calendar.unrestricted.events.get(Number(raw))) === undefined
                ? { problem: { reason: "unknown-event" } }
                : { value: Number(raw) },
          },
        },
        permits: ({ capabilities }) => capabilities.has("edit"),
        run: ({ event }) => ({ body: { event } }),
      }),
    ],
  }),
};

for (const store of stores) {
  describe(`what refusals say of other records, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    /** Ids of the private records of an editor, and of an image that only the private event uses. */
    let hidden: Readonly<Record<"event" | "venue" | "organizer" | "image", number>>;
    let category: number;
    let draft: Body;

    const make = async (path: string, json: object, as = "editor"): Promise<Body> => {
      const answer = await calendar.post(path, { as, json });
      expect(answer.status, answer.text).to.equal(201);
      return answer.body;
    };
    const upload = async (): Promise<number> =>
      (await calendar.post("/images", { ...asRaw(await aPicture()), as: "editor" })).body.id;
    const patch = (path: string, json: object, as: string): Promise<TestResponse> =>
      calendar.send("PATCH", path, { as, json });
    const paramsOf = ({ status, body, text }: TestResponse): unknown => {
      expect(status, text).to.equal(400);
      return body.data.params;
    };

    before(async () => {
      calendar = await startCalendar(store, { plugins: [curious] });
      await calendar.store.transaction(async ({ ids }) => {
        await ids.reserve("record", 10);
        await ids.reserve("term", 10);
      });
      const image = await upload();
      const status = "private";
      const venue = await make("/venues", { venue: "Back Room", status });
      const organizer = await make("/organizers", { organizer: "Secret Society", status });
      const event = await make("/events", { ...MINIMUM.events, status, image: String(image) });
      hidden = { image, venue: venue.id, organizer: organizer.id, event: event.id };
      category = (await make("/categories", { name: "Known" })).id;
      draft = await make("/events", { ...MINIMUM.events, title: "Mine" }, "contributor");
    });
    after(() => calendar.close());

    it("is nothing to those who may not write at all, whatever they send to whatever parameter", async () => {
      const ids = [...Object.values(hidden), category, calendar.users.get("editor") ?? 0, draft.id];
      const path = { events: draft.id, venues: hidden.venue, organizers: hidden.organizer };
      const forms = (id: number): readonly unknown[] => [
        id,
        String(id),
        [id],
        `${id},${draft.id}`,
        { id },
        [{ id }],
        [{ venue: "A", organizer: "A", image: String(id), author: id }],
      ];
      for (const { method, path: base, resource, name, parameters } of await declaredRoutes()) {
        if (resource === "images" || (name !== "create" && name !== "update")) continue;
        const target = path[resource as keyof typeof path] ?? category;
        const url = name === "create" ? base : `${base}${target}`;
        for (const as of [undefined, "subscriber"]) {
          // The API reports invalid values of all parameters in one error, so all are sent together.
          const send = async (value: unknown): Promise<string> => {
            const json = Object.fromEntries(parameters.map((parameter) => [parameter, value]));
            return (await calendar.send(method, url, { json, ...(as !== undefined && { as }) })).text;
          };
          const expected = await Promise.all(forms(NOTHING).map(send));
          for (const id of ids) {
            expect(await Promise.all(forms(id).map(send)), `${url} as ${as}`).to.deep.equal(expected);
          }
        }
      }
    });

    it("is nothing by what plugins look up, either", async () => {
      for (const as of [undefined, "subscriber"]) {
        const caller = as === undefined ? {} : { as };
        for (const id of [hidden.event, NOTHING]) {
          const json = { ...MINIMUM.events, sequel: id };
          const status = as === undefined ? 401 : 403;
          expect((await calendar.post("/events", { ...caller, json })).status).to.equal(status);
          expect((await calendar.post("/curious", { ...caller, json: { event: id } })).status).to.equal(
            status,
          );
        }
      }
      const sent = { as: "contributor", json: { event: NOTHING } };
      expect(paramsOf(await calendar.post("/curious", sent))).to.deep.equal({
        event: "Event not found.",
      });
      expect((await calendar.post("/curious", { ...sent, json: { event: hidden.event } })).status).to.equal(
        200,
      );
    });

    it("is that an image of somebody's private record does not exist, for those who see none of them", async () => {
      const image = String(hidden.image);
      for (const id of [image, String(NOTHING), ` ${image}.0 `]) {
        const created = await calendar.post("/events", {
          as: "contributor",
          json: { ...MINIMUM.events, image: id },
        });
        expect(paramsOf(created)).to.deep.equal(UNKNOWN_IMAGE);
        expect(paramsOf(await patch(`/events/${draft.id}`, { image: id }, "contributor"))).to.deep.equal(
          UNKNOWN_IMAGE,
        );
        for (const [path, name] of [
          ["/venues", "venue"],
          ["/organizers", "organizer"],
        ] as const) {
          const json = { [name]: "Pier", image: id };
          expect(paramsOf(await calendar.post(path, { as: "contributor", json }))).to.deep.equal(
            UNKNOWN_IMAGE,
          );
          const inline = { ...MINIMUM.events, [name]: json };
          const answer = await calendar.post("/events", { as: "contributor", json: inline });
          expect(answer.status).to.equal(400);
          expect(Object.keys(answer.body.data.params)).to.deep.equal([name]);
        }
      }
      expect((await calendar.get(`/images/${image}`, { as: "contributor" })).status).to.equal(400);
      const caller = { id: calendar.users.get("contributor") ?? 0, roles: ["contributor"] as const };
      const refused = await calendar.calendar
        .as(caller)
        .events.create({
          title: "A",
          start_date: "2031-05-01 10:00",
          end_date: "2031-05-01 12:00",
          image,
        })
        .then(
          () => undefined,
          (error: { readonly details?: unknown }) => error.details,
        );
      expect(refused).to.deep.equal({ problems: { image: { reason: "unknown-image" } } });
    });

    it("is the same to those who may write on this record alone, by rights that their host gives one by one", async () => {
      const api = calendar.calendar.as({ id: 7_000, capabilities: ["edit_others"] });
      const venue = await make("/venues", { venue: "Draft", status: "draft" });
      const problemsOf = (answer: Promise<unknown>): Promise<unknown> =>
        answer.then(
          () => "stored",
          (error: { readonly details?: unknown }) => error.details,
        );
      for (const [name, value, reason] of [
        ["image", String(hidden.image), "unknown-image"],
        ["image", String(NOTHING), "unknown-image"],
        ["author", NOTHING, "unknown-user"],
        ["venue", hidden.venue, "unknown-venue"],
        ["organizer", hidden.organizer, "unknown-organizer"],
        ["sequel", NOTHING, "unknown-event"],
      ] as const) {
        const problems = { problems: { [name]: { reason } } };
        const answer = problemsOf(api.events.update(draft.id, { [name]: value }));
        expect(await answer, name).to.deep.equal(problems);
        if (name === "image" || name === "author") {
          const ofVenue = problemsOf(api.venues.update(venue.id, { [name]: value }));
          expect(await ofVenue, name).to.deep.equal(problems);
        }
      }
      expect(await problemsOf(api.events.update(draft.id, { cost: "5" }))).to.equal("stored");
    });

    it("is no hindrance for an image that the caller sees, as one that their own record shows", async () => {
      const image = String(await upload());
      const own = await make("/events", { ...MINIMUM.events, title: "Shown" }, "contributor");
      expect((await patch(`/events/${own.id}`, { image }, "editor")).status).to.equal(200);
      const kept = await patch(`/events/${own.id}`, { image, title: "Still shown" }, "contributor");
      expect(kept.status, kept.text).to.equal(200);
      expect(kept.body.image.id).to.equal(Number(image));
      const again = await make("/venues", { venue: "Own", image }, "contributor");
      expect(again.image.id).to.equal(Number(image));
      for (const path of [`/venues/${again.id}`, `/events/${own.id}`])
        expect((await calendar.send("DELETE", path, { as: "contributor" })).status).to.equal(200);
      const restored = await patch(`/events/${own.id}`, { image, status: "draft" }, "contributor");
      expect(restored.status, restored.text).to.equal(200);
      const published = await upload();
      await make("/events", { ...MINIMUM.events, image: String(published) });
      await make("/events", { ...MINIMUM.events, title: "Also", image: String(published) }, "contributor");
      await make("/events", { ...MINIMUM.events, title: "Author", image: String(hidden.image) }, "author");
    });

    it("is that venues and organizers that the caller may not read do not exist", async () => {
      for (const name of ["venue", "organizer"] as const) {
        const text = `${name === "venue" ? "Venue" : "Organizer"} not found.`;
        for (const as of ["author", "contributor"]) {
          for (const id of [hidden[name], NOTHING]) {
            for (const [value, message] of [
              [id, text],
              [{ id }, text],
              [[id], `${name}[0]: ${text}`],
            ]) {
              const json = { ...MINIMUM.events, [name]: value };
              expect(paramsOf(await calendar.post("/events", { as, json }))).to.deep.equal({
                [name]: message,
              });
            }
          }
        }
        const json = { ...MINIMUM.events, title: name, [name]: hidden[name] };
        expect((await calendar.post("/events", { as: "editor", json })).status).to.equal(201);
      }
    });

    it("is nothing of who has an account, for those who may write for nobody else", async () => {
      for (const [path, minimum] of [
        ["/events", MINIMUM.events],
        ["/venues", { venue: "By somebody" }],
      ] as const) {
        const texts = new Set<string>();
        for (const author of [calendar.users.get("editor"), NOTHING]) {
          const { status, text } = await calendar.post(path, { as: "author", json: { ...minimum, author } });
          expect(status, text).to.equal(403);
          texts.add(text);
        }
        expect(texts.size).to.equal(1);
        const unknown = { as: "editor", json: { ...minimum, author: NOTHING } };
        expect(paramsOf(await calendar.post(path, unknown))).to.deep.equal({
          author: "User not found.",
        });
      }
    });
  });
}
