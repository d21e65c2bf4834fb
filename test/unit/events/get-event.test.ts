import { findTarget, perform } from "@kalends/core/interface";
import { anEvent, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("reading an event", () => {
  const calendar = ofEachTest(openCalendar);
  beforeEach(async () => {
    const { events, venues, organizers } = calendar.store;
    await venues.save(aVenue({ id: 20, status: "draft" }));
    await organizers.save(anOrganizer({ id: 30 }));
    await events.save(anEvent({ id: 1, slug: "jazz-night", venueId: 20, organizerIds: [30] }));
    await events.save(anEvent({ id: 2, slug: "", status: "draft", author: 4 }));
    await events.save(anEvent({ id: 3, slug: "review", status: "pending", author: 4 }));
    await events.save(anEvent({ id: 4, slug: "secret", status: "private", author: 3 }));
    await events.save(anEvent({ id: 5, slug: "soon", status: "future", author: 3 }));
    await events.save(
      anEvent({
        id: 6,
        slug: "gone__trashed",
        status: "trash",
        author: 3,
        trashed: { status: "publish", slug: "gone" },
      }),
    );
    await events.save(anEvent({ id: 7, slug: "%e6%97%a5%e6%9c%ac" }));
  });

  it("answers it by id and by slug, with what the caller may see of it", async () => {
    const view = await calendar.get(1);
    expect(view.event.id).to.equal(1);
    expect(view).to.not.have.property("venue");
    expect(view.organizers.map(({ organizer }) => organizer.id)).to.deep.equal([30]);
    expect((await calendar.get("jazz-night", ADMIN)).venue?.venue.id).to.equal(20);
  });

  it("normalises the slug of the address like a stored one", async () => {
    for (const slug of ["Jazz-Night", "jazz night", "Jázz--Night!"]) {
      expect((await calendar.get(slug)).event.id).to.equal(1);
    }
    for (const slug of ["日本", "%E6%97%A5%e6%9c%ac"]) {
      expect((await calendar.get(slug)).event.id).to.equal(7);
    }
  });

  it("finds no event with an unknown id, 0 included, however large", async () => {
    for (const id of ["999999", "0", "9007199254740993", "1".repeat(400)]) {
      const { get } = calendar.operations.events;
      const found = await findTarget(get, { name: "id", text: id }, ANONYMOUS);
      expect(await refusal(perform(get, {}, ANONYMOUS, { found }))).to.deep.equal({
        code: "rest-event-not-found",
      });
    }
  });

  // rules/events.md#event-id, rules/errors.md#unknown-record
  it("tells the id of another record from an unknown one", async () => {
    expect(await refusal(calendar.get(20))).to.deep.equal({ code: "rest-invalid-event-id" });
    expect(await refusal(calendar.get(30))).to.deep.equal({ code: "rest-invalid-event-id" });
  });

  // rules/events.md#event-slug-path
  it("refuses an unknown slug, that of an event without one and the former one of a trashed event", async () => {
    for (const slug of ["none", "gone", "!!!", "2"]) {
      expect(await refusal(calendar.get(slug))).to.deep.equal(invalid({ slug: "unknown-slug" }));
    }
  });

  // rules/errors.md#record-state
  it("shows what is in the trash to nobody", async () => {
    for (const by of [ANONYMOUS, AUTHOR, EDITOR, ADMIN]) {
      expect(await refusal(calendar.get(6, by))).to.deep.equal({ code: "event-no-longer-available" });
      expect(await refusal(calendar.get("gone__trashed", by))).to.deep.equal({
        code: "event-no-longer-available",
      });
    }
  });

  const readers: readonly (readonly [id: number, status: string, readers: readonly number[]])[] = [
    [2, "draft", [1, 2, 4]],
    [3, "pending", [1, 2, 4]],
    [4, "private", [1, 2, 3]],
    [5, "future", [1, 2, 3]],
  ];
  for (const [id, status, allowed] of readers) {
    it(`shows a ${status} one to its author and to editors only`, async () => {
      for (const by of [ADMIN, EDITOR, AUTHOR, CONTRIBUTOR, SUBSCRIBER, ANONYMOUS]) {
        if (by.id !== undefined && allowed.includes(by.id)) {
          expect((await calendar.get(id, by)).event.id).to.equal(id);
        } else {
          expect(await refusal(calendar.get(id, by))).to.deep.equal({ code: "event-not-accessible" });
        }
      }
    });
  }

  it("shows one that is not public by its slug under the same rules", async () => {
    expect(await refusal(calendar.get("review"))).to.deep.equal({ code: "event-not-accessible" });
    expect((await calendar.get("review", CONTRIBUTOR)).event.id).to.equal(3);
  });
});
