import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { anEvent, anImage, EVERYTHING } from "@kalends/storage-contract";
import Database from "better-sqlite3";
import { expect } from "chai";
import type { Outcome } from "../kalends/command.ts";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

const IMAGE = "2030/01/image-80.jpg";

for (const store of stores.filter(({ name }) => name === "sqlite")) {
  describe(`kalends backup and restore, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    const path = (...names: readonly string[]): string => join(place.directory, ...names);

    beforeEach(async () => {
      place = createPlace(store);
      await place.onStore(async (opened) => {
        await opened.openAccounts();
        const media = await place.openMedia();
        await media.put(IMAGE, bytesOf("the bytes"));
        await media.put("2030/01/unnamed.jpg", bytesOf("nobody's"));
        await media.close();
        await opened.transaction(async ({ events, ids, images }) => {
          await ids.reserve("record", 100);
          await images.save(anImage({ id: 80, url: IMAGE, fileSize: 9 }));
          for (const id of [1, 2, 3]) await events.save(anEvent({ id, slug: `event-${id}`, imageId: 80 }));
        });
      });
    });
    afterEach(() => place.clear());

    async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
    }
    const titles = (): Promise<readonly number[]> =>
      place.onStore(async ({ events }) => (await events.list(EVERYTHING)).items.map(({ id }) => id));

    it("copies the database and the files that its images name, for its owner alone", async () => {
      const { code, output } = await place.run(["backup", "copies/first"]);
      expect({ code, output }).to.deep.equal({
        code: 0,
        output: "Backed up the database and 1 file of images.\n",
      });
      expect(readdirSync(path("copies")), "nothing else is left").to.deep.equal(["first"]);
      expect(readdirSync(path("copies/first")).sort()).to.deep.equal([
        ...["SHA256SUMS", "backup.json", "kalends.db", "media"],
      ]);
      expect(readFileSync(path("copies/first/media", IMAGE), "utf8")).to.equal("the bytes");
      expect(statSync(path("copies/first")).mode & 0o777).to.equal(0o700);
      for (const name of ["kalends.db", "backup.json", "SHA256SUMS"])
        expect(statSync(path("copies/first", name)).mode & 0o777, name).to.equal(0o600);
    });

    it("has what was acknowledged before, while others write, and is whole", async () => {
      const acknowledged: number[] = [];
      let isOver = false;
      const opened = await place.open();
      const writing = (async () => {
        while (!isOver) {
          const id = await opened.ids.next("record");
          await opened.events.save(anEvent({ id, slug: `event-${id}`, title: "written meanwhile" }));
          acknowledged.push(id);
        }
      })();
      while (acknowledged.length < 5) await nextTurn();
      const before = [...acknowledged];
      const { code } = await place.run(["backup", "copy"]);
      isOver = true;
      await writing;
      await opened.close();
      expect(code).to.equal(0);
      expect((await place.run(["restore", "copy", "--replace"])).code).to.equal(0);
      const restored = await place.onStore(({ events }) => events.findMany(before));
      expect(restored.map(({ id }) => id).sort((a, b) => a - b)).to.deep.equal(before);
      expect((await place.run(["doctor"])).code).to.equal(0);
    });

    it("restores what a server then answers as before", async () => {
      const answerOf = async (): Promise<unknown> => {
        const { namespace, origin, end } = await place.serve();
        const list = await (await fetch(`${namespace}/events?start_date=2000-01-01`)).text();
        const image = await (await fetch(`${origin}/wp-json/media/${IMAGE}`)).text();
        await end("SIGTERM");
        return { list: list.replaceAll(origin, ""), image };
      };
      const before = await answerOf();
      await place.run(["backup", "copy"]);
      rmSync(path("kalends.db"));
      rmSync(path("kalends-media"), { recursive: true });
      const { code, output } = await place.run(["restore", "copy"]);
      expect(code).to.equal(0);
      expect(output).to.match(/^Restored the calendar of \d{4}-\S+ with 1 file of images\.\n$/);
      expect(statSync(path("kalends.db")).mode & 0o777).to.equal(0o600);
      expect(await answerOf()).to.deep.equal(before);
    });

    it("replaces a calendar only when it is told to, and puts the old one aside", async () => {
      await place.run(["backup", "copy"]);
      await place.onStore(({ events }) => events.save(anEvent({ id: 4, slug: "later" })));
      const refused = await place.run(["restore", "copy"]);
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.include("--replace");
      expect(await titles()).to.deep.equal([1, 2, 3, 4]);
      const { output } = await place.run(["restore", "copy", "--replace"]);
      expect(await titles()).to.deep.equal([1, 2, 3]);
      const aside = /previous calendar is in (\S+)\.\n$/.exec(output)?.[1] ?? "";
      expect(existsSync(aside)).to.equal(true);
    });

    it("refuses to restore while somebody has the calendar open", async () => {
      await place.run(["backup", "copy"]);
      const opened = await place.open();
      const { code, errors } = await place.run(["restore", "copy", "--replace"]);
      expect(code).to.equal(1);
      expect(errors).to.include("is open in another process: stop the server first.");
      expect((await opened.events.list(EVERYTHING)).total).to.equal(3);
      await opened.close();
    });

    const flip = (name: string): void => {
      const bytes = readFileSync(path("copy", name));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(path("copy", name), bytes);
    };
    const damages: Readonly<Record<string, () => void>> = {
      "with another byte in the database": () => flip("kalends.db"),
      "with another byte in an image": () => flip(join("media", IMAGE)),
      "with a database that was cut": () => truncateSync(path("copy/kalends.db"), 8192),
      "without an image": () => rmSync(path("copy/media", IMAGE)),
      "without its manifest": () => rmSync(path("copy/backup.json")),
      "with other sums": () => flip("SHA256SUMS"),
      "of a later version": () =>
        writeFileSync(path("copy/backup.json"), '{"format":"kalends-backup","version":2}'),
      "with a link that never ends": () => {
        rmSync(path("copy/kalends.db"));
        symlinkSync("/dev/zero", path("copy/kalends.db"));
      },
      "with sums without end": () => truncateSync(path("copy/SHA256SUMS"), 3 * 1024 ** 3),
      "that is no backup": () => rmSync(path("copy"), { recursive: true }),
    };
    for (const [what, damage] of Object.entries(damages)) {
      it(`refuses one ${what}, and changes nothing`, async () => {
        await place.run(["backup", "copy"]);
        damage();
        const { code, errors } = await place.run(["restore", "copy", "--replace"]);
        expect(code).to.equal(1);
        expect(errors).to.match(/copy is not a complete backup: .+\.\n$/);
        expect(await titles()).to.deep.equal([1, 2, 3]);
      });
    }

    const sumOf = (name: string): string =>
      createHash("sha256")
        .update(readFileSync(path("copy", name)))
        .digest("hex");
    it("refuses a database that is none, or of another program, though its sum is right", async () => {
      await place.run(["backup", "copy"]);
      const [, ...images] = readFileSync(path("copy/SHA256SUMS"), "utf8").split("\n");
      const other = new Database(path("other.db"));
      other.exec("CREATE TABLE bookings (event INTEGER)");
      other.close();
      for (const bytes of [Buffer.from("no database ".repeat(1000)), readFileSync(path("other.db"))]) {
        writeFileSync(path("copy/kalends.db"), bytes);
        writeFileSync(path("copy/SHA256SUMS"), [`${sumOf("kalends.db")}  kalends.db`, ...images].join("\n"));
        const manifest = JSON.parse(readFileSync(path("copy/backup.json"), "utf8"));
        const sums = sumOf("SHA256SUMS");
        writeFileSync(path("copy/backup.json"), JSON.stringify({ ...manifest, sums }));
        const { code, errors } = await place.run(["restore", "copy", "--replace"]);
        expect(code).to.equal(1);
        expect(errors).to.match(/^kalends: The database of copy cannot be restored: .+\.\n$/);
        expect(await titles()).to.deep.equal([1, 2, 3]);
        expect(existsSync(path("kalends.db.restoring"))).to.equal(false);
      }
    });

    it("restores into the file that a link leads to, and loses none that was there in the same second", async () => {
      await place.run(["backup", "copy"]);
      mkdirSync(path("disk"));
      renameSync(path("kalends.db"), path("disk/kalends.db"));
      symlinkSync("disk/kalends.db", path("kalends.db"));
      const outcomes: Outcome[] = [];
      for (const _ of [1, 2, 3]) outcomes.push(await place.run(["restore", "copy", "--replace"]));
      const restored = outcomes.filter(({ code }) => code === 0).length;
      expect(restored).to.be.above(0);
      const files = readdirSync(path("disk"));
      expect(files.filter((name) => name.includes(".before-")).length).to.equal(restored);
      expect(files.length, "nothing else is left").to.equal(restored + 1);
      expect(await titles()).to.deep.equal([1, 2, 3]);
      writeFileSync(path("disk/kalends.db"), "no database ".repeat(1000));
      const { errors } = await place.run(["restore", "copy", "--replace"]);
      expect(errors).to.include("disk/kalends.db is damaged: move it away");
    });

    it("does not back up where the files of images are swept", async () => {
      const { code, errors } = await place.run(["backup", "kalends-media/copies/first"]);
      expect(code).to.equal(1);
      expect(errors).to.include("is in the folder of images");
      symlinkSync("empty", path("link"));
      mkdirSync(path("empty"));
      expect((await place.run(["backup", "link"])).code).to.equal(0);
      expect(existsSync(path("empty/backup.json"))).to.equal(true);
    });

    it("fails for the file of an image that is missing, but backs up the rest", async () => {
      rmSync(path("kalends-media", IMAGE));
      const { code, errors } = await place.run(["backup", "copy"]);
      expect(code).to.equal(1);
      expect(errors).to.equal(
        `kalends: the image file ${IMAGE} is missing\n` +
          "kalends: The backup lacks 1 file of images: check that KALENDS_MEDIA is the same as for the server.\n",
      );
      expect(JSON.parse(readFileSync(path("copy/backup.json"), "utf8")).missing).to.deep.equal([IMAGE]);
    });

    it("says what is wrong with the calendar that it copies", async () => {
      await place.onStore(({ ids, events }) =>
        ids.reserve("record", 5).then(() => events.save(anEvent({ id: 1_000_000, slug: "beyond" }))),
      );
      const { code, errors } = await place.run(["backup", "copy"]);
      expect(code).to.equal(1);
      expect(errors)
        .to.include("sequence: ")
        .and.to.include("the calendar has 1 finding: run kalends doctor.");
      expect(existsSync(path("copy/backup.json"))).to.equal(true);
    });

    it("leaves nothing behind where it fails, and takes no folder that has something", async () => {
      writeFileSync(path("kalends.db"), "no database at all, but long enough to be looked at ".repeat(100));
      const damaged = await place.run(["backup", "copies/first"]);
      expect(damaged.code).to.equal(1);
      expect(readdirSync(path("copies"))).to.deep.equal([]);
      const full = await place.run(["backup", "kalends-media"]);
      expect(full.errors).to.include("is not empty: use a new folder for each backup.");
    });
  });
}

for (const store of stores.filter(({ name }) => name !== "sqlite")) {
  describe(`kalends backup, on ${store.name}`, () => {
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    it("says what to do instead, as restore does", async () => {
      for (const command of ["backup", "restore"]) {
        const { code, errors } = await place.run([command, "copy"]);
        expect(code).to.equal(1);
        expect(errors).to.include("kalends export").and.to.include("mongodump");
      }
    });
  });
}
