import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Environment, type Place } from "../../kalends/kalends-process.ts";
import { firstStore } from "../../stores.ts";

const [LINES, GREEDY] = ["lines", "greedy"].map((name) =>
  fileURLToPath(new URL(`./${name}-plugin.js`, import.meta.url)),
);
const PLUGINS: Environment = { KALENDS_PLUGINS: `${LINES},${GREEDY}`, KALENDS_LOG_LEVEL: "silent" };
const PAGES = fileURLToPath(new URL("../../../fixtures/reference-site", import.meta.url));
const FORMATS = "archive, list-pages, wordpress, csv, live, lines, bytes";

/** Responses of the server, by path. */
const CONTENT: Readonly<Record<string, readonly [status: number, type: string, text: string]>> = {
  "/typed": [200, "Text/X-Lines; charset=utf-8", "Far away"],
  "/marked": [200, "text/plain", "LINES/1\nMarked"],
  "/moved": [302, "/marked", ""],
  "/unknown": [200, "text/html", "<p>"],
  "/gone": [410, "text/plain", "LINES/1"],
};

for (const store of firstStore) {
  describe(`importers of plugins on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let server: Server;
    let origin: string;
    before(async () => {
      server = createServer((request, response) => {
        const [status, type, text] = CONTENT[request.url ?? ""] ?? [404, "text/plain", ""];
        response.writeHead(status, status === 302 ? { location: type } : { "content-type": type }).end(text);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    });
    after(() => server.close());
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const write = (name: string, text: string): string => {
      const file = join(place.directory, name);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, text);
      return file;
    };
    const run = (...args: readonly string[]) => place.run(["import", ...args], PLUGINS);
    const titles = () =>
      place.onStore(async ({ events }) =>
        (await events.readAfter(0, 50)).map(({ title }) => title).toSorted(),
      );

    it("take over files that they recognise, and say what became of each part", async () => {
      const file = write("some.lines", "Spring\n#aside\nTimeless\nAutumn\n");
      const first = await run(file);
      expect([first.code, first.output]).to.deep.equal([
        1,
        "1 of 4 records was not imported. Each is named with its reason: correct it at the source, and import again.\nevent: 2 added, 0 already there, 1 skipped, 1 failed\n",
      ]);
      expect(first.errors)
        .to.include(`${file}, #aside: is a remark`)
        .and.to.match(/some\.lines, Timeless: .*start_date/)
        .and.to.include("1 could not be imported.");
      expect(await titles()).to.deep.equal(["Autumn", "Spring"]);
      const again = await run(write("again.lines", "Spring\nAutumn\n"));
      expect([again.code, again.output]).to.deep.equal([
        0,
        "Nothing was lost: 2 of 2 records are here.\nevent: 0 added, 2 already there\n",
      ]);
    });

    it("are asked behind what Kalends knows, in the order of the configuration", async () => {
      const marked = write("B-marked", "LINES/1\nWinter");
      const long = write("B-long", "B".repeat(200_000));
      const { code, output, errors } = await run(marked, PAGES, long);
      expect(code, errors).to.equal(0);
      expect(output)
        .to.match(/^events: 6 added/m)
        .and.to.include("event: 1 added, 0 already there\n")
        .and.to.include("byte: 0 added, 0 already there, 1 updated, 1 removed\n");
      expect(errors).to.include("B-long, \ufffd[2Jbytes: 4096 of 200000").and.not.to.include("\u001b");
    });

    it("take what is named by --format, whatever it looks like", async () => {
      const file = write("page.json", '{"a":1}');
      expect((await run("--format", "lines", file)).output).to.equal(
        "Nothing was lost: 1 of 1 record is here.\nevent: 1 added, 0 already there\n",
      );
      expect(await titles()).to.deep.equal(['{"a":1}']);
      const forced = await run("--format", "list-pages", write("other.lines", "x"));
      expect(forced.errors).to.include("the file is not a list page");
      expect((await run("--format", "archive", place.directory)).errors).to.include("is not an archive");
      const unknown = await run("--format", "cuneiform", file);
      expect([unknown.code, unknown.errors]).to.deep.equal([
        1,
        `kalends: The format cuneiform is unknown; known formats: ${FORMATS}.\n`,
      ]);
    });

    it("get the files of a folder, of which they leave what they do not know", async () => {
      write("mixed/1.lines", "One");
      write("mixed/2.txt", "nothing");
      write("mixed/3.lines", "Three");
      write("mixed/deeper/4.lines", "Four");
      expect((await run(join(place.directory, "mixed"))).code).to.equal(0);
      expect(await titles()).to.deep.equal(["One", "Three"]);
      write("strange/2.txt", "nothing");
      const folder = join(place.directory, "strange");
      expect((await run(folder)).errors).to.include(`${folder} is in no known format`);
    });

    it("get addresses, with what the server calls their content", async () => {
      for (const path of ["/typed", "/moved"]) {
        const { code, errors } = await run(`${origin}${path}`);
        expect(code, errors).to.equal(0);
      }
      expect(await titles()).to.deep.equal(["Far away", "Marked"]);
      const errorsOf = async (address: string): Promise<string> => {
        const { code, errors } = await run(address);
        expect(code).to.equal(1);
        return errors;
      };
      expect(await errorsOf(`${origin}/unknown`)).to.include(
        `${origin}/unknown is in no known format; known formats: ${FORMATS}.`,
      );
      expect(await errorsOf(`${origin}/gone`)).to.include(
        `${origin}/gone cannot be fetched: the server responded with status 410.`,
      );
      expect(await errorsOf("http://127.0.0.1:1/a.lines")).to.match(
        /^kalends: http:\/\/127\.0\.0\.1:1\/a\.lines cannot be read: the host cannot be reached[^\n]*\n$/,
      );
    });

    it("are refused with --dry-run where they have none, before they write", async () => {
      const file = write("some.lines", "Spring");
      const { code, errors } = await run(file, "--dry-run");
      expect([code, errors]).to.deep.equal([
        1,
        `kalends: ${file} cannot be imported with --dry-run: the format lines has no dry run.\n`,
      ]);
      expect(await titles()).to.deep.equal([]);
    });

    it("end an import by an error, which keeps what was taken over before", async () => {
      const { code, output, errors } = await run(write("a.lines", "Before\nSTOP\nAfter"));
      expect([code, output]).to.deep.equal([
        1,
        "The import was interrupted. Everything imported so far is stored: run the same command again to continue.\nevent: 1 added, 0 already there\n",
      ]);
      expect(errors).to.match(/a\.lines: There is an end in UTC\.$/m);
      expect(await titles()).to.deep.equal(["Before"]);
      expect((await run(write("x.bad", "x"))).errors).to.include("The plugin greedy failed to recognise");
    });

    it("tell readers of changes with --tell", async () => {
      await run(write("a.lines", "Quiet"));
      await run("--tell", write("b.lines", "Loud"));
      const entries = await place.onStore(({ outbox }) => outbox.readAfter(0, 9));
      expect(entries.map(({ after }) => after && "title" in after && after.title)).to.deep.equal(["Loud"]);
    });

    it("are not there without a plugin: all is as it was", async () => {
      const runBare = (...args: readonly string[]) => place.run(["import", ...args]);
      const file = write("some.lines", "Spring");
      expect((await runBare(file)).errors).to.include(`${file}, record 0: the file is not a list page`);
      const missing = join(place.directory, "nowhere");
      for (const each of [
        await runBare(missing),
        await run(missing),
        await run("--format", "lines", missing),
      ])
        expect([each.code, each.errors]).to.deep.equal([
          1,
          `kalends: File or folder ${missing} not found.\n`,
        ]);
      expect((await runBare(`${origin}/typed`)).errors).to.include("/typed has no calendar API");
      expect((await runBare("webcal://localhost/typed")).errors).to.include(
        "known formats: archive, list-pages, wordpress, csv, live.",
      );
      expect((await runBare("--format", "lines", file)).errors).to.include("The format lines is unknown");
      await place.onStore(({ events }) => events.save(anEvent()));
      await place.run(["export", join(place.directory, "backup")]);
      expect(readFileSync(join(place.directory, "backup", "archive.json"), "utf8")).to.include('"events":1');
      const archive = await run(join(place.directory, "backup"));
      expect([archive.code, archive.output]).to.deep.equal([
        0,
        "Nothing was lost: 1 of 1 record is here.\nevents: 0 added, 1 already there\n",
      ]);
    });
  });
}
