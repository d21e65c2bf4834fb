import type { Organizer } from "@kalends/core";
import type { ListResult, OrganizerView } from "@kalends/core/interface";
import { anEvent, anOrganizer } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, CONTRIBUTOR, EDITOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, callOn, openCalendar, refusal } from "../posts/calendar.ts";

describe("organizers", () => {
  const calendar = ofEachTest(openCalendar);

  const create = async (values: object, actor = ADMIN): Promise<Organizer> =>
    (await call<OrganizerView>(calendar.operations.organizers.create, { ...values }, actor)).organizer;
  const update = async (id: number, values: object, actor = ADMIN): Promise<Organizer> =>
    (await callOn<OrganizerView>(calendar.operations.organizers.update, { id }, { ...values }, actor))
      .organizer;
  const list = (values: object, actor = ANONYMOUS): Promise<ListResult<OrganizerView>> =>
    call<ListResult<OrganizerView>>(calendar.operations.organizers.list, { ...values }, actor);

  it("are stored with every field, cleaned, e-mail addresses unchecked", async () => {
    const organizer = await create({
      organizer: " Ann ",
      description: "<p>Hi</p><script>x</script>",
      phone: " 1  2 ",
      website: "https://a.example",
      email: "not <b>an</b> address",
    });
    expect(organizer).to.include({
      name: "Ann",
      slug: "ann",
      description: "<p>Hi</p>",
      phone: "1 2",
      website: "https://a.example",
      email: "not an address",
      status: "publish",
      author: 1,
    });
    expect(await calendar.store.organizers.find(organizer.id)).to.deep.equal(organizer);
  });

  it("need a name on create, and refuse an empty one on update", async () => {
    expect((await refusal(create({ phone: "1" }))).error.details.missing).to.deep.equal(["organizer"]);
    expect((await refusal(create({ organizer: null }))).error.details.missing).to.deep.equal(["organizer"]);
    const { id } = await create({ organizer: "Ann" });
    expect((await refusal(update(id, { organizer: "" }))).problems.organizer?.reason).to.equal("empty");
  });

  it("refuse bad authors, dates, statuses and websites", async () => {
    const bad = { author: 99, date: "x", date_utc: "", status: "bogus", website: "a.example" };
    for (const [name, value] of Object.entries(bad)) {
      const { problems } = await refusal(create({ organizer: "Ann", [name]: value }));
      expect(Object.keys(problems)).to.deep.equal([name]);
    }
    expect(await calendar.store.ids.last("record")).to.equal(0);
  });

  it("are reused by name, and keep what is not sent", async () => {
    const first = await create({ organizer: "Ann", phone: "1", email: "a@a.example" });
    const again = await create({ organizer: "ANN", phone: "2" });
    expect(again).to.deep.equal({ ...first, phone: "2" });
    expect(await create({ organizer: "Ann", phone: "3" }, CONTRIBUTOR)).to.deep.equal(again);
  });

  it("could not be created from a name of which cleaning leaves nothing", async () => {
    expect((await refusal(create({ organizer: "<script>x</script>" }))).code).to.equal(
      "could-not-create-organizer",
    );
  });

  it("lose what an update empties, and keep their slug", async () => {
    const { id } = await create({ organizer: "Ann", phone: "1", email: "a@a.example", description: "Hi" });
    const changed = await update(id, { organizer: "Bob", phone: "", email: "", description: "" });
    expect(changed).to.include({ name: "Bob", slug: "ann", phone: "", email: "", description: "" });
  });

  it("leave events with their other organizers when they are deleted", async () => {
    const { operations, store } = calendar;
    const first = await create({ organizer: "Ann" });
    const second = await create({ organizer: "Bob" });
    await store.events.save(anEvent({ id: 901, organizerIds: [first.id, second.id], status: "draft" }));
    const { organizer } = await callOn<OrganizerView>(
      operations.organizers.delete,
      { id: first.id },
      {},
      EDITOR,
    );
    expect([organizer.status, organizer.slug]).to.deep.equal(["trash", "ann__trashed"]);
    expect((await store.events.find(901))?.organizerIds).to.deep.equal([second.id]);
    const again = await refusal(callOn(operations.organizers.delete, { id: first.id }, {}, EDITOR));
    expect(again.code).to.equal("organizer-is-in-trash");
    const read = await refusal(callOn(operations.organizers.get, { id: first.id }, {}, ANONYMOUS));
    expect(read.code).to.equal("organizer-not-accessible");
    expect(
      (await callOn<OrganizerView>(operations.organizers.get, { id: first.id }, {}, EDITOR)).organizer.id,
    ).to.equal(first.id);
  });

  it("are unknown under other ids and slugs", async () => {
    const { operations } = calendar;
    const byId = await refusal(callOn(operations.organizers.get, { id: 5 }, {}, ANONYMOUS));
    expect(byId.problems.id?.reason).to.equal("unknown-organizer");
    const bySlug = await refusal(callOn(operations.organizers.delete, { slug: "x" }, {}, ANONYMOUS));
    expect(bySlug.problems.slug?.reason).to.equal("unknown-slug");
  });

  it("are listed by event, by search and by page", async () => {
    const { store } = calendar;
    await store.organizers.save(anOrganizer({ id: 1, email: "ann@common.com" }));
    await store.organizers.save(anOrganizer({ id: 2, phone: "555" }));
    await store.events.save(anEvent({ id: 11, organizerIds: [2, 1] }));
    const found = async (values: object): Promise<readonly number[]> =>
      (await list(values)).items.map(({ organizer }) => organizer.id);
    expect(await found({ search: "@common.com" })).to.deep.equal([1]);
    expect(await found({ event: 11 })).to.deep.equal([2, 1]);
    expect(await found({ has_events: "false" })).to.deep.equal([]);
    expect((await refusal(list({ page: 2 }))).code).to.equal("organizer-archive-page-not-found");
    expect((await refusal(list({ event: 1 }))).problems.event?.reason).to.equal("unknown-event");
  });
});
