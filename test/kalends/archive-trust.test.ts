import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHtmlCleaner } from "@kalends/html";
import { createImportReport } from "@kalends/import";
import { anAccount, anEvent, anOccurrence, aSeries } from "@kalends/storage-contract";
import { expect } from "chai";
import { createCleanRecord, importArchive } from "kalends/internals";
import { firstStore } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

const MIB = 1024 * 1024;
const WEBHOOK = {
  collection: "webhooks/subscriptions",
  key: "1",
  value: { url: "https://x.example/", role: "editor" },
};

for (const store of firstStore)
  describe(`an archive from elsewhere, on ${store.name}`, function () {
    this.timeout(120_000);
    let place: Place;
    let second: Environment;
    beforeEach(async () => {
      place = createPlace(store);
      second = { ...(await place.storage("second")), KALENDS_MEDIA: "./second-media" };
    });
    afterEach(() => place.clear());

    const fill = async (): Promise<void> => {
      const opened = await place.open();
      const accounts = await opened.openAccounts();
      await accounts.ids.reserve("account", 5);
      await accounts.save(anAccount({ id: 5, name: "Mallory", role: "administrator" }));
      await opened.ids.reserve("record", 20);
      await opened.events.save(anEvent({ id: 20, author: 5 }));
      await opened.documents.save(WEBHOOK);
      await opened.close();
      expect((await place.run(["export", "first"])).code).to.equal(0);
    };
    const hereIn = async (name: string) => {
      const opened = await place.open(name);
      const names = (await (await opened.openAccounts()).list()).map((account) => account.name);
      const hook = await opened.documents.find(WEBHOOK.collection, WEBHOOK.key);
      const event = await opened.events.find(20);
      await opened.close();
      return { names, hasHook: hook !== undefined, author: event?.author };
    };
    const others = async (): Promise<void> => {
      const opened = await place.open("second");
      await (await opened.openAccounts()).save(anAccount({ id: 1, name: "Ann" }));
      await opened.ids.reserve("record", 1);
      await opened.events.save(anEvent({ id: 1 }));
      await opened.close();
    };

    it("brings no account and nothing that plugins keep into a calendar that is in use", async () => {
      await fill();
      await others();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(output).to.include("events: 1 added");
      expect(errors).to.match(/accounts\.jsonl, record 0: accounts are only imported into an empty calendar/);
      expect(errors).to.match(
        /documents\.jsonl, record 0: plugin data and erasure records are only imported into/,
      );
      const here = await hereIn("second");
      expect([here.names, here.hasHook]).to.deep.equal([["Ann"], false]);
      const opened = await place.open("second");
      // No new account may get the id of the author of a record.
      expect(await (await opened.openAccounts()).ids.last("account")).to.be.at.least(here.author ?? 0);
      await opened.close();
      const trusted = await place.run(["import", "--trusted", "first"], second);
      expect(trusted.output).to.include("accounts: 1 added").and.include("documents: 1 added");
      expect(await hereIn("second")).to.deep.include({ names: ["Ann", "Mallory"], hasHook: true });
    });

    it("brings no account with more passwords or tokens than an account may have", async () => {
      const opened = await place.open();
      const accounts = await opened.openAccounts();
      await accounts.ids.reserve("account", 6);
      const credential = {
        kind: "password",
        label: "",
        hash: "",
        createdUtc: "2031-01-01 00:00:00",
      } as const;
      const many = (kind: "password" | "token", count: number, name: string) =>
        Array.from({ length: count }, (_, index) => ({ ...credential, kind, id: `${name}${kind}${index}` }));
      await accounts.save(
        anAccount({
          id: 4,
          name: "Ann",
          credentials: [...many("password", 50, "a"), ...many("token", 50, "a")],
        }),
      );
      await accounts.save(anAccount({ id: 5, name: "Bob", credentials: many("password", 51, "b") }));
      await accounts.save(anAccount({ id: 6, name: "Eve", credentials: many("token", 51, "e") }));
      await opened.close();
      await place.run(["export", "first"]);
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(output).to.include("accounts: 1 added");
      for (const record of [1, 2])
        expect(errors).to.include(
          `accounts.jsonl, record ${record}: it has more than 50 application passwords or API tokens; --trusted`,
        );
      const trusted = await place.run(["import", "--trusted", "first"], second);
      expect(trusted.output).to.include("accounts: 2 added");
    });

    it("brings all of it into an empty calendar, in a later run, too, where one broke off", async () => {
      await fill();
      const opened = await place.open("second");
      const target = {
        ...{
          store: opened,
          accounts: await opened.openAccounts(),
          blobStore: await place.openMedia("second"),
        },
        seriesLimits: { horizon: "2036-01-01 00:00:00", dayCutoff: "00:00" },
        extendSeries: async () => 0,
        clean: createCleanRecord({ htmlCleaner: createHtmlCleaner(), keepsHtml: false }),
      };
      const report = createImportReport({ warn: () => undefined });
      const folder = join(place.directory, "first");
      const broken = importArchive(
        {
          ...target,
          async loadEvents(_count, work) {
            await work();
            throw new Error("It breaks off.");
          },
        },
        folder,
        report,
      );
      expect(await broken.catch(String)).to.include("It breaks off.");
      await target.blobStore.close();
      await opened.close();
      expect(await hereIn("second")).to.deep.equal({ names: ["Mallory"], hasHook: false, author: 5 });
      const { code, errors } = await place.run(["import", "first"], second);
      expect(code, errors).to.equal(0);
      expect(await hereIn("second")).to.deep.equal({ names: ["Mallory"], hasHook: true, author: 5 });
      // An audit log shows that the calendar is already in use.
      const line = JSON.stringify({ ...WEBHOOK, key: "2" });
      appendFileSync(join(folder, "documents.jsonl"), `${line}\n`);
      expect((await place.run(["import", "first"], second)).errors).to.include("record 1: plugin data");
    });

    const breakOff = async (name: string): Promise<void> => {
      const file = join(place.directory, "first", name);
      const whole = readFileSync(file);
      rmSync(file);
      mkdirSync(file);
      expect((await place.run(["import", "first"], second)).code).to.equal(1);
      rmSync(file, { recursive: true });
      writeFileSync(file, whole);
    };

    it("is another one once its accounts or documents have changed since a run broke off", async () => {
      await fill();
      await breakOff("documents.jsonl");
      const later = await place.run(["import", "first"], second);
      expect(later.errors).to.include("documents.jsonl, record 0: plugin data");
      expect(await hereIn("second")).to.deep.include({ names: ["Mallory"], hasHook: false });
    });

    it("meets a calendar in use once somebody has made an account since a run broke off", async () => {
      await fill();
      await breakOff("events.jsonl");
      const here = await place.open("second");
      await (await here.openAccounts()).save(anAccount({ id: 9, name: "Boss", role: "administrator" }));
      await here.close();
      const later = await place.run(["import", "first"], second);
      expect(later.errors).to.include("documents.jsonl, record 0: plugin data");
      expect(await hereIn("second")).to.deep.include({ names: ["Mallory", "Boss"], hasHook: false });
    });

    it("keeps no record out of a calendar in use as erased, and names no files to remove", async () => {
      await fill();
      const erased = (isDone: boolean, key: number): string =>
        JSON.stringify({
          ...{ collection: "kalends/erased", key: `record ${key}` },
          value: { kind: "venue", isDone, ...(!isDone && { files: ["a.png"] }) },
        });
      const documents = join(place.directory, "first", "documents.jsonl");
      writeFileSync(documents, `${erased(true, 900)}\n${erased(false, 901)}\n`);
      const empty = await place.run(["import", "first"], second);
      expect(empty.errors).to.not.include("documents.jsonl, record 0");
      expect(empty.errors).to.include("documents.jsonl, record 1: the line has an invalid form");
      writeFileSync(documents, `${erased(true, 902)}\n`);
      const { errors } = await place.run(["import", "first"], second);
      expect(errors).to.include("record 0: plugin data and erasure records are only imported");
    });

    it("refuses a manifest that is no file", async () => {
      await fill();
      const manifest = join(place.directory, "first", "archive.json");
      rmSync(manifest);
      symlinkSync("/dev/zero", manifest);
      const { code, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(errors).to.include("archive.json is not a file");
    });

    it("adds no occurrences to a series of this calendar that has the id of one of its own", async () => {
      const first = await place.open();
      await first.ids.reserve("record", 31);
      const series = aSeries({ id: 30, title: "Elsewhere" });
      await first.events.save(series);
      await first.events.saveOccurrences([anOccurrence(series, { id: 31, changes: { title: "Spam" } })]);
      await first.close();
      expect((await place.run(["export", "first"])).code).to.equal(0);
      const here = await place.open("second");
      await here.ids.reserve("record", 30);
      await here.events.save(aSeries({ id: 30, title: "Here" }));
      await here.close();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code, output).to.equal(1);
      expect(errors).to.include("occurrences.jsonl, record 0: its series 30 was left out");
      const after = await place.open("second");
      expect((await after.events.find(30))?.title).to.equal("Here");
      expect(await after.events.find(31)).to.equal(undefined);
      await after.close();
    });

    it("has lines and levels that end somewhere, and is read all the same", async () => {
      await fill();
      const folder = join(place.directory, "first");
      const event = JSON.stringify(anEvent({ id: 21 }));
      const nested = event.replace(
        '"extensions":{}',
        `"extensions":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      );
      const long = event.replace('"title":"', `"title":"${"x".repeat(17 * MIB)}`);
      const images = Array.from({ length: 3 }, () => "[".repeat(5 * MIB)).join("");
      writeFileSync(join(folder, "events.jsonl"), [long, nested, images, event.replace("\n", "")].join("\n"));
      writeFileSync(join(folder, "documents.jsonl"), `{"value":"${"x".repeat(17 * MIB)}"}\n`);
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(output).to.include("events: 1 added");
      for (const line of [
        /events\.jsonl, record 0: the line is longer than 16 MiB/,
        /events\.jsonl, record 1: the line is not JSON, is nested too deeply, or contains/,
        /events\.jsonl, record 2: the line is not JSON, is nested too deeply, or contains/,
        /documents\.jsonl, record 0: the line is longer than 16 MiB/,
      ])
        expect(errors).to.match(line);
      expect(errors).to.not.match(/ {4}at /);
      rmSync(join(folder, "events.jsonl"));
      symlinkSync("/dev/zero", join(folder, "events.jsonl"));
      expect((await place.run(["import", "first"], second)).errors).to.match(
        /^kalends: .*events\.jsonl is not a file\.$/m,
      );
      writeFileSync(join(folder, "archive.json"), `{"format":"${"x".repeat(17 * MIB)}"}`);
      expect((await place.run(["import", "first"], second)).errors).to.match(
        /archive\.json .* it is too large\.\n$/,
      );
    });

    it("is bounded as list pages are", async () => {
      mkdirSync(join(place.directory, "pages"));
      const page = join(place.directory, "pages", "a.json");
      for (const [text, problem] of [
        [`{"tags":[],"x":"${"x".repeat(65 * MIB)}"}`, "the file is larger than 64 MiB"],
        [`{"tags":[${"[".repeat(MIB)}`, "the file is not a list page of this API"],
      ] as const) {
        writeFileSync(page, text);
        const { code, errors } = await place.run(["import", "pages"], second);
        expect(code).to.equal(1);
        expect(errors)
          .to.include(`a.json, record 0: ${problem}`)
          .and.not.match(/ {4}at /);
      }
    });
  });
