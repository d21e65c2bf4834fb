import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type AccountRepository,
  type BlobStore,
  imageFiles,
  type Repositories,
  type StoreWithAccounts,
  settleOccurrences,
  toOccurrence,
  toOccurrenceRow,
} from "@kalends/core";
import {
  anAccount,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  createDice,
  STATUSES,
  seedsOf,
} from "@kalends/storage-contract";
import { expect } from "chai";
import { stores, type TestStore } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

const EVENTS = 200;
const FIRST = { event: 1, venue: 1001, organizer: 2001, image: 3001, term: 1 };
const SHOWN = ["publish", "private", "pending", "draft", "trash", "future"] as const;

const TEXTS = [
  "Jazz",
  "Ελλάς",
  "日本語",
  "👩‍👩‍👧 & <b>co</b>",
  'a "quoted" \\ text',
  "Line\u2028separator",
  "$set a.b",
  "",
];
const EXTENSIONS = [
  {},
  { audience: { age: 12, groups: ["a", null, { "a.b": [1.5, -0.25], $set: "x", "": 1e21 }] } },
  { "plugin.with.dots": { deep: { deeper: [[], {}, true] } }, empty: {} },
];
const ZONES = [
  ["Europe/Rome", "CET", 1],
  ["UTC", "UTC", 0],
  ["Asia/Tokyo", "JST", 9],
] as const;

const moment = (hours: number): string =>
  new Date(Date.UTC(2031, 0, 1, hours)).toISOString().slice(0, 19).replace("T", " ");

/** Every kind of record in every status, with links, trash, lineage, extensions and accounts; the same for a seed. */
const fill = async (store: Repositories, seed: number): Promise<void> => {
  const dice = createDice(seed);
  const oneOf = <T>(choices: readonly T[]): T => choices[dice(choices.length)] as T; // never empty
  const some = (first: number, count: number): number[] => [
    ...new Set(Array.from({ length: dice(4) }, () => first + dice(count))),
  ];
  const post = (id: number, kind: string) => {
    const status = SHOWN[id % SHOWN.length] ?? "publish";
    const slug = status === "draft" && dice(2) === 0 ? "" : `${kind}-${id}`;
    return {
      id,
      author: 1 + dice(4),
      status,
      slug: status === "trash" ? `${slug}__trashed` : slug,
      description: oneOf(TEXTS),
      excerpt: oneOf(TEXTS),
      lineage: dice(3) === 0 ? [`old.example?id=${id}`, `older.example?id=${id + 7}`] : [],
      extensions: oneOf(EXTENSIONS),
      ...(dice(3) === 0 && { imageId: FIRST.image + dice(10) }),
      ...(status === "trash" && { trashed: { status: oneOf(["publish", "draft"]), slug } }),
    };
  };
  for (let id = FIRST.image; id < FIRST.image + 10; id += 1) {
    const small = { width: 150, height: 150, mimeType: "image/jpeg", url: `2031/01/small-${id}.jpg` };
    const files = { url: `2031/01/image-${id}.jpg`, sizes: { thumbnail: small } };
    await store.images.save(anImage({ id, fileSize: bytesOf(files.url).length, ...files }));
  }
  for (let id = FIRST.term; id < FIRST.term + 40; id += 1) {
    const taxonomy = id % 3 === 0 ? "tag" : "category";
    const parentId = taxonomy === "category" && id > 5 ? 1 + 3 * dice(Math.floor(id / 4)) : 0;
    const extensions = oneOf(EXTENSIONS);
    await store.terms.save(aTerm({ id, taxonomy, name: `Term ${id} ${oneOf(TEXTS)}`, parentId, extensions }));
  }
  for (let id = FIRST.venue; id < FIRST.venue + 30; id += 1) {
    const coordinates = { lat: dice(180) - 90, lng: dice(3600) / 10 - 180 };
    await store.venues.save(
      aVenue({ ...post(id, "venue"), name: `Hall ${id}`, ...(dice(2) === 0 && { coordinates }) }),
    );
  }
  for (let id = FIRST.organizer; id < FIRST.organizer + 30; id += 1) {
    await store.organizers.save(anOrganizer({ ...post(id, "organizer"), name: `Club ${id}` }));
  }
  for (let id = FIRST.event; id < FIRST.event + EVENTS; id += 1) {
    const [timezone, abbreviation, offset] = oneOf(ZONES);
    const [start, end] = [dice(5000), 1 + dice(60)];
    await store.events.save(
      anEvent({
        ...post(id, "event"),
        title: `Event ${id} ${oneOf(TEXTS)}`.trim(),
        start: moment(start + offset),
        end: moment(start + end + offset),
        utcStart: moment(start),
        utcEnd: moment(start + end),
        timezone,
        abbreviation,
        allDay: dice(5) === 0,
        hideFromListings: dice(6) === 0,
        featured: dice(4) === 0,
        sticky: dice(8) === 0,
        cost: oneOf([
          { values: [], symbol: "", position: "" },
          { values: ["10", "20,50"], symbol: "€", position: "postfix" },
        ]),
        categoryIds: some(1, 40).filter((term) => term % 3 !== 0),
        tagIds: some(1, 40).filter((term) => term % 3 === 0),
        organizerIds: some(FIRST.organizer, 30),
        ...(dice(3) > 0 && { venueId: FIRST.venue + dice(30) }),
        ...(id > 20 && dice(5) === 0 && { parentId: FIRST.event + dice(20) }),
        ...(dice(3) === 0 && { website: oneOf(["", "https://example.com/?a=1&b=2"]) }),
      }),
    );
  }
  for (const [index, text] of TEXTS.entries()) {
    const value = { index, text, nested: oneOf(EXTENSIONS), "a.b": dice(5) };
    await store.documents.save({ collection: `sample/${oneOf(["notes", "keys"])}`, key: `k${text}`, value });
  }
  for (const [sequence, id] of [
    ["record", 9000],
    ["term", 800],
  ] as const) {
    await store.ids.reserve(sequence, id);
  }
  await fillSeries(store);
};

