import { expect } from "chai";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { countsOf, type Json, type Remote, type Started, startImport, startRemote } from "./start-import.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const OWN = ["X-KALENDS-COST:25€", "URL:https://own.example/", "X-KALENDS-STATUS-REASON:Rain"];

for (const store of STORAGES)
  describe(`values of changed occurrences on ${store}`, () => {
    let started: Started;
    let remote: Remote;
    beforeEach(async () => {
      [started, remote] = [await startImport(store), await startRemote()];
      remote.answer((_request, response) => {
        response.writeHead(200, { "content-type": "image/png" });
        response.end(PNG);
      });
    });
    afterEach(async () => {
      await remote.close();
      await started.close();
    });
    const series = vevent(
      "choir",
      "SUMMARY:Choir",
      "DTSTART:20310505T100000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=2",
      "X-KALENDS-COST:5€",
      "URL:https://choir.example/",
    );
    const override = (...lines: readonly string[]): string =>
      vevent(
        "choir",
        "SUMMARY:Concert",
        "RECURRENCE-ID:20310506T100000Z",
        "DTSTART:20310506T180000Z",
        "DURATION:PT1H",
        ...lines,
      );
    const take = async (...components: readonly string[]): Promise<Json> => {
      const { status, body } = await started.importText(calendar(...components));
      expect(status, JSON.stringify(body)).to.equal(200);
      return countsOf(body);
    };
    const second = async (): Promise<Json> => {
      const [, { id, title, cost, website, status_reason: reason, image }] = (await started.events()) as [
        Json,
        Json,
      ];
      return { id, title, cost, website, reason, hasImage: image !== false };
    };
    const image = () => `IMAGE;VALUE=URI:${remote.url}.png`;
    const all = { cost: "25€", website: "https://own.example/", reason: "Rain", hasImage: true };
    const none = { cost: "5€", website: "https://choir.example/", reason: undefined, hasImage: false };

    it("are those of the series again where the source says them no more", async () => {
      await take(series, override(...OWN, image()));
      expect(await second()).to.deep.include({ title: "Concert", ...all });
      expect(await take(series, override())).to.deep.equal({ updated: 1 });
      expect(await second()).to.deep.include({ title: "Concert", ...none });
      await take(series, override(...OWN, image()));
      expect(await second()).to.deep.include(all);
      expect(await take(series)).to.deep.equal({ updated: 1 });
      expect(await second()).to.deep.include({ title: "Choir", ...none });
    });

    it("are so, too, where the date comes without its series", async () => {
      await take(series);
      await take(override(...OWN, image()));
      expect(await second()).to.deep.include({ title: "Concert", ...all });
      expect(await take(override())).to.deep.equal({ updated: 1 });
      expect(await second()).to.deep.include({ title: "Concert", ...none });
      expect(await take(override())).to.deep.equal({ unchanged: 1 });
    });

    it("stay where editors alone have given them to the occurrence", async () => {
      await take(series, override());
      const { id } = await second();
      await started.write("PATCH", `/events/${id}`, { cost: "9€", status_reason: "By hand" });
      expect(await take(series, override("DESCRIPTION:More"))).to.deep.equal({ updated: 1 });
      expect(await second()).to.deep.include({ cost: "9€", reason: "By hand" });
    });
  });
