import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

for (const store of stores)
  describe(`kalends import of users and documents, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let second: Environment;
    beforeEach(async () => {
      place = createPlace(store);
      second = await place.storage("second");
    });
    afterEach(() => place.clear());

    it("gives nobody the records of a user who is somebody else here", async () => {
      const before = await place.open();
      const [alice, carl] = [await before.userIds.numberOf("alice"), await before.userIds.numberOf("carl")];
      await before.events.save(anEvent({ id: 40, slug: "hers", status: "private", author: alice }));
      await before.events.save(anEvent({ id: 41, slug: "his", author: carl }));
      await before.close();
      await place.run(["export", "first"]);
      const opened = await place.open("second");
      await opened.userIds.restore({ number: alice, hostId: "bob" });
      await opened.close();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(errors).to.match(
        /users\.jsonl, record 0: the number \d+ or its user is already assigned differently here/,
      );
      expect(errors).to.include(`its author ${alice} is another person here`);
      expect(output).to.include("events: 1 added, 0 already there").and.to.include("users: 1 added");
      const after = await place.open("second");
      expect(await after.events.find(40)).to.equal(undefined);
      expect(await after.events.find(41)).to.include({ author: carl });
      expect(await (await after.openAccounts()).ids.last("account")).to.be.below(1_000_000_000);
      await after.close();
    });

    it("reports documents that are not of the form that their plugins store", async () => {
      const filled = await place.open();
      await filled.documents.save({ collection: "sample/notes", key: "a", value: { text: "x" } });
      await filled.close();
      await place.run(["export", "first"]);
      const created = Date.UTC(2031, 0, 1);
      const webhook = {
        ...{ url: "https://a.example/", events: ["event.created"], role: "anonymous", label: "", created },
        ...{ categories: [], tags: [], venues: [], organizers: [], statuses: [], enabled: false },
        secret: `whsec_${Buffer.alloc(32).toString("base64")}`,
      };
      const key = { hash: "x", user: 1, label: "", created, expires: created };
      const lines = [
        { collection: "webhooks/subscriptions", key: "1", value: webhook },
        { collection: "webhooks/subscriptions", key: "2", value: { ...webhook, created: 9e15 } },
        { collection: "webhooks/subscriptions", key: "3", value: { ...webhook, url: "" } },
        { collection: "webhooks/subscriptions", key: "x", value: webhook },
        { collection: "api-keys/keys", key: "1", value: key },
        { collection: "api-keys/keys", key: "2", value: { ...key, expires: "never" } },
        { collection: "editorial/unknown", key: "1", value: {} },
      ];
      const file = join(place.directory, "first", "documents.jsonl");
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
      const plugins = { KALENDS_PLUGINS: "@kalends/webhooks,@kalends/api-keys,@kalends/editorial" };
      for (const trusted of [[], ["--trusted"]]) {
        const { code, output, errors } = await place.run(["import", ...trusted, "first"], {
          ...second,
          ...plugins,
        });
        expect(code).to.equal(1);
        expect(errors).to.include("4 could not be imported");
        expect(errors).to.include(
          "documents.jsonl, record 1: 2 is not a valid document of webhooks/subscriptions",
        );
        expect(errors).to.include("documents.jsonl, record 5: 2 is not a valid document of api-keys/keys");
        expect(output).to.include(
          trusted.length > 0 ? "documents: 0 added, 3 already" : "documents: 3 added",
        );
      }
    });

    it("reports documents that no store takes", async () => {
      const filled = await place.open();
      await filled.documents.save({ collection: "sample/notes", key: "a", value: { text: "x" } });
      await filled.close();
      await place.run(["export", "first"]);
      const toLine = (value: string): string => `{"collection":"sample/notes","key":"c","value":${value}}`;
      const nested = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
      const deep = `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
      const lines = [nested, deep, `{"a":"${"x".repeat(66_000)}"}`, '{"a":1e999}'].map(toLine);
      const file = join(place.directory, "first", "documents.jsonl");
      writeFileSync(file, [...lines, readFileSync(file, "utf8")].join("\n"));
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code).to.equal(1);
      expect(errors).to.match(/4 could not be imported/);
      expect(output).to.include("documents: 1 added, 0 already there");
    });
  });
