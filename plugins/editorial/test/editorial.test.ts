import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EditorialOptions, plugin } from "@kalends/editorial";
import { expect } from "chai";
import { type Calendar, createCalendar, type Identity, isCalendarError } from "kalends";

const WHO = { id: 1, roles: ["editor"] as const };
const NOW = Date.UTC(2031, 2, 10, 14, 30, 0);
const EVENT = { title: "Fair", start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };

/**
 * Returns the storage address for a test: a new database if `EDITORIAL_TEST_MONGODB` names a server,
 * otherwise a SQLite file in the folder.
 */
const newStorage = (folder: string): string => {
  const server = process.env.EDITORIAL_TEST_MONGODB;
  if (server === undefined) return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(server);
  address.pathname = `editorial-${randomUUID()}`;
  return address.href;
};

describe("house rules", () => {
  let folder: string;
  let calendar: Calendar;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "editorial-"));
  });
  afterEach(async () => {
    await calendar.close();
    await rm(folder, { recursive: true });
  });

  const open = async (options: EditorialOptions, pluginAllowHosts: readonly string[] = []): Promise<void> => {
    calendar = await createCalendar({
      storage: newStorage(folder),
      media: join(folder, "media"),
      clock: { now: () => NOW },
      identity: () => undefined,
      scheduler: false,
      pluginAllowHosts,
      postStatuses: [{ name: "archived", isPublic: true }],
      plugins: [plugin(options)],
    });
  };
  const problemsOf = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      await work;
      return "stored";
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      return Object.entries(error.details.problems ?? {}).map(([name, { text }]) => `${name}: ${text}`);
    }
  };
  const create = (values: object) => calendar.as(WHO).events.create({ ...EVENT, ...values });
  const runJob = async (name: string): Promise<void> => calendar.jobs.find((job) => job.name === name)?.run();

  it("say what a published event lacks, and let drafts be", async () => {
    await open({ required: ["venue", "description"] });
    expect(await problemsOf(create({}))).to.deep.equal(["venue: A published event must have this."]);
    const venue = { venue: "Old mill" };
    expect(await problemsOf(create({ venue }))).to.deep.equal([
      "description: A published event must have this.",
    ]);
    expect(await problemsOf(create({ venue, status: "archived" }))).to.have.length(1);
    const { event } = await create({ status: "draft" });
    const publish = { status: "publish", venue, description: "<p>Cows</p>" };
    const { event: published } = await calendar.as(WHO).events.update(event.id, publish);
    expect(published.status).to.equal("publish");
    const taken = calendar.as(WHO).events.update(event.id, { description: "" });
    expect(await problemsOf(taken)).to.deep.equal(["description: A published event must have this."]);
    expect((await calendar.as(WHO).events.get(event.id)).event.description).to.include("Cows");
  });

  it("bound titles and refuse words", async () => {
    await open({ titleLength: 10, forbiddenWords: ["Schön", "sale"] });
    expect(await problemsOf(create({ title: "12345678901" }))).to.deep.equal([
      "title: The title is too long.",
    ]);
    expect(await problemsOf(create({ title: "1234567890" }))).to.equal("stored");
    const WORD = "The text contains a forbidden word.";
    expect(await problemsOf(create({ title: "SALE now" }))).to.deep.equal([`title: ${WORD}`]);
    expect(await problemsOf(create({ description: "<p>wie <b>schon</b></p>" }))).to.deep.equal([
      `description: ${WORD}`,
    ]);
    expect(await problemsOf(create({ title: "Salerno" }))).to.equal("stored");
  });

  it("are none unless they are set", async () => {
    await open({});
    expect(await problemsOf(create({}))).to.equal("stored");
    expect(calendar.jobs).to.deep.equal([]);
  });

  describe("for websites", () => {
    let server: Server;
    let origin: string;
    const requests: string[] = [];
    beforeEach(async () => {
      requests.splice(0);
      server = createServer((request, response) => {
        requests.push(`${request.method} ${request.url}`);
        const status = {
          "/gone": 410,
          "/missing": 404,
          "/shy": request.method === "HEAD" ? 405 : 200,
          "/broken": 500,
        };
        const isCutOff = request.url === "/cut-off";
        response.writeHead(isCutOff ? 404 : (status[request.url as keyof typeof status] ?? 200));
        if (isCutOff && request.method === "GET") {
          response.flushHeaders();
          setImmediate(() => response.destroy());
        } else response.end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    const deadLinks = (caller: Identity): Promise<Response> =>
      calendar.as(caller).fetch("http://localhost/wp-json/tribe/events/v1/dead-links");

    /** Returns the titles of the events with `website_is_dead`. */
    const deadOnes = async (): Promise<readonly string[]> => {
      const dead: string[] = [];
      for await (const { event, members } of calendar.as(WHO).events.stream())
        if (members?.website_is_dead === true) dead.push(event.title);
      return dead;
    };

    it("mark those that are gone, and forget it when they come back or change", async () => {
      await open({ checkLinks: true }, ["127.0.0.1"]);
      for (const path of ["/cut-off", "/there", "/gone", "/missing", "/shy", "/broken"])
        await create({ title: path, website: origin + path });
      await create({
        title: "over",
        website: `${origin}/over`,
        start_date: "2031-01-01",
        end_date: "2031-01-02",
      });
      await create({ title: "draft", website: `${origin}/draft`, status: "draft" });
      await create({ title: "nowhere" });
      await runJob("check-links");
      expect(requests).not.to.include.members(["HEAD /over"]).and.not.include.members(["HEAD /draft"]);
      expect(requests).to.include.members(["HEAD /there", "HEAD /shy", "GET /shy", "GET /gone"]);
      expect(await deadOnes()).to.have.members(["/cut-off", "/gone", "/missing"]);
      const listed = await (await deadLinks(WHO)).text();
      expect(listed).to.match(/^\{"is_on":true.*"\/cut-off".*"\/gone".*"\/missing".*"next_cursor":null\}$/s);
      expect((await deadLinks({ id: 2, roles: ["author"] })).status).to.equal(403);
      const { items } = await calendar.as(WHO).events.list({ search: "gone" });
      await calendar.as(WHO).events.update(items[0]?.event.id ?? 0, { website: `${origin}/there` });
      expect(await deadOnes()).to.have.members(["/cut-off", "/missing"]);
      await runJob("check-links");
      const { event } = await calendar.as(WHO).events.get(items[0]?.event.id ?? 0);
      expect(event.extensions).to.deep.equal({});
    });

    it("never ask inner networks, whatever an event says", async () => {
      await open({ checkLinks: true });
      await create({ website: `${origin}/secret` });
      await runJob("check-links");
      expect(requests).to.deep.equal([]);
    });
  });

  describe("with priorities", () => {
    const titles = async (query: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      const { items } = await calendar.as().events.list(query);
      return items.map(({ event }) => event.title);
    };
    beforeEach(async () => {
      await open({ priorities: true });
      for (const [title, priority] of Object.entries({ Nine: 9, Plain: undefined, Hundred: 100, Twenty: 20 }))
        await create({ title, ...(priority !== undefined && { priority }) });
    });

    it("narrow lists to them and begin with the highest", async () => {
      expect(await titles({ priority_first: true })).to.deep.equal(["Hundred", "Twenty", "Nine", "Plain"]);
      expect(await titles({ min_priority: 20, priority_first: true })).to.deep.equal(["Hundred", "Twenty"]);
      expect(await titles({ min_priority: 0 })).to.have.members(["Nine", "Hundred", "Twenty"]);
    });

    it("hold them to their bounds, in events and in lists", async () => {
      for (const values of [{ priority: 101 }, { priority: -1 }])
        expect(await problemsOf(create(values))).to.have.length(1);
      expect(await problemsOf(titles({ min_priority: 101 }))).to.have.length(1);
    });

    it("leave them to those who see to the events of others", async () => {
      const author = { id: 2, roles: ["author"] as const };
      const NOT_YOURS = "priority: Only users who may edit the events of others can set priorities.";
      const asAuthor = (values: object) => calendar.as(author).events.create({ ...EVENT, ...values });
      expect(await problemsOf(asAuthor({ priority: 5 }))).to.deep.equal([NOT_YOURS]);
      const { event } = await asAuthor({ title: "Mine" });
      await calendar.as(WHO).events.update(event.id, { priority: 7 });
      const changed = (values: Readonly<Record<string, unknown>>) =>
        calendar.as(author).events.update(event.id, values);
      expect(await problemsOf(changed({ title: "Still mine", priority: 7 }))).to.equal("stored");
      expect(await problemsOf(changed({ priority: 8 }))).to.deep.equal([NOT_YOURS]);
    });

    it("appear in the forms of those who may set them", async () => {
      const labelsOf = async (who: Identity): Promise<readonly string[]> => {
        const response = await calendar.as(who).fetch("/fields?record=event");
        const { fields } = (await response.json()) as {
          readonly fields: readonly { readonly label: string; readonly plugin?: string }[];
        };
        return fields.filter(({ plugin }) => plugin === "editorial").map(({ label }) => label);
      };
      expect(await labelsOf(WHO)).to.deep.equal(["Priority"]);
      expect(await labelsOf({ id: 2, roles: ["author"] })).to.deep.equal([]);
    });
  });

  it("end events that are long over, with rights of their own", async () => {
    await open({ retentionDays: 30 });
    const at = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 11:00` });
    const { event: old } = await create({ title: "Old", ...at("2031-02-01"), status: "private" });
    const { event: recent } = await create({ title: "Recent", ...at("2031-02-20") });
    const heard: unknown[] = [];
    calendar.events.on("event.trashed", ({ plugin: by, actor }) => void heard.push([by, actor?.id]));
    await runJob("retention");
    const { items } = await calendar.as(WHO).events.list({ status: "trash", ends_after: "2000-01-01" });
    expect(items.map(({ event }) => event.id)).to.deep.equal([old.id]);
    expect((await calendar.as(WHO).events.get(recent.id)).event.status).to.equal("publish");
    while (heard.length === 0) await new Promise(setImmediate);
    expect(heard).to.deep.equal([["editorial", undefined]]);
  });

  describe("for what recurs", () => {
    const weekly = (rule: string) => ({ recurrence: { rules: [`FREQ=WEEKLY;${rule}`] } });
    const at = (day: string) => ({ start_date: `${day} 10:00`, end_date: `${day} 11:00` });
    const find = (series: number, recurrenceId: string) =>
      calendar.as(WHO).events.occurrences(series).get(`${recurrenceId} 10:00:00`);

    it("hold for series and for single occurrences", async () => {
      await open({ required: ["venue"], titleLength: 10 });
      expect(await problemsOf(create(weekly("COUNT=2")))).to.deep.equal([
        "venue: A published event must have this.",
      ]);
      const { event } = await create({ ...weekly("COUNT=2"), venue: { venue: "Old mill" } });
      const change = (values: object) =>
        calendar
          .as(WHO)
          .events.occurrences(event.id)
          .update("2031-04-08 10:00:00", { ...values });
      expect(await problemsOf(change({ title: "12345678901" }))).to.deep.equal([
        "title: The title is too long.",
      ]);
      expect(await problemsOf(change({ venue: "" }))).to.have.length(1);
      expect(await problemsOf(change({ title: "Short" }))).to.equal("stored");
      expect((await find(event.id, "2031-04-08")).event.title).to.equal("Short");
    });

    it("let priorities be of an occurrence", async () => {
      await open({ priorities: true });
      const { event } = await create({ ...weekly("COUNT=3"), priority: 10 });
      await calendar.as(WHO).events.occurrences(event.id).update("2031-04-08 10:00:00", { priority: 90 });
      const starts = async (query: Readonly<Record<string, unknown>>) =>
        (await calendar.as(WHO).events.list(query)).items.map(({ event }) =>
          event.schedule.start.slice(0, 10),
        );
      expect(await starts({ min_priority: 50 })).to.deep.equal(["2031-04-08"]);
      expect(await starts({ priority_first: true })).to.deep.equal([
        "2031-04-08",
        "2031-04-01",
        "2031-04-15",
      ]);
      await calendar.as(WHO).events.update(event.id, { priority: 60 });
      expect(await starts({ min_priority: 50 })).to.have.length(3);
    });

    it("end a series after its last occurrence alone", async () => {
      await open({ retentionDays: 30 });
      const { event: over } = await create({ ...at("2031-01-01"), ...weekly("COUNT=3") });
      const { event: goesOn } = await create({ ...at("2031-01-01"), ...weekly("COUNT=10") });
      const { event: endless } = await create({ ...at("2030-01-01"), ...weekly("INTERVAL=1") });
      await runJob("retention");
      const { items } = await calendar.as(WHO).events.list({
        ...{ status: "publish", starts_after: "2029-01-01", hide_subsequent_recurrences: true },
      });
      expect(items.map(({ event }) => event.occurrence?.seriesId)).to.deep.equal([endless.id, goesOn.id]);
      const { items: gone } = await calendar.as(WHO).events.list({
        ...{ status: "trash", starts_after: "2029-01-01" },
      });
      expect(gone.map(({ event }) => event.occurrence?.seriesId)).to.deep.equal([over.id, over.id, over.id]);
    });
  });
});
