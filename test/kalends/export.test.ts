import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aChange, anAccount, anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

const PHONE = {
  id: "phone",
  kind: "token",
  label: "phone",
  hash: "sha256$x",
  createdUtc: "2030-01-01 00:00:00",
} as const;

for (const store of stores) {
  describe(`kalends export, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(async () => {
      place = createPlace(store);
      second = await place.storage("second");
      // Without this setting, both storages would use the same folder for images.
      if (store.openMedia === undefined) second = { ...second, KALENDS_MEDIA: "./second-media" };
    });
    afterEach(() => place.clear());

    let second: Environment;
    const FILE = "2030/01/image-80.jpg";

    const fill = async (): Promise<void> => {
      const opened = await place.open();
      await opened.userIds.restore({ number: 1_000_000_007, hostId: "6b0a4e5c-7d0c" });
      await opened.documents.save({ collection: "sample/notes", key: "a", value: { text: "x" } });
      await opened.documents.save({
        collection: "sample/notes",
        key: "b",
        value: JSON.parse('{"__proto__":1}'),
      });
      await opened.outbox.addConsumer("plugin/sample/notes", "one");
      await opened.outbox.append([aChange()]);
      const accounts = await opened.openAccounts();
      await accounts.ids.reserve("account", 5);
      await accounts.save(anAccount({ id: 5, name: "Ann", credentials: [PHONE], revision: 3 }));
      await opened.transaction(async ({ events, ids, images, organizers, terms, venues }) => {
        await ids.reserve("record", 90);
        await ids.reserve("term", 70);
        await images.save(anImage({ id: 80, url: FILE }));
        await terms.save(aTerm({ id: 61 }));
        await terms.save(aTerm({ id: 60, parentId: 61, name: 'R&B "live"' }));
        await terms.save(aTerm({ id: 62, taxonomy: "tag" }));
        await venues.save(
          aVenue({ id: 10, imageId: 80, coordinates: { lat: -90, lng: 179.5 }, status: "private" }),
        );
        await organizers.save(anOrganizer({ id: 11, lineage: ["old.example?id=4"] }));
        for (const [index, status] of ["publish", "draft", "future", "pending", "private"].entries()) {
          await events.save(
            anEvent({
              ...{ id: 20 + index, status, slug: status === "draft" ? "" : `e-${index}` },
              externalIds: [{ source: "crm", id: String(index) }],
            }),
          );
        }
        await events.save(
          anEvent({
            id: 30,
            status: "trash",
            trashed: { status: "publish", slug: "gone" },
            slug: "gone__trashed",
            hideFromListings: true,
            venueId: 10,
            organizerIds: [11],
            categoryIds: [60],
            tagIds: [62],
            parentId: 20,
            website: "",
            cost: { values: ["10", "20"], symbol: "€", position: "postfix" },
            extensions: { audience: { age: 12, groups: ["a", null] } },
            description: "Line\u2028separator and 😀",
          }),
        );
      });
      await opened.close();
      const media = await place.openMedia();
      await media.put(
        FILE,
        (async function* () {
          yield Buffer.from("the bytes of a picture");
        })(),
      );
      await media.close();
    };

    const exportTo = (folder: string, environment = {}) => place.run(["export", folder], environment);
    const filesIn = (folder: string): readonly string[] =>
      [
        "archive.json",
        "accounts.jsonl",
        "images.jsonl",
        "terms.jsonl",
        "venues.jsonl",
        "organizers.jsonl",
        "events.jsonl",
        "occurrences.jsonl",
        "users.jsonl",
        "documents.jsonl",
      ].map((name) => readFileSync(join(place.directory, folder, name), "utf8"));

    it("writes an archive from which another store becomes equal, ids and sequences included", async () => {
      await fill();
      expect((await exportTo("first")).code).to.equal(0);
      const taken = await place.run(["import", "first"], second);
      expect(taken.code, taken.errors).to.equal(0);
      await exportTo("again", second);
      expect(readFileSync(join(place.directory, "again/media", FILE), "utf8")).to.equal(
        "the bytes of a picture",
      );
      expect(filesIn("again")).to.deep.equal(filesIn("first"));
      expect(filesIn("first")[6]?.trimEnd().split("\n")).to.have.length(6);
      const opened = await place.open("second");
      expect(await opened.ids.next("record")).to.equal(91);
      expect(await opened.outbox.consumers()).to.deep.equal([]);
      expect(await opened.outbox.last()).to.equal(0);
      await opened.close();
    });

    it("changes nothing when it is taken over a second time", async () => {
      await fill();
      await exportTo("first");
      await place.run(["import", "first"], second);
      const { output } = await place.run(["import", "first"], second);
      expect(output).to.include("events: 0 added, 6 already there");
    });

    it("reports users and documents that belong to others or are none, and takes the rest", async () => {
      await fill();
      await exportTo("first");
      for (const name of ["users", "documents"]) {
        const file = join(place.directory, "first", `${name}.jsonl`);
        const lines = [
          "{",
          "null",
          "[]",
          "{}",
          '{"number":7,"hostId":"a"}',
          '{"collection":"a","key":"b","value":{}}',
        ];
        writeFileSync(file, [...lines, readFileSync(file, "utf8")].join("\n"));
      }
      const opened = await place.open("second");
      await opened.userIds.restore({ number: 1_000_000_007, hostId: "another" });
      await opened.documents.save({ collection: "sample/notes", key: "a", value: { text: "mine" } });
      await opened.close();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(errors).to.match(
        /users\.jsonl, record 6: the number 1000000007 or its user is already assigned differently here/,
      );
      expect(errors).to.match(/documents\.jsonl, record 6: sample\/notes has another document a/);
      expect(errors).to.match(/14 could not be imported/);
      expect(output).to.include("documents: 1 added, 0 already there");
    });

    it("takes archives of versions before, which had no users, documents and occurrences", async () => {
      await fill();
      await exportTo("first");
      for (const name of ["users", "documents", "occurrences"])
        rmSync(join(place.directory, "first", `${name}.jsonl`));
      expect((await place.run(["import", "first"], second)).errors).to.match(
        /users\.jsonl.*the file is missing/,
      );
      const manifest = join(place.directory, "first", "archive.json");
      writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"version":4', '"version":2'));
      const { code, errors, output } = await place.run(["import", "first"], second);
      expect([code, errors]).to.deep.equal([0, ""]);
      expect(output).to.include("events: 0 added, 6 already there");
    });

    it("reports lines that are no records and ids that belong to others, and takes the rest", async () => {
      await fill();
      await exportTo("first");
      const file = join(place.directory, "first", "events.jsonl");
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      const wrong = lines[1]?.replace('"source":"crm"', '"source":"CRM"').replace('"id":21', '"id":98');
      const prototype = lines.at(-1)?.replace('"extensions":{', '"extensions":{"__proto__": {},');
      writeFileSync(file, ['{"id":', '{"id":99,"title":3}', prototype, ...lines, wrong].join("\n"));
      const opened = await place.open("second");
      await opened.ids.reserve("record", 20);
      await opened.events.save(anEvent({ id: 20, title: "Mine" }));
      await opened.events.save(anEvent({ id: 1, externalIds: [{ source: "crm", id: "4" }] }));
      await opened.close();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(output).to.include("events: 4 added");
      expect(errors).to.match(/events\.jsonl, record 0: the line is not JSON/);
      expect(errors).to.match(/events\.jsonl, record 1: the member/);
      expect(errors).to.match(/events\.jsonl, record 2: the member __proto__ is unknown/);
      expect(errors).to.match(/events\.jsonl, record 3: the id 20 belongs to another record/);
      expect(errors).to.match(/events\.jsonl, record 7: one of its external ids belongs to another record/);
      expect(errors).to.match(/events\.jsonl, record 9: the member externalIds/);
    });

    it("takes no account whose id, name or credentials belong to another", async () => {
      await fill();
      await exportTo("first");
      const cases = [
        { id: 5, name: "Bob" },
        { id: 6, name: "ANN" },
        { id: 6, name: "Bob", credentials: [PHONE] },
      ];
      for (const [index, fields] of cases.entries()) {
        const storage = await place.storage(`store-${index}`);
        const opened = await place.open(`store-${index}`);
        await (await opened.openAccounts()).save(anAccount(fields));
        await opened.close();
        const { code, output, errors } = await place.run(["import", "--trusted", "first"], storage);
        expect(code).to.equal(1);
        expect(errors).to.match(/^kalends: .*accounts\.jsonl, record 0: .* belongs to another .*\n.*1 could/);
        expect(output).to.include("events: 6 added");
      }
    });

    describe("after a first start", () => {
      const LAPTOP = { ...PHONE, id: "laptop" };
      const ADMIN = {
        id: 1,
        name: "admin",
        role: "administrator",
        credentials: [LAPTOP],
        revision: 3,
      } as const;

      /**
       * Creates an archive whose account 1 is another `admin`, and a storage that was already served once.
       */
      const prepare = async (): Promise<void> => {
        await fill();
        const opened = await place.open();
        await (await opened.openAccounts()).save(anAccount(ADMIN));
        await opened.close();
        await exportTo("first");
        await (await place.serve(second)).end("SIGTERM");
      };

      it("replaces the account that was made, as long as nothing else is there", async () => {
        await prepare();
        const { code, errors } = await place.run(["import", "first"], second);
        expect(errors).to.match(/^kalends: the unused account admin .* was replaced .*\n$/);
        expect(code).to.equal(0);
        await exportTo("again", second);
        // A served storage contains the version of its time zone data.
        const [manifest = "", ...files] = filesIn("again");
        expect([manifest.replace(/,"zones":"\d{4}[a-z]"/, ""), ...files]).to.deep.equal(filesIn("first"));
      });

      it("leaves it when there is a record, and says that it is the account of its name", async () => {
        await prepare();
        const opened = await place.open("second");
        await opened.terms.save(aTerm({ id: 1 }));
        await opened.close();
        const { code, errors } = await place.run(["import", "first"], second);
        expect(code).to.equal(1);
        expect(errors).to.include("accounts.jsonl, record 0: the id 1 belongs to another record");
        expect(errors).to.match(
          /the author 1 \(admin\) of the archive.* gets the account admin, which has the same name/,
        );
      });

      it("leaves it when the archive has no administrator", async () => {
        await fill();
        await exportTo("first");
        await (await place.serve(second)).end("SIGTERM");
        await place.run(["import", "first"], second);
        expect((await place.run(["user", "list"], second)).output).to.match(/^1 +admin +administrator$/m);
      });
    });

    it("refuses a folder that is not empty, and an archive of a later version", async () => {
      await place.run(["migrate"]);
      mkdirSync(join(place.directory, "full"));
      writeFileSync(join(place.directory, "full", "letter.txt"), "Dear");
      const refused = await exportTo("full");
      expect(refused.code).to.equal(1);
      expect(refused.errors).to.include("not empty");
      await exportTo("first");
      const manifest = join(place.directory, "first", "archive.json");
      writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"version":4', '"version":9'));
      expect((await place.run(["import", "first"], second)).errors).to.include("written by a newer version");
      for (const text of ["{", "null", "[]", '{"format":"kalends-archive","sequences":null}']) {
        writeFileSync(manifest, text);
        const { code, errors } = await place.run(["import", "first"], second);
        expect(code, text).to.equal(1);
        expect(errors, text).to.match(/^kalends: .*archive\.json is not the manifest of an archive\.\n$/);
      }
    });
  });
}
