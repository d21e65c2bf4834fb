import { setImmediate as nextEvent } from "node:timers/promises";
import type { Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import {
  ALL_LINKED,
  allTerms,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  createDice,
  EVERYTHING,
  seedsOf,
} from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

const STEPS = 200;
/** Size of the cache. It is so small that some records do not fit. */
const CACHE_MEMORY = 40_000;
const RENAMES: readonly string[] = [
  "UPDATE kalends_events SET json = json_set(json, '$.title', ?) WHERE id = ?",
  "UPDATE kalends_venues SET json = json_set(json, '$.name', ?) WHERE id = ? + 100",
  "UPDATE kalends_organizers SET json = json_set(json, '$.name', ?) WHERE id = ? + 200",
  "UPDATE kalends_terms SET json = json_set(json, '$.description', ?) WHERE id = ?",
  "INSERT INTO kalends_term_usage (status, term_id, count) VALUES (substr(?, 1, 1), ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
];

type Dice = (below: number) => number;
type Write = (repositories: Repositories) => Promise<unknown>;
type Read = (repositories: Repositories) => Promise<unknown>;

const someIds = (dice: Dice, first = 0): readonly number[] =>
  Array.from({ length: dice(6) }, () => first + dice(30));

const aWrite = (dice: Dice): Write => {
  const [id, text] = [1 + dice(30), `Text ${dice(1000)}`];
  const links = {
    venueId: 100 + dice(30),
    organizerIds: [...new Set(someIds(dice, 200))],
    categoryIds: [...new Set(someIds(dice, 1))],
  };
  const writes: readonly Write[] = [
    ({ events }) => events.save(anEvent({ id, title: text, slug: `event-${dice(40)}`, ...links })),
    ({ events }) => events.save(anEvent({ id, title: text, status: "draft", ...links })),
    ({ venues }) => venues.save(aVenue({ id: id + 100, name: text })),
    ({ organizers }) => organizers.save(anOrganizer({ id: id + 200, name: text })),
    ({ images }) => images.save(anImage({ id: id + 300, url: `https://images.example/${text}` })),
    ({ terms }) => terms.save(aTerm({ id, name: text, slug: `term-${id}`, parentId: dice(30) })),
    ({ images }) => images.remove(id + 300),
    ({ terms }) => terms.remove(id),
    ({ events }) => events.unlinkVenue(100 + dice(30)),
    ({ events }) => events.unlinkOrganizer(200 + dice(30)),
  ];
  return writes[dice(writes.length)] ?? (() => Promise.resolve());
};

const aRead = (dice: Dice): Read => {
  const [id, ids, text] = [1 + dice(30), someIds(dice), `Text ${dice(1000)}`];
  const paging = { page: 1 + dice(3), perPage: 1 + dice(20) };
  const reads: readonly Read[] = [
    ({ events }) => events.find(id),
    ({ events }) => events.findMany(ids),
    ({ events }) => events.findBySlug(`event-${id}`),
    ({ events }) => events.list({ ...EVERYTHING, ...paging }),
    ({ events }) => events.list({ ...EVERYTHING, ...paging, categoryIds: ids, order: "published" }),
    ({ venues }) => venues.findMany(ids.map((one) => one + 100)),
    ({ venues }) => venues.list({ ...ALL_LINKED, ...paging }),
    ({ venues }) => venues.findDuplicate(text),
    ({ organizers }) => organizers.list({ ...ALL_LINKED, ...paging }),
    ({ images }) => images.find(id + 300),
    ({ images }) => images.list(paging),
    ({ terms }) => terms.find("category", id),
    ({ terms }) => terms.findMany(ids),
    ({ terms }) => terms.ancestors(ids),
    ({ terms }) => terms.list({ ...allTerms("category"), ...paging }),
    ({ events }) => events.readAfter(id, 5),
  ];
  return reads[dice(reads.length)] ?? (() => Promise.resolve());
};

describe("what store-sqlite answers from records that it keeps", () => {
  const newPath = newFiles();
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  for (const seed of seedsOf(20_300_115)) {
    it(`is what is in the file, whoever writes, seed ${seed}`, async function () {
      this.timeout(60_000);
      const path = newPath();
      const open = async (cacheMemory: number): Promise<Store> => {
        const store = await openSqliteStore(path, { cacheMemory, synchronous: "normal" });
        opened.push(store);
        return store;
      };
      const [caching, plain] = [await open(CACHE_MEMORY), await open(0)];
      const outside = new Database(path);
      const dice = createDice(seed);
      const writeSomehow = async (): Promise<void> => {
        const writer = [caching, plain][dice(2)] ?? plain;
        const isUndone = dice(4) === 0;
        switch (dice(3)) {
          case 0:
            await aWrite(dice)(writer);
            break;
          case 1:
            await writer
              .transaction(async (repositories) => {
                for (let count = dice(4); count >= 0; count -= 1) {
                  await aWrite(dice)(repositories);
                  await aRead(dice)(repositories);
                }
                if (isUndone) throw new Error("Undo.");
              })
              .catch((error: Error) => expect(error.message).to.equal("Undo."));
            break;
          default:
            outside.prepare(RENAMES[dice(RENAMES.length)] ?? "").run(`Text ${dice(1000)}`, 1 + dice(30));
            await nextEvent();
        }
      };
      for (let step = 0; step < STEPS; step += 1) {
        await writeSomehow();
        for (let count = dice(6); count >= 0; count -= 1) {
          const read = aRead(dice);
          expect(await read(caching), `step ${step}: ${read}`).to.deep.equal(await read(plain));
        }
      }
      outside.close();
    });
  }
});
