import { expect } from "chai";
import { calendar, lines } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { type Json, type Started, startImport } from "./start-import.ts";

const at = (day: string): readonly string[] => [
  `DTSTART;TZID=Europe/Rome:203105${day}T203000`,
  `DTEND;TZID=Europe/Rome:203105${day}T230000`,
];

const vevent = (uid: string, ...properties: readonly string[]): string =>
  lines("BEGIN:VEVENT", `UID:${uid}`, ...properties, "END:VEVENT");

for (const store of STORAGES)
  describe(`what a calendar says is private on ${store}`, () => {
    let started: Started;
    before(async () => {
      started = await startImport(store);
    });
    after(() => started.close());
    const take = async (...events: readonly string[]): Promise<Json> => {
      const { status, body } = await started.importText(calendar(...events));
      expect([status, body.failed]).to.deep.equal([200, 0]);
      return body;
    };
    const shown = async (): Promise<readonly string[]> =>
      (await started.request("", "GET", "/events?start_date=2031-05-01")).body.events.map(
        ({ title, start_date }: Json) => `${title} ${start_date.slice(8, 10)}`,
      );

    it("is hidden as soon as it says so, until editors show it", async () => {
      const open = vevent("one", "SUMMARY:Open", ...at("06"));
      const secret = vevent("one", "SUMMARY:Clinic", "CLASS:PRIVATE", ...at("06"));
      await take(open);
      expect(await shown()).to.deep.equal(["Open 06"]);
      expect(await take(secret)).to.include({ updated: 1 });
      expect(await shown()).to.deep.equal([]);
      const [{ id }] = (await started.events()) as [Json];
      await started.write("PUT", `/events/${id}`, { status: "publish" });
      expect(await take(secret)).to.include({ unchanged: 1 });
      expect(await shown()).to.deep.equal(["Clinic 06"]);
      await take(vevent("one", "SUMMARY:Clinic", "CLASS:CONFIDENTIAL", ...at("07")));
      expect(await shown()).to.deep.equal([]);
      expect(await started.feed()).to.include("CLASS:PRIVATE");
      await started.write("DELETE", `/events/${id}`);
    });

    it("is no date of a series that is not", async () => {
      const series = vevent("two", "SUMMARY:Jazz", "RRULE:FREQ=WEEKLY;COUNT=3", ...at("06"));
      const date = ["RECURRENCE-ID;TZID=Europe/Rome:20310513T203000", "SUMMARY:Clinic", ...at("13")];
      const secret = vevent("two", "CLASS:PRIVATE", ...date);
      expect(await take(series, secret)).to.include({ added: 1 });
      expect(await shown()).to.deep.equal(["Jazz 06", "Jazz 20"]);
      expect(await take(series, secret)).to.include({ unchanged: 1 });
      await take(series, vevent("two", ...date));
      expect(await shown()).to.deep.equal(["Jazz 06", "Clinic 13", "Jazz 20"]);
      await take(secret.replace("Clinic", "Other"));
      expect(await shown()).to.deep.equal(["Jazz 06", "Clinic 13", "Jazz 20"]);
      await take(series, secret);
      expect(await shown()).to.deep.equal(["Jazz 06", "Jazz 20"]);
    });
  });

describe("an import by somebody who may not see all", () => {
  it("learns nothing of events that a policy keeps from them, and changes none", async () => {
    const own = (id: number) => ({ author: id, statuses: ["publish", "private"] });
    const started = await startImport("sqlite", {
      identity: ({ headers }) => ({ id: headers["x-role"] === "editor" ? 7 : 1, roles: ["editor"] }),
      policies: [
        {
          pure: true,
          narrow: ({ actor: { id = 0 } }) =>
            id === 1 ? undefined : { visible: { statuses: [], own: own(id) } },
          permits: (_action, record, { actor: { id } }) =>
            id === 1 || !("author" in record) || record.author === id,
        },
      ],
    });
    try {
      const event = (title: string, ...more: readonly string[]): string =>
        calendar(vevent("one", `SUMMARY:${title}`, ...more, ...at("06")));
      await started.importText(event("Theirs", "SEQUENCE:3"), "", "administrator");
      const taken = async (text: string): Promise<Json> => {
        const { dry_run: _dryRun, components, ...counts } = (await started.importText(text)).body;
        return [counts.failed, components[0]?.reason];
      };
      const refused = await taken(event("Mine", "SEQUENCE:4"));
      expect(refused[0]).to.equal(1);
      expect(await taken(event("Theirs", "SEQUENCE:3"))).to.deep.equal(refused);
      expect(await taken(event("Mine"))).to.deep.equal(refused);
      await started.request("administrator", "DELETE", "/events/1");
      expect(await taken(event("Mine"))).to.deep.equal(refused);
    } finally {
      await started.close();
    }
  });
});
