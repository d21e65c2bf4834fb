import { type Repositories, utcText } from "@kalends/core";
import { reconcileOccurrences } from "@kalends/core/interface";
import {
  type AccountRepository,
  type ExternalId,
  toOccurrence,
  toOccurrenceRow,
} from "@kalends/core/storage";
import {
  anAccount,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  createDice,
} from "@kalends/storage-contract";

export const EVENTS = 200;
const FIRST = { event: 1, venue: 1001, organizer: 2001, image: 3001, term: 1 };
const SHOWN = ["publish", "private", "pending", "draft", "trash", "future"] as const;

export const TEXTS = [
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

const moment = (hours: number): string => utcText(Date.UTC(2031, 0, 1, hours));

/** Returns an external id of the record alone, and a UID that records share. */
const externalIdsOf = (id: number): readonly ExternalId[] => [
  { source: "crm", id: `№ ${id}` },
  { source: "ical", id: `${id % 5}@old.example` },
];

/**
 * Creates records of every kind and status, with links, trash, import data, plugin data and accounts. The
 * seed determines them.
 */
export const fill = async (store: Repositories, seed: number): Promise<void> => {
  const dice = createDice(seed);
  const oneOf = <T>(choices: readonly T[]): T => choices[dice(choices.length)] as T; // Never empty.
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
      ...(id % 3 > 0 && { externalIds: externalIdsOf(id) }),
      ...(dice(3) === 0 && { imageId: FIRST.image + dice(10) }),
      ...(status === "trash" && { trashed: { status: oneOf(["publish", "draft"]), slug } }),
    };
  };
  for (let id = FIRST.image; id < FIRST.image + 10; id += 1) {
    const small = { width: 150, height: 150, mimeType: "image/jpeg", url: `2031/01/small-${id}.jpg` };
    const files = { url: `2031/01/image-${id}.jpg`, sizes: { thumbnail: small } };
    await store.images.save(
      anImage({ id, fileSize: bytesOf(files.url).length, alt: `Seen in ${id}`, ...files }),
    );
  }
  for (let id = FIRST.term; id < FIRST.term + 40; id += 1) {
    const taxonomy = id % 3 === 0 ? "tag" : "category";
    const parentId = taxonomy === "category" && id > 5 ? 1 + 3 * dice(Math.floor(id / 4)) : 0;
    const extensions = oneOf(EXTENSIONS);
    await store.terms.save(
      aTerm({
        ...{ id, taxonomy, name: `Term ${id} ${oneOf(TEXTS)}`, parentId, extensions },
        ...(id % 3 > 0 && { externalIds: externalIdsOf(id) }),
      }),
    );
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

/** Creates a series of eight weeks. One occurrence has its own title and one is in the trash. */
const fillSeries = async (store: Repositories): Promise<void> => {
  const recurrence = { rules: ["FREQ=WEEKLY;COUNT=8"], dates: [], except: [] };
  const series = { ...anEvent({ id: SERIES, start: moment(10), categoryIds: [1] }), recurrence };
  await store.events.save(series);
  const site = { dayCutoff: "00:00", recurrenceHorizon: 24 };
  await reconcileOccurrences(store, { series, now: Date.UTC(2031, 0, 1), site });
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
  await store.events.reconcileSeries(SERIES);
};

export const fillAccounts = async (accounts: AccountRepository): Promise<void> => {
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

/**
 * Returns the content of an image file, up to a megabyte. It begins with the name, so that all files differ.
 */
export const bytesOf = (name: string): Buffer => {
  const length = [0, 1, 1000, 261_120, 700_000, 1_000_000][name.charCodeAt(name.length - 5) % 6] ?? 0;
  return Buffer.alloc(length, name);
};
