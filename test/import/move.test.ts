import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import { runCommandLine } from "kalends/internals";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import { firstStore, stores } from "../stores.ts";
import { fakeEvent, fakeRecords } from "./fake-records.ts";
import { answerJson, type FakeServer, startFakeServer } from "./fake-server.ts";

const SIGNED_IN: Environment = { KALENDS_IMPORT_PASSWORD: "open sesame" };

for (const store of firstStore)
  describe(`kalends move, on ${store.name}`, function () {
    this.timeout(60_000);
    let server: FakeServer;
    let place: Place;
    beforeEach(async () => {
      server = await startFakeServer(fakeRecords({ events: 3 }));
      server.passwords.set("ann", "open sesame");
      place = createPlace(store);
    });
    afterEach(() => Promise.all([server.close(), place.clear()]));

    const fileOf = (name: string): string => readFileSync(join(place.directory, name), "utf8");

    it("leads through all steps with --yes, and writes both reports and the redirects", async () => {
      const { code, output, errors } = await place.run(
        ["move", server.origin, "--yes", "--user", "ann", "--format", "csv"],
        { ...SIGNED_IN, KALENDS_BASE_URL: "https://new.example" },
      );
      expect(code, errors).to.equal(0);
      const [first, ...rest] = output.split("\n");
      expect(first).to.equal("Step 1 of 4: Dry run");
      expect(rest.filter((line) => /^(?:Step |Nothing |11 of 11 records)/.test(line))).to.deep.equal([
        "11 of 11 records can be imported.",
        "Nothing was written.",
        "Step 2 of 4: Import",
        "Nothing was lost: 11 of 11 records are here.",
        "Step 3 of 4: Comparison",
        "Nothing was lost: 11 of 11 records are equal.",
        "Step 4 of 4: Redirects",
      ]);
      expect(fileOf("import.html")).to.include("<h1>Nothing was lost: 11 of 11 records are here.</h1>");
      expect(fileOf("verify.html")).to.include("<h1>Nothing was lost: 11 of 11 records are equal.</h1>");
      expect(fileOf("redirects.csv")).to.match(/^from,to,status\n.*https:\/\/new\.example\/event\//s);
      expect(await place.onStore(({ events }) => events.readAfter(0, 9))).to.have.length(3);
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("goes on with --yes where records fail, names them, and ends with 1", async () => {
      server.records.events.push(fakeEvent(170, { title: "Broken", description: "long ".repeat(500_000) }));
      const { code, output, errors } = await place.run(["move", server.origin, "--yes"]);
      expect(code).to.equal(1);
      expect(output).to.include("1 of 12 records was not imported.").and.include("Step 4 of 4: Redirects");
      expect(errors)
        .to.include('"Broken"')
        .and.match(/Not everything succeeded: Dry run, Import, Comparison\. /);
      const report = fileOf("import.html");
      expect(report).to.match(/<h1>1 of 12 records was not imported\./);
      expect(report).to.include(`<a href="${server.address}/events/170">`);
      expect(existsSync(join(place.directory, "redirects.conf"))).to.equal(true);
    });

    it("stops scripts where the time zones differ, unless --keep-timezone", async () => {
      server.misbehave(
        (asked) =>
          /^\/wp-json\/?$/.test(asked.url.pathname) &&
          answerJson(asked, 200, { namespaces: ["tribe/events/v1"], timezone_string: "Europe/Rome" }),
      );
      const stopped = await place.run(["move", server.origin, "--yes"]);
      expect([stopped.code, stopped.output]).to.deep.equal([1, ""]);
      expect(stopped.errors).to.include("KALENDS_TIMEZONE=Europe/Rome").and.include("--keep-timezone");
      expect((await place.run(["move", server.origin, "--yes", "--keep-timezone"])).code).to.equal(0);
    });

    it("wants a terminal or --yes, and an address without a password", async () => {
      for (const [args, line] of [
        [
          ["move", server.origin],
          /^kalends: Cannot ask before each step without a terminal: give --yes\.\n$/,
        ],
        [["move", `http://ann:secret@${server.host}`, "--yes"], /^kalends: The address contains a user name/],
        [["move", "old.example", "--yes"], /use https:\/\/old\.example/],
      ] as const) {
        const { code, output, errors } = await place.run([...args]);
        expect([code, output], args.join(" ")).to.deep.equal([1, ""]);
        expect(errors).to.match(line).and.not.include("secret");
      }
    });

    it("asks before each step, stops where the answer is no, and goes on with the next run", async () => {
      const answering = async (answers: readonly string[]) => {
        const left = [...answers];
        const stdin = Object.assign(new PassThrough(), { isTTY: true });
        let [output, questions] = ["", 0];
        const home = process.cwd();
        process.chdir(place.directory);
        try {
          const code = await runCommandLine(["move", server.origin], {
            env: { ...(await place.storage()), KALENDS_PLUGINS: "none", KALENDS_LOG_LEVEL: "error" },
            stdin,
            stdout: {
              write(text: string) {
                output += text;
              },
            },
            stderr: {
              write(text: string) {
                if (!text.includes("[y/N]")) return;
                questions += 1;
                stdin.write(`${left.shift() ?? ""}\n`);
              },
            },
            untilStopped: () => new Promise(() => {}),
          });
          return { code, output, questions };
        } finally {
          process.chdir(home);
        }
      };
      const stopped = await answering(["y", "yes", "n"]);
      expect([stopped.code, stopped.questions]).to.deep.equal([0, 3]);
      expect(stopped.output).to.match(/Step 3 of 4: Comparison\nStopped before this step\./);
      expect(existsSync(join(place.directory, "verify.html"))).to.equal(false);
      const whole = await answering(["y", "y", "y", "y"]);
      expect([whole.code, whole.questions]).to.deep.equal([0, 4]);
      expect(whole.output).to.include("events: 0 added, 3 already there");
      expect(existsSync(join(place.directory, "redirects.conf"))).to.equal(true);
    });
  });
