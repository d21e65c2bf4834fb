import { isSameClock } from "@kalends/core/interface";
import { expect } from "chai";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { fakeRecords } from "../fake-records.ts";
import { answerJson, type FakeServer, startFakeServer } from "../fake-server.ts";

const INDEX = { name: "Old", namespaces: ["tribe/events/v1"] };

// These tests do not depend on the storage.
describe("the time zone of an old site", function () {
  this.timeout(60_000);
  let server: FakeServer;
  let place: Place;
  let zone: object;
  beforeEach(async () => {
    server = await startFakeServer(fakeRecords({ events: 1 }));
    server.misbehave(
      (asked) => /^\/wp-json\/?$/.test(asked.url.pathname) && answerJson(asked, 200, { ...INDEX, ...zone }),
    );
    place = createPlace();
  });
  afterEach(() => Promise.all([server.close(), place.clear()]));

  const warningOf = async (command: readonly string[], ours = "UTC"): Promise<string> => {
    const asked = server.asked.length;
    const { errors } = await place.run([...command], { KALENDS_TIMEZONE: ours });
    const firstRecord = server.asked.slice(asked).findIndex((path) => path.includes("/events?"));
    const root = server.asked.slice(asked).findIndex((path) => /^\/wp-json\/?$/.test(path));
    expect(root, "the index, before any list").to.be.lessThan(firstRecord).and.not.equal(-1);
    return errors.split("\n").find((line) => line.includes("time zone of the old site")) ?? "";
  };

  it("is compared with ours before anything is read, and a difference names the setting", async () => {
    zone = { timezone_string: "Europe/Rome", gmt_offset: 2 };
    const wanted =
      'The time zone of the old site is Europe/Rome, but that of this calendar is UTC. Before you import, set "timezone": "Europe/Rome" in kalends.config.json, or KALENDS_TIMEZONE=Europe/Rome.';
    expect(await warningOf(["import", server.address, "--dry-run"])).to.include(wanted);
    expect(await warningOf(["import", server.origin])).to.include(wanted);
    expect(await warningOf(["verify", server.address])).to.include(wanted);
    expect(await warningOf(["follow", server.address, "--once"])).to.include(wanted);
    expect(await warningOf(["import", server.address], "europe/rome")).to.equal("");
  });

  it("is an offset where it has no name, and unknown where it has neither", async () => {
    zone = { timezone_string: "", gmt_offset: 5.5 };
    expect(await warningOf(["import", server.address, "--dry-run"])).to.include("is UTC+5:30, but that");
    expect(await warningOf(["import", server.address, "--dry-run"], "Asia/Kolkata")).to.equal("");
    zone = { timezone_string: "", gmt_offset: "-3" };
    expect(await warningOf(["import", server.address, "--dry-run"], "UTC+3")).to.include(
      "is UTC-3:00, but that",
    );
    for (const none of [{}, { timezone_string: "", gmt_offset: "" }, { timezone_string: "Middle/Earth" }]) {
      zone = none;
      expect(await warningOf(["import", server.address, "--dry-run"]), JSON.stringify(none)).to.equal("");
    }
    zone = { timezone_string: "", gmt_offset: 0 };
    expect(await warningOf(["import", server.address, "--dry-run"])).to.equal("");
  });

  it("is the same under all names of a zone", () => {
    for (const [one, other, same] of [
      ["Europe/Kiev", "Europe/Kyiv", true],
      ["Etc/UTC", "utc", true],
      ["Europe/Rome", "UTC+1", false],
      ["Europe/Berlin", "Europe/Paris", false],
    ] as const)
      expect(isSameClock(one, other), `${one} ${other}`).to.equal(same);
  });
});