const SERIES = 500;

/** Eight weeks, of which one has a title of its own and one is in the trash. */
const fillSeries = async (store: Repositories): Promise<void> => {
  const recurrence = { rules: ["FREQ=WEEKLY;COUNT=8"], dates: [], except: [] };
  const series = { ...anEvent({ id: SERIES, start: moment(10), categoryIds: [1] }), recurrence };
  await store.events.save(series);
  const site = { dayCutoff: "00:00", recurrenceHorizon: 24 };
  await settleOccurrences(store, { series, now: Date.UTC(2031, 0, 1), site });
  const [first, second] = await store.events.occurrencesOf(SERIES, moment(0), 2);
  if (first?.occurrence === undefined || second?.occurrence === undefined) throw new Error("No occurrences.");
  const changes = { title: "Only now", categoryIds: [2] };
  await store.events.saveOccurrences([
    toOccurrence(series, { ...toOccurrenceRow(first), occurrence: { ...first.occurrence, changes } }),
    toOccurrence(series, {
      ...toOccurrenceRow(second),
      occurrence: { ...second.occurrence, gone: "trashed" },
    }),
  ]);
  await store.events.settleSeries(SERIES);
};

const fillAccounts = async (accounts: AccountRepository): Promise<void> => {
  for (let id = 1; id <= 5; id += 1) {
    const credential = {
      kind: "token",
      label: TEXTS[id % TEXTS.length] ?? "",
      hash: "sha256$x",
      createdUtc: moment(id),
    } as const;
    const credentials = id % 2 === 0 ? [] : [{ ...credential, id: `credential${id}` }];
    await accounts.save(anAccount({ id, name: `Äccount ${id}`, credentials, revision: id }));
  }
  await accounts.ids.reserve("account", 70);
};

/** The bytes of an image's file, up to a megabyte: they begin with its name, so that none is taken for another. */
const bytesOf = (name: string): Buffer => {
  const length = [0, 1, 1000, 261_120, 700_000, 1_000_000][name.charCodeAt(name.length - 5) % 6] ?? 0;
  return Buffer.alloc(length, name);
};

async function* source(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A storage under test, and the folder of the directory where its files are, if they are in one. */
interface Kept {
  readonly kept: TestStore;
  readonly where: Place;
  readonly name?: string;
  readonly folder?: string;
}

/** The files of the images there, by name. */
const filesIn = async (media: BlobStore): Promise<Readonly<Record<string, Buffer>>> => {
  const files: Record<string, Buffer> = {};
  for (const name of await media.readAfter("", 1000)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of (await media.read(name)) ?? []) pieces.push(piece);
    files[name] = Buffer.concat(pieces);
  }
  return files;
};

