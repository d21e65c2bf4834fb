import { expect } from "chai";
import {
  EVENT,
  messagesOf,
  type Receiver,
  type Started,
  startReceiver,
  startWebhooks,
} from "./start-webhooks.ts";

const EVENTS = ["event.created", "event.updated", "event.published", "event.trashed", "event.restored"];

describe("what webhooks tell of", () => {
  let started: Started;
  let visitors: Receiver;
  let editors: Receiver;
  beforeEach(async () => {
    started = await startWebhooks();
    [visitors, editors] = [await startReceiver(), await startReceiver()];
  });
  afterEach(async () => {
    await Promise.all([visitors, editors].map((receiver) => receiver.close()));
    await started.close();
  });
  const does = async (method: string, path: string, json?: object): Promise<{ readonly id: number }> => {
    const answer = await started.write(method, path, json);
    await started.deliver();
    return answer;
  };

  it("is what their reader can see, and once that it is gone", async () => {
    await started.add(visitors, { events: EVENTS });
    const { id: webhook } = await started.add(editors, { events: EVENTS, role: "editor" });
    const { id } = await does("POST", "/events", { ...EVENT, status: "draft" });
    const path = `/events/${id}`;
    await does("PUT", path, { title: "Draft" });
    expect(messagesOf(visitors)).to.deep.equal([]);
    await does("PUT", path, { status: "publish" });
    await does("PUT", path, { status: "private" });
    await does("PUT", path, { title: "Secret" });
    expect(messagesOf(visitors)).to.deep.equal([
      `event.updated ${id} Draft`,
      `event.published ${id} Draft`,
      `event.updated ${id} deleted`,
    ]);
    await does("DELETE", path);
    expect(visitors.received).to.have.length(3);
    expect(messagesOf(editors)).to.deep.equal([
      `event.created ${id} Fair`,
      `event.updated ${id} Draft`,
      `event.updated ${id} Draft`,
      `event.published ${id} Draft`,
      `event.updated ${id} Draft`,
      `event.updated ${id} Secret`,
      `event.trashed ${id} deleted`,
    ]);
    // Visitors must not learn about a record that only editors have seen.
    await started.write("PUT", path, { title: "Deep" });
    await started.write("POST", `/events`, { ...EVENT, title: "Hidden", status: "draft" });
    await started.write("PUT", `/webhooks/${webhook}`, { role: "anonymous" });
    await started.deliver();
    expect(editors.received).to.have.length(7);
  });

  it("is every kind of record, as it is when it is sent", async () => {
    const names = ["venue.created", "organizer.updated", "category.created", "tag.deleted", "image.created"];
    await started.add(visitors, { events: names });
    const venue = await started.write("POST", "/venues", { venue: "Hall" });
    await started.write("PUT", `/venues/${venue.id}`, { venue: "Great Hall" });
    const organizer = await started.write("POST", "/organizers", { organizer: "Ann" });
    await started.write("PUT", `/organizers/${organizer.id}`, { organizer: "Anna" });
    const category = await started.write("POST", "/categories", { name: "Jazz" });
    const tag = await started.write("POST", "/tags", { name: "free" });
    await started.write("DELETE", `/tags/${tag.id}`);
    await started.deliver();
    const bodies = visitors.received.map(({ body: { type, data } }) => [type, data.kind, data.id]);
    expect(bodies).to.have.deep.members([
      ["venue.created", "venue", venue.id],
      ["organizer.updated", "organizer", organizer.id],
      ["category.created", "category", category.id],
      ["tag.deleted", "tag", tag.id],
    ]);
    const of = (type: string) => visitors.received.find(({ body }) => body.type === type)?.body.data;
    expect(of("venue.created").record.venue).to.equal("Great Hall");
    expect(of("tag.deleted")).to.deep.equal({ kind: "tag", id: tag.id, deleted: true });
  });

  it("is the series of an occurrence, naming both", async () => {
    const venue = await started.write("POST", "/venues", { venue: "Hall" });
    await started.add(visitors, { events: EVENTS });
    await started.add(editors, { events: EVENTS, venues: [venue.id] });
    const recurrence = { rules: ["FREQ=DAILY;COUNT=3"] };
    const { id } = await does("POST", "/events", { ...EVENT, recurrence });
    const change = (day: number, json: object) =>
      does("PATCH", `/events/${id}/occurrences/2031-04-0${day}T10:00:00`, json);
    const { id: second } = await change(2, { title: "Second" });
    const { id: third } = await change(3, { venue: { id: venue.id } });
    await change(3, { venue: "" });
    await does("DELETE", `/events/${second}`);
    const about = ({ received }: Receiver) =>
      received.map(({ body: { type, data } }) => [
        ...[type, data.id, data.record?.title, data.record?.recurrence?.recurrence_id],
        ...[data.occurrence?.id, data.occurrence?.recurrence_id],
      ]);
    const ofSeries = [id, "Fair", undefined];
    const [ofSecond, ofThird] = [
      [second, "2031-04-02 10:00:00"],
      [third, "2031-04-03 10:00:00"],
    ];
    expect(about(visitors)).to.deep.equal([
      ["event.created", ...ofSeries, undefined, undefined],
      ["event.published", ...ofSeries, undefined, undefined],
      ["event.updated", ...ofSeries, ...ofSecond],
      ["event.updated", ...ofSeries, ...ofThird],
      ["event.updated", ...ofSeries, ...ofThird],
      ["event.trashed", ...ofSeries, ...ofSecond],
    ]);
    expect(about(editors)).to.deep.equal([
      ["event.updated", ...ofSeries, ...ofThird],
      ["event.updated", ...ofSeries, ...ofThird],
    ]);
    // The format of the recurrence id depends on the series, not on the changed occurrence.
    await does("PATCH", `/events/${third}`, { all_day: true });
    expect(visitors.received.at(-1)?.body.data.occurrence.recurrence_id).to.equal("2031-04-03 10:00:00");
    // Visitors must not learn about occurrences of a series that they cannot see.
    await does("PUT", `/events/${id}`, { status: "draft" });
    const before = visitors.received.length;
    await change(1, { title: "First" });
    expect(visitors.received).to.have.length(before);
  });

  it("is narrowed by category, tag, venue, organizer and status", async () => {
    const music = await started.write("POST", "/categories", { name: "Music" });
    const jazz = await started.write("POST", "/categories", { name: "Jazz", parent: music.id });
    const tag = await started.write("POST", "/tags", { name: "free" });
    const venue = await started.write("POST", "/venues", { venue: "Hall" });
    const organizer = await started.write("POST", "/organizers", { organizer: "Ann" });
    const matches: readonly (readonly [wishes: object, event: object])[] = [
      [{ categories: [music.id] }, { categories: [jazz.id] }],
      [{ tags: [tag.id] }, { tags: [tag.id] }],
      [{ venues: [venue.id] }, { venue: { id: venue.id } }],
      [{ organizers: [organizer.id] }, { organizer: { id: organizer.id } }],
      [{ statuses: ["draft"], role: "editor" }, { status: "draft" }],
    ];
    for (const [settings, members] of matches) {
      const receiver = await startReceiver();
      const { id: webhook } = await started.add(receiver, {
        ...settings,
        events: [...EVENTS, "venue.updated"],
      });
      const { id } = await does("POST", "/events", { ...EVENT, ...members });
      const others = matches.filter(([other]) => other !== settings);
      for (const [, other] of others) await does("POST", "/events", { ...EVENT, ...other });
      expect(
        receiver.received.map(({ body }) => body.data.id),
        JSON.stringify(settings),
      ).to.satisfy((ids: readonly number[]) => ids.length > 0 && ids.every((one) => one === id));
      // When a record stops matching the filters, subscribers get one last message about it.
      const before = receiver.received.length;
      await does("PUT", `/events/${id}`, {
        ...{ categories: [], tags: [], venue: "", organizer: "", status: "publish" },
      });
      expect(receiver.received.length, JSON.stringify(settings)).to.be.above(before);
      const after = receiver.received.length;
      await does("PUT", `/events/${id}`, { title: "Elsewhere" });
      expect(receiver.received, JSON.stringify(settings)).to.have.length(after);
      await started.write("DELETE", `/webhooks/${webhook}`);
      await receiver.close();
    }
    await started.add(visitors, { venues: [venue.id], events: ["venue.updated"] });
    const other = await started.write("POST", "/venues", { venue: "Other" });
    await does("PUT", `/venues/${other.id}`, { venue: "Another" });
    await does("PUT", `/venues/${venue.id}`, { venue: "Great Hall" });
    expect(visitors.received.map(({ body }) => body.data.id)).to.deep.equal([venue.id]);
  });
});
