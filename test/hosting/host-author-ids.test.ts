import type { DomainEvents } from "@kalends/core/interface";
import { FIRST_USER_NUMBER, type StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type HostId, type Identity } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const UUID = "6b0a4e5c-7d0c-4d0e-9a3e-1f2d3c4b5a69";
const OBJECT_ID = "507f1f77bcf86cd799439011";
const RANGE = { start_date: "2031-01-01", end_date: "2031-12-31" };

/** Returns a user who may publish own records. The id can have any type. */
const author = (id: HostId): Identity => ({
  id,
  capabilities: ["edit", "delete", "publish", "edit_published", "upload"],
});
const editor = (id: HostId): Identity => ({ id, roles: ["editor"] });

for (const { name, open } of stores) {
  describe(`authors whom the host calls by texts, on ${name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await createCalendar({
        storage: store,
        media: createMemoryBlobStore(),
        scheduler: false,
        clock: CLOCK,
        identity: () => undefined,
        ...options,
      });
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
    });

    it("are called as the host does in what the calendar returns and domain events carry", async () => {
      await start();
      const changes: DomainEvents["event.created"][] = [];
      const images: DomainEvents["image.created"][] = [];
      const terms: DomainEvents["tag.created"][] = [];
      calendar.events.on("event.created", (change) => void changes.push(change));
      calendar.events.on("image.created", (change) => void images.push(change));
      calendar.events.on("tag.created", (change) => void terms.push(change));
      const { as } = calendar;
      const image = await as(author(OBJECT_ID)).images.create({ name: "a.png", bytes: await aPicture() });
      expect(image.hostAuthorId).to.equal(OBJECT_ID);
      const made = await as(editor("chief editor")).events.create({
        ...AN_EVENT,
        author: UUID,
        image: String(image.id),
        venue: { venue: "Mill", author: OBJECT_ID },
        organizer: [{ organizer: "Ann" }, { organizer: "Ben", author: "7" }],
        tags: ["new"],
      });
      const shown = await as().events.get(made.event.id);
      for (const view of [made, shown, ...(await as().events.list(RANGE)).items]) {
        const { event, venue, organizers } = view;
        expect([event.hostAuthorId, venue?.venue.hostAuthorId, view.image?.hostAuthorId]).to.deep.equal([
          UUID,
          OBJECT_ID,
          OBJECT_ID,
        ]);
        expect(organizers.map(({ organizer }) => organizer.hostAuthorId)).to.deep.equal(["chief editor", 7]);
      }
      const updated = await as(editor("chief editor")).venues.update(made.venue?.venue.id ?? 0, {
        author: "another",
      });
      expect(updated.venue.hostAuthorId).to.equal("another");
      await calendar.close();
      expect(
        changes.map(({ after, actor }) => [after.hostAuthorId, actor?.hostId, actor?.id === after.author]),
      ).to.deep.equal([[UUID, "chief editor", false]]);
      expect(images.map(({ after, actor }) => [after.hostAuthorId, actor?.hostId])).to.deep.equal([
        [OBJECT_ID, OBJECT_ID],
      ]);
      expect(terms.map(({ actor }) => actor?.hostId)).to.deep.equal(["chief editor"]);
      // The author id of the host is not stored.
      expect(await store.events.find(made.event.id)).to.not.have.property("hostAuthorId");
      expect(await store.images.find(image.id)).to.not.have.property("hostAuthorId");
    });

    it("are named as authors by those who may, if the host knows them", async () => {
      const asked: HostId[] = [];
      const authors = {
        isAuthor: async (id: HostId) => {
          asked.push(id);
          return id === UUID || id === 7 || id === "chief editor";
        },
      };
      await start({ authors });
      const { as } = calendar;
      const refusal = async (who: Identity, named: string | number): Promise<unknown> =>
        as(who)
          .events.create({ ...AN_EVENT, author: named })
          .then(
            ({ event }) => event.hostAuthorId,
            ({ code, details }) => [code, Object.keys(details.problems ?? {})],
          );
      expect(await refusal(editor("chief editor"), UUID)).to.equal(UUID);
      expect(await refusal(editor("chief editor"), "chief editor")).to.equal("chief editor");
      expect(await refusal(editor("chief editor"), "7")).to.equal(7);
      for (const named of [OBJECT_ID, UUID.toUpperCase(), "", "x".repeat(201), "\ud800", "0"]) {
        expect(await refusal(editor("chief editor"), named), named).to.deep.equal([
          "rest_invalid_param",
          ["author"],
        ]);
      }
      expect(asked).to.include.members([UUID, OBJECT_ID, 7]);
      expect(asked.filter((id) => typeof id === "number" && id >= FIRST_USER_NUMBER)).to.deep.equal([]);
      expect(await refusal(author(UUID), UUID)).to.equal(UUID);
      expect(await refusal(author(UUID), OBJECT_ID)).to.deep.equal(["rest_cannot_edit_others", []]);
    });

    it("act inside a transaction, also when it is the first that the calendar sees of them", async () => {
      await start();
      const { event: earlier } = await calendar.as(author(UUID)).events.create(AN_EVENT);
      let runs = 0;
      const made = await calendar.transaction(async ({ as }) => {
        runs += 1;
        const { event } = await as(editor(OBJECT_ID)).events.create(AN_EVENT);
        // The transaction is rolled back although the host catches the error.
        const other = await as(editor("chief editor"))
          .events.create({ ...AN_EVENT, author: "another" })
          .catch(() => undefined);
        const shown = await as().events.get(earlier.id);
        return [event.hostAuthorId, other?.event.hostAuthorId, shown.event.hostAuthorId];
      });
      expect(made).to.deep.equal([OBJECT_ID, "another", UUID]);
      expect(runs).to.equal(4);
      expect((await calendar.as().events.list(RANGE)).total).to.equal(3);
      await calendar.close();
      await start();
      const again = await calendar.transaction(({ as }) => as().events.get(earlier.id));
      expect(again.event.hostAuthorId).to.equal(UUID);
    });
  });
}
