import { type Logger, storageUnavailable } from "@kalends/core";
import type { LogFields } from "@kalends/core/interface";
import { FIRST_USER_NUMBER, type StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type HostId, type Identity } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { inProcessClient } from "../in-process-client.ts";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const UUID = "6b0a4e5c-7d0c-4d0e-9a3e-1f2d3c4b5a69";
const OBJECT_ID = "507f1f77bcf86cd799439011";
const RANGE = "start_date=2031-01-01&end_date=2031-12-31";

/** Returns a user who may publish own records. The id can have any type. */
const author = (id: HostId): Identity => ({
  id,
  capabilities: ["edit", "delete", "publish", "edit_published", "upload"],
});
const editor = (id: HostId): Identity => ({ id, roles: ["editor"] });

for (const { name, open } of stores) {
  describe(`users whom the host calls by texts, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let server: HostServer;
    let errors: (LogFields | undefined)[];
    let identities: Map<string, Identity>;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      const logger: Logger = {
        debug() {},
        info() {},
        warn() {},
        error: (_message, fields) => void errors.push(fields),
      };
      calendar = await createCalendar({
        storage: store,
        media: createMemoryBlobStore(),
        scheduler: false,
        clock: CLOCK,
        logger,
        identity: ({ headers }) => identities.get(String(headers["x-user"])),
        ...options,
      });
      server = await listen(calendar.callback);
    };
    const stop = async (): Promise<void> => {
      await server.close();
      await calendar.close();
    };
    beforeEach(async () => {
      errors = [];
      identities = new Map([
        ["uuid", author(UUID)],
        ["upper", author(UUID.toUpperCase())],
        ["object", author(OBJECT_ID)],
        ["editor", editor("chief editor")],
        ["number", author(7)],
        ["digits", author("7")],
      ]);
      store = await open();
    });
    afterEach(async () => {
      await stop();
      await store.close();
    });

    const as = (user: string) => ({ headers: { "x-user": user } });
    const create = (user: string, json: object = {}) =>
      server.post("/events", { ...as(user), json: { ...AN_EVENT, ...json } });
    const ids = async (user: string, query: string): Promise<readonly number[]> =>
      (await server.get(`/events?${RANGE}&${query}`, as(user))).body.events.map(
        ({ id }: { readonly id: number }) => id,
      );

    it("have the rights of authors over what is theirs, and over nothing else", async () => {
      await start();
      const { body: draft } = await create("uuid", { status: "draft" });
      const { body: hidden } = await create("uuid", { status: "private" });
      const { body: other } = await create("upper", { status: "draft" });
      expect(draft.author).to.match(/^\d+$/);
      expect(Number(draft.author)).to.be.at.least(FIRST_USER_NUMBER);
      expect(hidden.author).to.equal(draft.author);
      expect(other.author).to.not.equal(draft.author);
      expect(await ids("uuid", "status=draft")).to.deep.equal([draft.id]);
      expect(await ids("upper", "status=draft")).to.deep.equal([other.id]);
      expect(await ids("object", "status=draft")).to.deep.equal([]);
      const edit = { json: { excerpt: "Mine" } };
      for (const [user, read, written] of [
        ["upper", 403, 403],
        ["object", 403, 403],
        ["number", 403, 403],
        ["nobody", 403, 401],
        ["uuid", 200, 200],
      ] as const) {
        const path = `/events/${draft.id}`;
        expect((await server.get(`/events/${hidden.id}`, as(user))).status, user).to.equal(read);
        expect((await server.send("PATCH", path, { ...as(user), ...edit })).status, user).to.equal(written);
        expect((await server.send("DELETE", path, as(user))).status, user).to.equal(written);
      }
    });

    it("are one user each, however many of their first requests come at once, and whenever", async () => {
      await start();
      const users = ["uuid", "object", "upper"];
      const created = await Promise.all(
        Array.from({ length: 24 }, (_, index) => create(users[index % 3] ?? "", { status: "draft" })),
      );
      const authors = users.map(
        (_user, at) => new Set(created.filter((_, index) => index % 3 === at).map(({ body }) => body.author)),
      );
      expect(authors.map(({ size }) => size)).to.deep.equal([1, 1, 1]);
      expect(new Set(authors.flatMap((one) => [...one])).size).to.equal(3);
      await stop();
      await start();
      expect((await create("object")).body.author).to.equal([...(authors[1] ?? [])][0]);
    });

    it("of whom a text of digits is the number", async () => {
      await start();
      expect((await create("digits")).body.author).to.equal("7");
      expect((await create("number")).body.author).to.equal("7");
      expect((await store.userIds.readAfter(0, 10)).length).to.equal(0);
      const { event } = await calendar.as(author("7")).events.create(AN_EVENT);
      expect([event.author, event.hostAuthorId]).to.deep.equal([7, 7]);
    });

    it("are named as authors by their numbers, and by nothing else", async () => {
      await start();
      const { body } = await create("uuid");
      expect((await create("editor", { author: Number(body.author) })).body.author).to.equal(body.author);
      expect((await create("editor", { author: UUID })).body.data.params).to.have.all.keys("author");
    });

    it("are called so in no public answer", async () => {
      await start({ locales: ["fr"], pages: true });
      const raw = await aPicture();
      const image = await server.post("/images", {
        headers: { "x-user": "uuid", "content-type": "image/png" },
        raw,
      });
      const { body: event } = await create("uuid", {
        image: String(image.body.id),
        venue: { venue: "Mill" },
        organizer: { organizer: "Ann" },
        tags: ["new"],
      });
      const { paths } = (await server.get("/doc")).body;
      const idOf: Readonly<Record<string, number>> = {
        events: event.id,
        venues: event.venue.id,
        organizers: event.organizer[0].id,
        images: image.body.id,
        tags: event.tags[0].id,
      };
      // `GET session` shows callers their own name.
      const others = Object.keys(paths).filter((path) => path !== "/session");
      const asked = others.map((path) =>
        path.replace("{slug}", event.slug).replace("{id}", String(idOf[path.split("/")[1] ?? ""] ?? 1)),
      );
      expect(asked).to.have.length.above(15);
      for (const user of ["uuid", "editor", "nobody"]) {
        for (const path of [...asked, "//wp-json", "//docs", "/events/99", "/nothing"]) {
          const { text, headers } = await server.get(path, as(user));
          expect(text + JSON.stringify(headers), path)
            .to.not.match(/hostAuthorId|hostId/)
            .and.not.include(UUID);
        }
        const api = inProcessClient(calendar, identities.get(user));
        expect(JSON.stringify(await api.events.get(event.id)))
          .to.not.match(/hostAuthorId|hostId/)
          .and.not.include(UUID);
      }
    });

    it("are refused with the host's mistake in the log when they cannot be told apart", async () => {
      await start();
      const { body } = await create("uuid");
      const wrong: readonly (readonly [unknown, string])[] = [
        ["", "The identity has an id that is not a text of 1 to 200 characters."],
        ["x".repeat(201), "The identity has an id that is not a text of 1 to 200 characters."],
        ["a\ud800", "The identity has an id that is not a text of 1 to 200 characters."],
        [{}, "The identity has an id that is neither a number nor a text."],
        [
          Number(body.author),
          `The identity has the id ${body.author}, which the calendar uses for a user whose id is a text.`,
        ],
        [
          body.author,
          `The identity has the id ${body.author}, which the calendar uses for a user whose id is a text.`,
        ],
      ];
      for (const [id, message] of wrong) {
        identities.set("wrong", editor(id as HostId));
        const answer = await server.get("/events", as("wrong"));
        expect([answer.status, answer.body.code], message).to.deep.equal([500, "internal_server_error"]);
        expect(String(errors.pop()?.error)).to.equal(`Error: ${message}`);
      }
      expect((await server.get("/events")).status).to.equal(200);
    });

    it("are asked to come again when the storage is away", async () => {
      let isAway = false;
      const real = store.userIds;
      const numberOf = (id: string) =>
        isAway ? Promise.reject(storageUnavailable(new Error("away"))) : real.numberOf(id);
      store = { ...store, userIds: { ...real, numberOf } };
      await start();
      expect((await create("uuid")).status).to.equal(201);
      isAway = true;
      const { status, body } = await server.get("/events", as("object"));
      expect([status, body.code]).to.deep.equal([503, "rest_storage_unavailable"]);
      const refused = await calendar
        .as(author(OBJECT_ID))
        .events.list()
        .catch((error: unknown) => error);
      expect(refused).to.have.property("code", "rest_storage_unavailable");
      // Users who are already known can work while the user service of the host is unavailable.
      expect((await server.get("/events", as("uuid"))).status).to.equal(200);
      isAway = false;
      expect((await create("object")).status).to.equal(201);
    });
  });
}
