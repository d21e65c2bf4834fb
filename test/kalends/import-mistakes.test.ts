import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { fakeRecords } from "../import/fake-records.ts";
import { type FakeServer, startFakeServer } from "../import/fake-server.ts";
import { firstStore } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

/** Default settings of the installed command. */
const DEFAULTS = { KALENDS_PLUGINS: "", KALENDS_LOG_LEVEL: "silent" };
const SECRET = "hunter2-and-more";
const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//test//EN",
  "BEGIN:VEVENT",
  "UID:one@old.example",
  "DTSTAMP:20310101T000000Z",
  "DTSTART:20310506T183000Z",
  "SUMMARY:Jazz",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

for (const store of firstStore)
  describe(`kalends import of wrong places, with the default plugins, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let server: FakeServer;
    before(async () => {
      server = await startFakeServer(fakeRecords({}));
    });
    after(() => server.close());
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const run = (...args: readonly string[]) => place.run(args, DEFAULTS);
    const errorsOf = async (...args: readonly string[]): Promise<string> => {
      const { code, errors } = await run(...args);
      expect(code, errors).to.equal(1);
      return errors;
    };

    it("says what is wrong with each, with --dry-run, too, and to verify", async () => {
      writeFileSync(join(place.directory, "notes.txt"), "Buy milk");
      mkdirSync(join(place.directory, "empty"));
      server.misbehave(({ response, url }) => {
        if (!url.pathname.startsWith("/blog")) return false;
        response.writeHead(404, { "content-type": "text/html" }).end("<p>Nothing");
        return true;
      });
      const blog = `${server.origin}/blog`;
      for (const options of [["--dry-run"], []])
        for (const [wrong, line] of [
          ["http://127.0.0.1:1/", /^kalends: http:\/\/127\.0\.0\.1:1\/ cannot be read: the host cannot be/],
          ["notes.txt", /^kalends: notes\.txt is in no known format; known formats: .*icalendar/],
          ["empty", /^kalends: The folder empty is empty\.\n$/],
          ["old.example", /File or folder old\.example not found\. .* write https:\/\/old\.example\.\n$/],
          ["nowhere.d/x", /^kalends: File or folder nowhere\.d\/x not found\./],
          ["nowhere", /^kalends: File or folder nowhere not found\.\n$/],
        ] as const)
          expect(await errorsOf("import", wrong, ...options), wrong).to.match(line);
      server.misbehave(({ response }) => {
        response.writeHead(404, { "content-type": "text/plain" }).end("Nothing");
        return true;
      });
      for (const command of [["import", "--dry-run"], ["import"], ["verify"]])
        expect(await errorsOf(...command, blog), command.join(" ")).to.match(
          /^kalends: http:\S+\/blog has no calendar API\./,
        );
      expect(await errorsOf("import", blog, "--format", "csv")).to.equal(
        `kalends: ${blog} is an address, but the format csv is read from files.\n`,
      );
      expect(await errorsOf("verify", "http://127.0.0.1:1/")).to.include(
        "cannot be read: the host cannot be",
      );
      server.misbehave(undefined);
    });

    it("never prints a password that an address has, and asks nobody", async () => {
      const asked = server.asked.length;
      for (const command of ["import", "verify", "follow"])
        for (const address of [
          `http://ann:${SECRET}@${server.host}/`,
          `webcal://ann:${SECRET}@${server.host}/`,
          `https://ann:${SECRET}/more@${server.host}/`,
          `ann:${SECRET}@${server.host}`,
        ]) {
          const { code, errors, output } = await run(command, address, "--report", "report.html");
          expect([code, output], `${command} ${address}`).to.deep.equal([1, ""]);
          expect(errors).to.include("--user").and.not.to.include(SECRET);
        }
      for (const name of readdirSync(place.directory).filter((name) => name.startsWith("report")))
        expect(readFileSync(join(place.directory, name), "utf8")).not.to.include(SECRET);
      expect(server.asked).to.have.length(asked);
    });

    it("reads a file of events without storing anything with --dry-run", async () => {
      writeFileSync(join(place.directory, "club.ics"), CALENDAR);
      const added = "event: 1 added, 0 already there\n";
      const dry = await run("import", "club.ics", "--dry-run");
      expect([dry.code, dry.output], dry.errors).to.deep.equal([
        0,
        `1 of 1 record can be imported.\n${added}Nothing was written.\n`,
      ]);
      const count = () => place.onStore(async ({ events }) => (await events.readAfter(0, 9)).length);
      expect(await count()).to.equal(0);
      expect((await run("import", "club.ics")).output).to.equal(
        `Nothing was lost: 1 of 1 record is here.\n${added}`,
      );
      expect(await count()).to.equal(1);
      const again = await run("import", "club.ics", "--dry-run");
      expect(again.output).to.include("event: 0 added, 1 already there\n");
    });
  });
