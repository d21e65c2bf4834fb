import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anAccount } from "@kalends/storage-contract";
import Database from "better-sqlite3";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const ROOT = { id: 1, roles: ["administrator"] } as const;
const ANN = { id: 9, roles: ["editor"] } as const;
const SECRET = "Wilhelmina";
const NOW = Date.UTC(2031, 2, 10, 14, 30);
const DAY = 24 * 60 * 60 * 1000;

for (const store of stores) {
  describe(`the audit log at the command line, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let venue: number;
    let organizer: number;
    beforeEach(async () => {
      place = createPlace(store);
      await fill();
    });
    afterEach(() => place.clear());

    /** Creates a venue and an organizer. Another user changes each of them one day later. */
    const fill = (): Promise<void> =>
      place.onStore(async (storage) => {
        const accounts = await storage.openAccounts();
        await accounts.ids.reserve("account", 9);
        await accounts.save(anAccount({ id: 1, name: "root", role: "administrator" }));
        const person = { displayName: "Ann Marie Lee", email: "ann@example.org" };
        await accounts.save(anAccount({ id: 9, name: "Ann", role: "editor", ...person }));
        let now = NOW;
        const calendar = await createCalendar({
          ...{ storage, scheduler: false, clock: { now: () => now }, audit: true },
          identity: () => undefined,
        });
        const { as } = calendar;
        venue = (await as(ANN).venues.create({ venue: `${SECRET} Hall`, phone: "+1 555 0100" })).venue.id;
        organizer = (await as(ROOT).organizers.create({ organizer: "Ann Marie Lee" })).organizer.id;
        now += DAY;
        await as(ROOT).venues.update(venue, { venue: "Hall", phone: "", description: `By ${SECRET}.` });
        await as(ROOT).organizers.update(organizer, { organizer: "A. L.", email: "ann@example.org" });
        await calendar.close();
      });

    const lines = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code, output, errors } = await place.run(["audit", ...args]);
      expect(code, errors).to.equal(0);
      return output.trimEnd().split("\n");
    };

    it("is listed, the newest first, with names, and by conditions", async () => {
      const [headings, ...rows] = await lines();
      expect(headings?.split(/ {2,}/)).to.deep.equal(["TIME (UTC)", "WHO", "ACTION", "RECORD", "CHANGES"]);
      expect(rows.map((row) => row.split(/ {2,}/).slice(0, 4))).to.deep.equal([
        ["2031-03-11 14:30:00", "root", "updated", `organizer ${organizer}`],
        ["2031-03-11 14:30:00", "root", "updated", `venue ${venue}`],
        ["2031-03-10 14:30:00", "root", "created", `organizer ${organizer}`],
        ["2031-03-10 14:30:00", "Ann", "created", `venue ${venue}`],
      ]);
      expect(rows[1])
        .to.include(`venue: "${SECRET} Hall" > "Hall"`)
        .and.to.include('phone: "+1 555 0100" > ""');
      for (const [args, count] of [
        [["--user", "ann"], 1],
        [["--user", "1"], 3],
        [["--record", `venue/${venue}`], 2],
        [["--record", `venue/${venue}`, "--action", "updated"], 1],
        [["--since", "2031-03-11"], 2],
        [["--until", "2031-03-11"], 2],
        [["--limit", "3"], 3],
      ] as const)
        expect(await lines("--json", ...args), args.join(" ")).to.have.length(count);
      const [first = ""] = await lines("--json", "--user", "Ann");
      expect(JSON.parse(first)).to.deep.include({
        ...{ time: "2031-03-10T14:30:00.000Z", kind: "venue", recordId: venue, action: "created" },
        ...{ userId: 9, userName: "Ann", changes: [] },
      });
    });

    it("says what it does not know", async () => {
      for (const [args, problem] of [
        [["--user", "nobody"], "Account nobody not found. `kalends user list` shows all accounts."],
        [
          ["--record", "series/1"],
          "series/1 is not a record: give a kind and an id such as event/14, or an id",
        ],
        [["--since", "never"], "never is not a date: give one such as 2026-03-31"],
      ] as const) {
        const { code, errors } = await place.run(["audit", ...args]);
        expect([code, errors]).to.deep.equal([1, `kalends: ${problem}\n`]);
      }
      const on = await place.run(["audit", "--action", "deleted"]);
      expect([on.code, on.output, on.errors]).to.deep.equal([0, "", "kalends: no matching entries\n"]);
      const none = await place.run(["audit", "--action", "deleted"], { KALENDS_AUDIT: "0" });
      expect([none.code, none.output, none.errors]).to.deep.equal([
        ...[
          0,
          "",
          "kalends: no matching entries; the audit log is off: set KALENDS_AUDIT=1 to switch it on\n",
        ],
      ]);
    });

    it("has nothing of what is erased, but who has written it and when", async () => {
      for (const what of [["venue", String(venue)], ["ann"]])
        expect((await place.run(["erase", ...what, "--yes"])).code).to.equal(0);
      const written = (await lines("--json")).map((line) => JSON.parse(line));
      const [changed, ofVenue, , byAnn] = written;
      expect(ofVenue).to.include({ isErased: true, recordId: venue, userId: 1, userName: "root" });
      expect(ofVenue.changes).to.have.deep.members([
        ...[{ member: "venue" }, { member: "phone" }, { member: "description" }],
      ]);
      expect(byAnn).to.include({ isErased: true, userId: 9 }).and.not.to.have.any.keys("userName", "hostId");
      expect(changed.changes).to.deep.include.members([{ member: "organizer" }, { member: "email" }]);
      await place.onStore(async ({ documents }) => {
        const text = JSON.stringify(await documents.list({ collection: "kalends/audit", limit: 100 }));
        expect(text).not.to.match(/wilhelmina|ann marie|ann@|555 0100/i);
      });
      if (!store.name.startsWith("sqlite")) return;
      for (const file of readdirSync(place.directory).filter((name) => name.startsWith("kalends.db")))
        expect(readFileSync(join(place.directory, file)).toString("latin1"), file).not.to.match(
          /wilhelmina/i,
        );
    });

    it("is part of what is kept of a person", async () => {
      const { output } = await place.run(["person", "ann"]);
      const kept = output
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const audit = kept.filter(({ kind }) => kind === "audit");
      expect(audit.map(({ data }) => [data.kind, data.recordId])).to.deep.equal([["venue", venue]]);
    });

    it("is listed of a host's calendar, which gets no accounts by that", async () => {
      const host = createPlace(store);
      try {
        await host.onStore(async (storage) => {
          const options = { storage, scheduler: false, audit: true } as const;
          const calendar = await createCalendar({ ...options, identity: () => undefined });
          await calendar.as({ id: "ann", roles: ["editor"] }).venues.create({ venue: "Pier" });
          await calendar.close();
        });
        for (let n = 0; n < 2; n += 1) {
          const { code, output, errors } = await host.run(["audit"]);
          expect([code, errors]).to.deep.equal([0, ""]);
          expect(output.split("\n")[1]).to.match(/ ann {2}created {2}venue /);
        }
        if (!store.name.startsWith("sqlite")) return;
        const database = new Database(join(host.directory, "kalends.db"), { readonly: true });
        const tables = database
          .prepare("SELECT name FROM sqlite_schema WHERE name = 'kalends_accounts'")
          .all();
        database.close();
        expect(tables).to.deep.equal([]);
      } finally {
        await host.clear();
      }
    });
  });
}
