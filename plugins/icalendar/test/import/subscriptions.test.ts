import { definePlugin, type PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/icalendar";
import { expect } from "chai";
import { calendar } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { type Json, type Remote, type Started, startImport, startRemote } from "./start-import.ts";

const vevent = (uid: string, summary: string, ...properties: readonly string[]): string =>
  ["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${summary}`, ...properties, "END:VEVENT"].join("\r\n");
const at = (day: string): string => `DTSTART;TZID=Europe/Rome:${day}T203000`;
const HOUR = 60 * 60 * 1000;

for (const store of STORAGES)
  describe(`a subscription to a calendar elsewhere on ${store}`, () => {
    let started: Started;
    let remote: Remote;
    beforeEach(async () => {
      [started, remote] = [await startImport(store), await startRemote()];
    });
    afterEach(async () => {
      await remote.close();
      await started.close();
    });
    const subscribe = (settings: object = {}): Promise<Json> =>
      started.write("POST", "/calendar-subscriptions", { url: remote.url, ...settings });
    const runDue = async (calendar = started.calendar): Promise<void> => {
      await calendar.jobs.find(({ name }) => name === "calendar-subscriptions")?.run();
    };
    const later = async (hours: number): Promise<void> => {
      started.clock.time += hours * HOUR;
      await runDue();
    };
    const shown = async (): Promise<readonly string[]> =>
      (await started.events()).map(({ title, event_status: status }) =>
        status === "scheduled" ? title : `${title} (${status})`,
      );
    const find = async (id: number): Promise<Json> => started.write("GET", `/calendar-subscriptions/${id}`);

    it("is made, shown, changed and ended by editors", async () => {
      const made = await subscribe({ label: "Town hall", vanished: "trash" });
      expect(made).to.include({
        url: remote.url,
        label: "Town hall",
        interval: 60,
        vanished: "trash",
        enabled: true,
        failures: 0,
        error: null,
      });
      const path = `/calendar-subscriptions/${made.id}`;
      const changed = await started.write("PATCH", path, { interval: 30, enabled: false });
      expect(changed).to.include({ label: "Town hall", interval: 30, enabled: false });
      expect((await started.write("GET", "/calendar-subscriptions")).subscriptions).to.deep.equal([changed]);
      for (const role of ["", "subscriber", "contributor", "author"])
        for (const [method, at_] of [
          ["GET", "/calendar-subscriptions"],
          ["POST", "/calendar-subscriptions"],
          ["GET", path],
          ["DELETE", path],
          ["POST", `${path}/run`],
        ] as const)
          expect(
            (await started.request(role, method, at_, method === "POST" ? { url: remote.url } : undefined))
              .status,
            `${role} ${method} ${at_}`,
          ).to.equal(role === "" ? 401 : 403);
      for (const bad of [
        { url: "file:///etc/passwd" },
        { url: remote.url, interval: 1 },
        { url: remote.url, venue: 99 },
        { url: remote.url, categories: [99] },
        { url: remote.url, categories: { toString: 1, valueOf: 1 } },
        { url: remote.url, tags: [{ toString: 1, valueOf: 1 }] },
        { url: remote.url, vanished: "burn" },
        { url: remote.url, status: "x" },
      ])
        expect(
          (await started.request("editor", "POST", "/calendar-subscriptions", bad)).status,
          JSON.stringify(bad),
        ).to.equal(400);
      expect(await started.write("DELETE", path)).to.deep.equal({ id: made.id, removed: true });
      expect((await started.request("editor", "GET", path)).status).to.equal(400);
      expect(remote.requests).to.have.length(0);
    });

    it("takes over what is new, asks no more often than it shall, and not again for what it has", async () => {
      const category = await started.write("POST", "/categories", { name: "Elsewhere" });
      const venue = await started.write("POST", "/venues", { venue: "Town Hall" });
      remote.serve(
        calendar(vevent("a", "Jazz", at("20310506")), vevent("b", "Fair", at("20310507"), "LOCATION:Market")),
      );
      const { id } = await subscribe({ categories: [category.id], venue: venue.id });
      await runDue();
      const events = await started.events();
      expect(
        events.map(({ title, venue: { venue: name }, categories: [{ name: of }] }: Json) => [
          title,
          name,
          of,
        ]),
      ).to.deep.equal([
        ["Jazz", "Town Hall", "Elsewhere"],
        ["Fair", "Market", "Elsewhere"],
      ]);
      expect((await find(id)).report).to.deep.include({ added: 2, failed: 0 });
      await later(0.5);
      expect(remote.requests).to.have.length(1);
      await later(0.7);
      expect(remote.requests).to.have.length(2);
      expect(remote.requests[1]?.headers["if-none-match"]).to.match(/^"/);
      remote.serve(
        calendar(
          "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
          vevent("a", "Jazz!", at("20310506")),
          vevent("b", "Fair", at("20310507")),
        ),
      );
      await later(1.2);
      expect(await shown()).to.deep.equal(["Jazz!", "Fair"]);
      await later(5);
      expect(remote.requests).to.have.length(3);
      await later(2);
      expect(remote.requests).to.have.length(4);
    });

    it("does with what vanishes what it shall, but never for an answer that is not whole", async () => {
      const both = calendar(
        vevent("a", "Jazz", at("20310506")),
        vevent("b", "Fair", at("20310507")),
        vevent("c", "Past", at("20310301")),
        vevent("d", "Weekly", at("20310510"), "RRULE:FREQ=WEEKLY;COUNT=2"),
      );
      const one = calendar(vevent("a", "Jazz", at("20310506")));
      const all = ["Past", "Jazz", "Fair", "Weekly", "Weekly"];
      for (const [vanished, expected] of [
        ["keep", all],
        ["trash", ["Past", "Jazz"]],
        ["cancel", ["Past", "Jazz", "Fair (cancelled)", "Weekly (cancelled)", "Weekly (cancelled)"]],
      ] as const) {
        remote.serve(both);
        const { id } = await subscribe({ vanished });
        await runDue();
        expect(await shown()).to.deep.equal(all);
        for (const broken of vanished !== "trash"
          ? []
          : [one.slice(0, -20), "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "<html></html>", ""]) {
          remote.serve(broken);
          await later(30);
        }
        remote.answer((_request, response) => {
          response.writeHead(200, { "content-length": String(both.length) });
          response.write(one, () => response.destroy());
        });
        await later(30);
        expect((await find(id)).error).to.include("incomplete");
        remote.answer((_request, response) => void response.writeHead(500).end());
        await later(30);
        expect((await find(id)).error).to.include("500");
        expect(await shown()).to.deep.equal(all);
        remote.serve(one);
        await later(30);
        expect(await shown()).to.deep.equal(expected);
        expect((await find(id)).report.removed).to.equal(vanished === "keep" ? 0 : 2);
        remote.serve(both);
        await later(30);
        if (vanished !== "keep") expect(await shown()).to.deep.equal(all);
        expect((await find(id)).failures).to.equal(0);
        await started.write("DELETE", `/calendar-subscriptions/${id}`);
      }
    });

    // rules/external-ids.md#uids
    it("finds events of archives that are older than external ids, which a job then gives them", async () => {
      remote.serve(calendar(vevent("a", "Jazz", at("20310506"))));
      await subscribe();
      await runDue();
      const [{ id }] = await started.events();
      let deps: PluginDeps | undefined;
      const calendarOfSpy = await started.open({
        plugins: [
          plugin(),
          definePlugin({
            name: "spy",
            setup(given) {
              deps = given;
              return {};
            },
          }),
        ],
      });
      const idsOf = async () => (await deps?.calendar.unrestricted.events.get(id))?.externalIds;
      expect(await idsOf()).to.deep.equal([{ source: "ical", id: "a" }]);
      await deps?.amend("event", id, () => ({ externalIds: [] }));
      remote.serve(calendar(vevent("a", "More jazz", at("20310506"))));
      await later(2);
      expect(await shown()).to.deep.equal(["More jazz"]);
      expect(await idsOf()).to.deep.equal([{ source: "ical", id: "a" }]);
      await deps?.amend("event", id, () => ({ externalIds: [] }));
      await calendarOfSpy.jobs.find(({ name }) => name === "name-events")?.run();
      expect(await idsOf()).to.deep.equal([{ source: "ical", id: "a" }]);
      expect(
        (await deps?.calendar.unrestricted.events.getByExternalId({ source: "ical", id: "a" }))?.id,
      ).to.equal(id);
    });

    it("changes nothing but what is its own", async () => {
      const own = await started.write("POST", "/events", {
        title: "Ours",
        start_date: "2031-05-06 10:00:00",
        end_date: "2031-05-06 11:00:00",
        ical_uid: "ours@example.org",
      });
      remote.serve(
        calendar(vevent("ours@example.org", "Theirs", at("20310506"), "SEQUENCE:9", "STATUS:CANCELLED")),
      );
      const { id } = await subscribe({ vanished: "trash" });
      await runDue();
      expect(await shown()).to.deep.equal(["Ours"]);
      expect((await find(id)).report.components[0].reason).to.include("from another source");
      remote.serve(calendar(vevent("a", "Jazz", at("20310506"))));
      await later(2);
      expect(await shown()).to.deep.equal(["Ours", "Jazz"]);
      expect((await started.write("GET", `/events/${own.id}`)).status).to.equal("publish");
      const other = await subscribe();
      await runDue();
      expect((await find(other.id)).report).to.include({ added: 0, skipped: 1 });
    });

    it("is looked at by one process at a time, and nothing is there twice", async () => {
      remote.serve(
        calendar(
          ...Array.from({ length: 20 }, (_, index) => vevent(`e${index}`, `Event ${index}`, at("20310506"))),
        ),
      );
      await subscribe();
      const second = await started.open();
      await Promise.all([
        runDue(),
        runDue(second),
        started.importText(calendar(vevent("e1", "Event 1", at("20310506")))),
      ]);
      await later(2);
      expect(new Set(await shown()).size).to.equal(20);
      expect(await shown()).to.have.length(20);
    });

    it("is one of at most 200", async () => {
      const request = { method: "POST", path: "/calendar-subscriptions", body: { url: remote.url } };
      const requests = Array.from({ length: 99 }, () => request);
      for (let batch = 0; batch < 2; batch += 1) await started.write("POST", "/batch", { requests });
      await subscribe();
      const last = await Promise.all(
        [1, 2].map(() => started.request("editor", "POST", "/calendar-subscriptions", { url: remote.url })),
      );
      expect(last.map(({ status }) => status)).to.have.members([201, 409]);
      const refused = last.find(({ status }) => status === 409);
      expect(refused?.body).to.deep.include({
        ...{ code: "rest_limit_reached", data: { status: 409, maximum: 200 } },
      });
      expect((await started.write("GET", "/calendar-subscriptions")).subscriptions).to.have.length(200);
    });

    it("can be had on the command line", async () => {
      remote.serve(calendar(vevent("a", "Jazz", at("20310506")), vevent("b", "Broken")));
      const id = await started.command(
        "calendar-subscription",
        "add",
        remote.url,
        "--label",
        "Town",
        "--vanished",
        "trash",
      );
      expect(id).to.match(/^\d+$/);
      expect(await started.command("calendar-subscription", "run", id)).to.equal(
        "added\tJazz\t\nfailed\tBroken\tThe event has no DTSTART.\n1 added, 0 updated, 0 unchanged, 0 removed, 0 skipped, 1 failed",
      );
      expect(await started.command("calendar-subscription", "list")).to.match(
        new RegExp(`^${id}\ton\t${remote.url}\tTown\t60 min\ttrash\t20`),
      );
      expect(await started.command("calendar-subscription", "change", id, "--interval", "10")).to.include(
        "changed",
      );
      expect(await started.command("calendar-subscription", "add", "ftp://x.example/")).to.match(/^1: .*url/);
      expect(await started.command("calendar-subscription", "remove", id)).to.include("removed");
      expect(await started.command("calendar-subscription", "run", id)).to.match(
        /^1: .*Subscription not found/,
      );
      expect(await shown()).to.deep.equal(["Jazz"]);
    });
  });
