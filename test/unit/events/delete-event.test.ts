import { aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, NOW, openCalendar, refusal } from "./calendar.ts";

describe("deleting an event", () => {
  const calendar = ofEachTest(openCalendar);
  let id: number;
  beforeEach(async () => {
    await calendar.store.ids.reserve("record", 100);
    await calendar.store.venues.save(aVenue({ id: 20 }));
    await calendar.store.terms.save(aTerm({ id: 1, name: "Music" }));
    const body = { title: "First", venue: 20, organizer: { organizer: "Ann" }, categories: [1] };
    const { event } = await calendar.createEvent(body, AUTHOR);
    id = event.id;
    calendar.setNow(NOW + 60_000);
  });

  it("moves it to the trash under another slug, its links stay", async () => {
    const view = await calendar.remove(id);
    expect(view.event).to.include({ status: "trash", slug: "first__trashed", venueId: 20 });
    expect(view.event).to.include({ modifiedUtc: "2031-03-10 14:31:00", dateUtc: "2031-03-10 14:30:00" });
    expect(view.venue?.venue.id).to.equal(20);
    expect(view.organizers).to.have.length(1);
    expect(view.categories.map(({ term, count }) => [term.id, count])).to.deep.equal([[1, 0]]);
    expect(await calendar.ids({}, ADMIN)).to.deep.equal([]);
  });

  it("frees its slug", async () => {
    await calendar.remove("first");
    expect(await refusal(calendar.get("first", ADMIN))).to.deep.equal(invalid({ slug: "unknown-slug" }));
    expect((await calendar.createEvent({ title: "First" })).event.slug).to.equal("first");
    expect((await calendar.remove("first")).event.slug).to.equal("first__trashed-2");
  });

  it("is done once", async () => {
    await calendar.remove(id);
    expect(await refusal(calendar.remove(id))).to.deep.equal({ code: "event-is-in-trash" });
    expect(await refusal(calendar.remove("first__trashed"))).to.deep.equal({ code: "event-is-in-trash" });
    expect(await refusal(calendar.remove("first"))).to.deep.equal(invalid({ slug: "unknown-slug" }));
  });

  it("is done once also by two at the same moment", async () => {
    const outcomes = await Promise.allSettled([calendar.remove(id), calendar.remove(id)]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
  });

  it("is for its author and for editors", async () => {
    for (const by of [CONTRIBUTOR, SUBSCRIBER, ANONYMOUS]) {
      expect(await refusal(calendar.remove(id, by))).to.deep.equal({ code: "rest_forbidden" });
      expect(await refusal(calendar.remove("first", by))).to.deep.equal({ code: "rest_forbidden" });
    }
    expect((await calendar.remove(id, AUTHOR)).event.status).to.equal("trash");
    const { event } = await calendar.createEvent({}, ADMIN);
    expect(await refusal(calendar.remove(event.id, AUTHOR))).to.deep.equal({ code: "rest_forbidden" });
    expect((await calendar.remove(event.id, EDITOR)).event.status).to.equal("trash");
  });

  it("is for the author of a draft, who cannot delete it once it is out", async () => {
    const { event } = await calendar.createEvent({}, CONTRIBUTOR);
    await calendar.update(event.id, { status: "publish" }, EDITOR);
    expect(await refusal(calendar.remove(event.id, CONTRIBUTOR))).to.deep.equal({ code: "rest_forbidden" });
    const { event: draft } = await calendar.createEvent({}, CONTRIBUTOR);
    expect((await calendar.remove(draft.id, CONTRIBUTOR)).event).to.include({ status: "trash" });
  });

  it("tells what there is not, by rights", async () => {
    expect(await refusal(calendar.remove(999, ADMIN))).to.deep.equal({ code: "rest-event-not-found" });
    expect(await refusal(calendar.remove(0, ADMIN))).to.deep.equal({ code: "rest-event-not-found" });
    expect(await refusal(calendar.remove(999, SUBSCRIBER))).to.deep.equal({ code: "rest_forbidden" });
    expect(await refusal(calendar.remove(999, ANONYMOUS))).to.deep.equal({ code: "rest_forbidden" });
    expect(await refusal(calendar.remove(20, ADMIN))).to.deep.equal({ code: "rest-invalid-event-id" });
  });
});
