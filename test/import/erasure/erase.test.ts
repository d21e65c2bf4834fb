import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importedRecords, readInBatches } from "@kalends/core";
import { replacedFiles } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { isErased } from "@kalends/import";
import { anAccount, anEvent, anImage, anOrganizer, aVenue } from "@kalends/storage-contract";
import Database from "better-sqlite3";
import { expect } from "chai";
import { eraseLinked } from "kalends/internals";
import { importPage, PUBLISHED } from "../../kalends/import-page.ts";
import { createPlace, type Place, type Served } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";

const FILE = "2031/03/portrait-52.png";
const FORMER = "2031/02/former-52.png";
const SECRET = "Wilhelmina";

const SECRETS = {
  ...{ name: `${SECRET} Hall`, address: `1 ${SECRET} Street`, phone: "+1 555 0100", slug: "wilhelmina-hall" },
  description: `<p>${SECRET.repeat(900)}</p>`,
  extensions: { sample: { note: SECRET } },
  lineage: ["old.example?id=4"],
  sourceId: 4,
};

const bytes = async function* (): AsyncGenerator<Uint8Array> {
  yield Buffer.from("image");
};

interface Body {
  readonly venue: unknown;
  readonly organizer: readonly { readonly id: number }[];
  readonly total?: number;
  readonly next_token: string;
  readonly changes: readonly { readonly kind: string; readonly id: number }[];
}

/** Returns all stored data as one text. */
const textOf = async (store: Store): Promise<string> => {
  const texts: string[] = [];
  for (const kind of ["events", "venues", "organizers", "images", "terms"] as const)
    for await (const batch of readInBatches<{ readonly id: number }>(store[kind]))
      texts.push(JSON.stringify(batch));
  texts.push(JSON.stringify(await store.documents.readAfter("", "", 1000)));
  texts.push(JSON.stringify(await store.outbox.readAfter(0, 1000)));
  texts.push(JSON.stringify(await store.versions.readAfter(0, 0, 1000)));
  return texts.join("\n");
};