/** Everything there is, as the repositories answer it. */
const contentsOf = async (store: StoreWithAccounts) => {
  const accounts = await store.openAccounts();
  return {
    events: await store.events.readAfter(0, 1000),
    occurrences: await store.events.occurrencesAfter(0, 1000),
    venues: await store.venues.readAfter(0, 1000),
    organizers: await store.organizers.readAfter(0, 1000),
    terms: await store.terms.readAfter(0, 1000),
    images: await store.images.readAfter(0, 1000),
    documents: await store.documents.readAfter("", "", 1000),
    users: await store.userIds.readAfter(0, 1000),
    accounts: await accounts.list(),
    last: [await store.ids.last("record"), await store.ids.last("term"), await accounts.ids.last("account")],
  };
};

for (const [seed, from] of seedsOf(20_310_501).flatMap((one) =>
  stores.map((store) => [one, store] as const),
)) {
  for (const to of stores.filter((other) => other !== from)) {
    describe(`moving from ${from.name} to ${to.name} and back, seed ${seed}`, function () {
      this.timeout(300_000);
      let place: Place;
      let target: Place;
      before(() => {
        place = createPlace(from);
        target = createPlace(to);
      });
      after(() => Promise.all([place.clear(), target.clear()]));

      const contentsAt = async (where: Place, name?: string) => {
        const store = await where.open(name);
        try {
          return await contentsOf(store);
        } finally {
          await store.close();
        }
      };
      /** Where the files of images are that belong to a storage, for commands that run in the place's directory. */
      const withMedia = async <T>(
        { kept, where, name, folder = "" }: Kept,
        work: (media: BlobStore) => Promise<T>,
      ): Promise<T> => {
        const media = await kept.openMediaAt(await where.address(name), join(place.directory, folder));
        try {
          return await work(media);
        } finally {
          await media.close();
        }
      };
      /** The records of an archive, file by file: stores may order their members differently. */
      const recordsIn = (folder: string): Readonly<Record<string, readonly unknown[]>> =>
        Object.fromEntries(
          readdirSync(join(place.directory, folder), { withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => {
              const lines = readFileSync(join(place.directory, folder, name), "utf8")
                .trimEnd()
                .split("\n");
              return [name, lines.map((line) => JSON.parse(line))];
            }),
        );
      const run = async (args: readonly string[], where: Place, more: Environment = {}, name?: string) => {
        const { code, errors } = await place.run(args, { ...(await where.storage(name)), ...more });
        expect(errors).to.equal("");
        expect(code).to.equal(0);
      };

      it("keeps every member of every record, and every byte of every image", async () => {
        const store = await place.open();
        await store.transaction((unit) => fill(unit, seed));
        for (const text of TEXTS) await store.userIds.numberOf(`user ${text}`);
        await (await store.openAccounts()).transaction(fillAccounts);
        await store.close();
        const contents = await contentsAt(place);
        const start: Kept = { kept: from, where: place };
        await withMedia(start, async (media) => {
          for (const name of contents.images.flatMap(imageFiles))
            await media.put(name, source(bytesOf(name)));
        });
        const files = await withMedia(start, filesIn);
        expect(Object.keys(files)).to.have.length(20);
        expect([contents.events.length, contents.occurrences.length]).to.deep.equal([EVENTS + 1, 8]);
        expect([contents.documents.length, contents.users.length]).to.deep.equal([8, 8]);
        expect(new Set(contents.events.map(({ status }) => status))).to.deep.equal(new Set(STATUSES));

        await run(["export", "first"], place);
        await run(["import", "first"], target);
        expect(await contentsAt(target)).to.deep.equal(contents);
        expect(isDeepStrictEqual(await withMedia({ kept: to, where: target }, filesIn), files)).to.equal(
          true,
        );
        await run(["export", "second"], target);
        expect(recordsIn("second")).to.deep.equal(recordsIn("first"));
        // Where images are in a directory by default, it is that of the first storage.
        const elsewhere = from.openMedia ? {} : { KALENDS_MEDIA: "./back/kalends-media" };
        await run(["import", "second"], place, elsewhere, "back");
        expect(await contentsAt(place, "back")).to.deep.equal(contents);
        const back = await withMedia({ ...start, name: "back", folder: "back" }, filesIn);
        expect(isDeepStrictEqual(back, files)).to.equal(true);
      });
    });
  }
}