for (const tested of stores) {
  describe(`kalends erase, on ${tested.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    let served: Served | undefined;
    beforeEach(() => {
      place = createPlace(tested);
    });
    afterEach(async () => {
      await served?.end("SIGTERM");
      served = undefined;
      await place.clear();
    });

    const getJson = async (path: string): Promise<{ readonly status: number; readonly body: Body }> => {
      const answer = await fetch(`${served?.namespace}${path}`);
      // Cast: `Body` declares only the members that the tests use.
      return { status: answer.status, body: (await answer.json()) as Body };
    };

    /**
     * Creates a venue and an organizer with two events. They have one image each, and one image in common.
     */
    const fill = (): Promise<void> =>
      place.onStore(async (store) => {
        await store.ids.reserve("record", 60);
        const media = await place.openMedia();
        for (const file of [FILE, FORMER]) await media.put(file, bytes());
        await media.close();
        await store.images.save(anImage({ id: 52, url: FILE }));
        await replacedFiles(store.documents).add({ image: 52, replaced: Date.now(), files: [FORMER] });
        await store.images.save(anImage({ id: 53, url: "https://old.example/both.png" }));
        await store.venues.save(aVenue({ id: 5, ...SECRETS, imageId: 52 }));
        await store.versions.save({
          ...{ kind: "venue", recordId: 5, revision: 1, modifiedUtc: "2030-01-01 00:00:00", author: 1 },
          ...{ changed: ["name"], content: JSON.stringify(aVenue({ id: 5, ...SECRETS })) },
        });
        await store.organizers.save(
          anOrganizer({ id: 6, name: `${SECRET} Six`, email: "w@example.org", imageId: 53, slug: "six" }),
        );
        await store.organizers.save(anOrganizer({ id: 7, name: "Seven", slug: "seven", imageId: 53 }));
        for (const id of [10, 11])
          await store.events.save(
            anEvent({ id, slug: `e-${id}`, venueId: 5, organizerIds: [7, 6], title: "Concert" }),
          );
        const identity = `${SECRET}|old.example?id=4`;
        const concert = { list: "events", identity: "old.example?id=1", id: 10, base: "x" } as const;
        await importedRecords(store.documents).save({
          ...{ ...concert, site: "old.example", sourceId: 1, path: "/event/e-10/", slug: "e-10" },
        });
        const text = JSON.stringify({ status: 201, headers: {}, body: { id: 5, venue: SECRETS.name } });
        const is = { digest: "x", run: "x", written: [], parts: 1, text };
        const value = { time: Date.now(), place: "1/1", is };
        await store.documents.save({ collection: "kalends/idempotency", key: "created", value });
        await importedRecords(store.documents).save({
          ...{ list: "venues", identity, id: 5, site: "old.example", sourceId: 4 },
          ...{ path: "/venue/wilhelmina-hall/", slug: "wilhelmina-hall", base: "x" },
        });
      });

    it("destroys a venue and an organizer while the calendar is served", async () => {
      const changes = { KALENDS_CHANGES: "1" };
      served = await place.serve(changes);
      await fill();
      const { body: begun } = await getJson("/changes");
      await place.onStore((store) =>
        store.outbox.append([
          {
            ...{ time: 1, kind: "venue", recordId: 5, names: ["venue.updated"], origin: {} },
            ...{ before: aVenue({ id: 5, ...SECRETS }), after: aVenue({ id: 5, ...SECRETS, imageId: 52 }) },
          },
        ]),
      );
      expect((await getJson("/venues/5")).body.venue).to.equal(SECRETS.name);
      for (const [kind, id] of [
        ["venue", "5"],
        ["organizer", "6"],
      ] as const) {
        const { code, output } = await place.run(["erase", kind, id, "--yes"], changes);
        expect([code, output.split("\n")[0]]).to.deep.equal([0, `Erased the ${kind} ${id}.`]);
      }
      for (const path of ["/venues/5", "/organizers/6"])
        expect((await getJson(path)).status, path).to.equal(400);
      const { body: event } = await getJson("/events/10");
      expect(event.venue).to.deep.equal([]);
      expect(event.organizer.map(({ id }) => id)).to.deep.equal([7]);
      expect((await getJson("/venues?search=wilhelmina")).body.total ?? 0).to.equal(0);

      const { body: page } = await getJson(`/changes?since=${encodeURIComponent(begun.next_token)}`);
      expect(page.changes).to.deep.include.members([
        { kind: "venue", id: 5, deleted: true },
        { kind: "organizer", id: 6, deleted: true },
      ]);
      expect(page.changes.map(({ kind, id }) => `${kind} ${id}`)).to.include.members([
        "event 10",
        "event 11",
      ]);
      expect(JSON.stringify(page)).not.to.include(SECRET);

      await place.onStore(async (store) => {
        const text = await textOf(store);
        for (const secret of [SECRET, "wilhelmina", "w@example.org", FILE, FORMER])
          expect(text, secret).not.to.include(secret);
        expect(await store.ids.next("record")).to.be.above(60);
        expect(await store.images.find(53), "another one shows it").not.to.equal(undefined);
        expect(await isErased(store.documents, "venues", `${SECRET}|old.example?id=4`)).to.equal(true);
        expect(await isErased(store.documents, "venues", "another")).to.equal(false);
      });
      const media = await place.openMedia();
      for (const file of [FILE, FORMER]) expect(await media.size(file), file).to.equal(undefined);
      await media.close();
      const again = await place.run(["erase", "venue", "5"], changes);
      expect([again.code, again.output]).to.deep.equal([0, "The venue 5 was already erased.\n"]);
    });

    it("ends what was broken off at any point", async () => {
      await fill();
      await place.onStore(async (store) => {
        await store.outbox.append([
          {
            ...{ time: 1, kind: "venue", recordId: 5, names: ["venue.created"], origin: {} },
            after: aVenue({ id: 5, ...SECRETS }),
          },
        ]);
        const media = await place.openMedia();
        const deps = {
          ...{ store, blobStore: media, personalData: [], clock: { now: () => 2 } },
          outboxSwitch: { isOn: () => true },
        };
        const broken = async (): Promise<never> => {
          throw new Error("killed");
        };
        const outbox = { ...store.outbox, readAfter: broken };
        const unreachable = { ...deps, store: Object.assign(Object.create(store), { outbox }) as Store };
        for (const dying of [unreachable, { ...deps, blobStore: { remove: broken } }]) {
          const error = await eraseLinked(dying, { kind: "venue", id: 5 }).catch((reason: unknown) => reason);
          expect(error).to.have.property("message", "killed");
          expect(await media.size(FILE)).not.to.equal(undefined);
        }
        expect(await eraseLinked(deps, { kind: "venue", id: 5 })).to.equal(true);
        expect(await media.size(FILE)).to.equal(undefined);
        expect(await eraseLinked(deps, { kind: "venue", id: 5 })).to.equal(false);
        await store.organizers.remove(6);
        expect(await textOf(store)).not.to.include(SECRET);
        await media.close();
      });
    });

    it("does not come back with an archive", async () => {
      await fill();
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        await accounts.ids.reserve("account", 9);
        await accounts.save(anAccount({ id: 1, name: "root", role: "administrator" }));
        await accounts.save(anAccount({ id: 9, name: "Ann" }));
      });
      await place.run(["export", "archive"]);
      for (const what of [["venue", "5"], ["ann"]]) await place.run(["erase", ...what, "--yes"]);
      const { code, errors } = await place.run(["import", "archive"]);
      expect(code).to.equal(1);
      expect(errors.match(/(accounts|images|venues)\.jsonl, record \d+: it was erased here/g)).to.have.length(
        3,
      );
      await place.onStore(async (store) => {
        expect(await store.venues.find(5)).to.equal(undefined);
        expect((await (await store.openAccounts()).list()).map(({ id }) => id)).to.deep.equal([1]);
        expect(await importedRecords(store.documents).findById("venues", 5)).to.deep.equal([]);
      });
      // The archive also takes the stored data about imports and erasures to another storage.
      await place.run(["export", "second"]);
      const elsewhere = await place.storage("elsewhere");
      await place.run(["import", "second"], { ...elsewhere, KALENDS_MEDIA: "./elsewhere-media" });
      const moved = await place.open("elsewhere");
      expect(await isErased(moved.documents, "venues", `${SECRET}|old.example?id=4`)).to.equal(true);
      expect(
        (await importedRecords(moved.documents).findById("events", 10)).map(({ slug }) => slug),
      ).to.deep.equal(["e-10"]);
      await moved.close();
    });

    if (tested.name.startsWith("sqlite"))
      it("leaves nothing of it in the files of the storage", async () => {
        await fill();
        await place.onStore(async (store) => {
          await store.organizers.remove(6);
          // Stores secrets that a later change removes from the record.
          await store.venues.save(aVenue({ id: 5, ...SECRETS, imageId: 52, description: "Short." }));
          await store.venues.save(aVenue({ id: 8, name: "Other", slug: "other" }));
        });
        expect((await place.run(["erase", "venue", "5", "--yes"])).code).to.equal(0);
        const files = readdirSync(place.directory).filter((name) => name.startsWith("kalends.db"));
        for (const file of files) {
          const content = readFileSync(join(place.directory, file)).toString("latin1");
          expect(content.toLowerCase().includes("wilhelmina"), file).to.equal(false);
        }
        // The search index must not contain trigrams of deleted texts, from which most of a text could be
        // restored.
        const database = new Database(join(place.directory, "kalends.db"), { readonly: true });
        const blocks = database
          .prepare<[], Buffer>("SELECT block FROM kalends_venue_search_data")
          .pluck()
          .all();
        database.close();
        const index = Buffer.concat(blocks).toString("latin1");
        expect([index.includes("oth"), /wil|ilh|lhe|hel|elm|lmi|min|ina/i.test(index)]).to.deep.equal([
          true,
          false,
        ]);
      });

    // The following tests do not depend on the storage.
    if (tested !== stores[0]) return;

    it("does not come back with another import, and gives its id to nobody", async () => {
      const page = (...ids: readonly number[]) => ({
        venues: ids.map((id) => ({
          ...{ ...PUBLISHED, id, author: "1", global_id: `old.example?id=${id}`, slug: `v-${id}` },
          venue: `${SECRET} ${id}`,
        })),
      });
      await importPage(place, page(40));
      expect((await place.run(["erase", "venue", "40", "--yes"])).code).to.equal(0);
      const again = await importPage(place, page(40, 41));
      expect(again.output).to.match(/venues: 1 added.* 1 kept out/);
      expect(again.errors).to.include("it was erased here");
      const verified = await place.run(["verify", "page.json"]);
      expect(verified).to.include({ code: 0 });
      expect(verified.output).to.match(/1 of 1 equal/);
      const other = page(40);
      await importPage(place, {
        venues: [{ ...other.venues[0], global_id: "other.example?id=40", slug: "o" }],
      });
      await place.onStore(async ({ venues }) => {
        expect(await venues.find(40)).to.equal(undefined);
        expect((await venues.readAfter(0, 10)).map(({ slug }) => slug)).to.have.members(["v-41", "o"]);
      });
    });
  });
}
