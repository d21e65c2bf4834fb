import {
  type CalendarEvent,
  type JsonValue,
  type Organizer,
  type Term,
  utcText,
  type Venue,
} from "@kalends/core";
import {
  COMPARED,
  type Coordinates,
  type ExtensionChoice,
  type Extensions,
  type RecordOrigin,
  type Store,
  toCost,
} from "@kalends/core/storage";
import { anEvent, anOrganizer, aTerm, aVenue, STATUSES } from "../fixtures.ts";
import { createDice, WORDS } from "../random/texts.ts";
import { externalIdsOf } from "./external-ids.ts";
import { createSeries, saveOccurrences } from "./series-dataset.ts";

/** Test records that are numerous and varied enough to distinguish wrong queries from correct ones. */
export interface Dataset {
  readonly events: readonly CalendarEvent[];
  readonly venues: readonly Venue[];
  readonly organizers: readonly Organizer[];
  readonly terms: readonly Term[];
}

export const EVENT_COUNT = 320;
export const LINKED_COUNT = 80;
export const CATEGORY_COUNT = 40;
export const TAG_COUNT = 30;
export const AUTHORS: readonly number[] = [1, 2, 3];

/** First id of each kind of record. The ranges differ, so that an id identifies one record. */
export const FIRST = { event: 1, venue: 1001, organizer: 2001, category: 1, tag: 101 } as const;

/**
 * Time zones in which sorting by local time and by UTC gives different results, with their minutes east of
 * UTC.
 */
const ZONES: readonly (readonly [timezone: string, abbreviation: string, minutes: number])[] = [
  ["UTC", "UTC", 0],
  ["Asia/Tokyo", "JST", 540],
  ["UTC+5:30", "UTC+5:30", 330],
  ["America/Los_Angeles", "PST", -480],
  ["UTC-11", "UTC-11", -660],
];

/**
 * Points around which venues are placed. Venues have only a few different distances, so that many distances
 * are equal.
 */
export const CENTERS: readonly Coordinates[] = [
  { lat: 48.2, lng: 16.37 },
  { lat: -17.8, lng: 180 },
  { lat: -17.8, lng: -180 },
  { lat: 90, lng: 0 },
  { lat: -89.9, lng: 120 },
  { lat: 0, lng: 0 },
];
/** Offsets from the centres, in degrees. Some are too small for a database index that rounds. */
export const STEPS: readonly number[] = [-2, -0.1, 0, 0, 1e-9, 0.1, 2];

/** Id of the featured image that some of the test records have. */
const IMAGE = 3001;

/** Returns valid coordinates: the longitude wraps around at 180°, and the latitude ends at the poles. */
export const toCoordinates = (lat: number, lng: number): Coordinates => ({
  lat: Math.max(-90, Math.min(90, lat)),
  lng: lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng,
});

/** Names of plugins and fields in the test records. */
export const PLUGINS = { names: ["ages", "a.b"], fields: ["audience", "$x", ""] } as const;
export const FIELD_VALUES: ExtensionChoice["anyOf"] = [
  ...["1", 1, true, "é", "adults", 0, false, "", "Z", "\ufffd", "\u{1f600}", -1.5, 1e21],
  // Texts that are equal in the part that ranges and sorting compare, and one that differs at the end of that
  // part.
  ...["x".repeat(COMPARED), "x".repeat(COMPARED + 1), `${"x".repeat(COMPARED - 1)}\u{1f600}`],
];

/** Costs of events: none, free, one or several prices, and some whose value depends on the decimal mark. */
const COSTS: readonly (readonly string[])[] = [
  ...[[], [], ["0"], ["Free"], ["10"], ["10"], ["15", "25"], ["5-50"], ["Varies"], ["$20", "Gratis"]],
  ...[["1.500"], ["1,500"], ["1.234,50"], ["1,5"], ["0", "7"]],
];

/**
 * Descriptions of terms, to test that they sort by code point, also beyond U+FFFF.
 * Source: rules/choices.md#code-point-order.
 */
const DESCRIPTIONS: readonly string[] = [
  "",
  "B",
  "Z",
  "a",
  "aa",
  "é",
  "\ue000",
  "\ue000a",
  "\ufffd",
  "\u{1f600}",
];

const two = (number: number): string => String(number).padStart(2, "0");

/**
 * Returns one of a few times, so that many records have equal times. `day` counts from 1, `hour` from 0;
 * `shift` is in minutes.
 */
export const moment = (day: number, hour: number, shift = 0): string =>
  utcText(Date.UTC(2030, 0, day, hour, shift));

/** Origins that the test records get in turn, by id; some records have none. */
export const ORIGINS: readonly (RecordOrigin | undefined)[] = [
  undefined,
  { importer: "feeds" },
  { importer: "feeds", subscription: "1" },
  { importer: "feeds", subscription: "2" },
  { importer: "lists" },
];

const originOf = (id: number): { readonly origin?: RecordOrigin } => {
  const origin = ORIGINS[id % ORIGINS.length];
  return origin === undefined ? {} : { origin };
};

const publication = (day: number): string => `2029-06-${two(day)} 08:00:00`;

/** Times of the last change of the test records, in UTC. */
export const MODIFIED: readonly string[] = [1, 2, 3, 4, 5].map((day) => `2029-07-${two(day)} 09:30:00`);

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** Creates the test records. Equal seeds give equal records. */
export const createDataset = (seed: number): Dataset => {
  const dice = createDice(seed);
  const oneOf = <T>(choices: readonly T[]): T => choices[dice(choices.length)] as T; // safe: `choices` is not empty
  const phrase = (most: number): string =>
    range(0, 1 + dice(most))
      .map(() => oneOf(WORDS))
      .join(" ");
  const some = (first: number, count: number, most: number): readonly number[] => [
    ...new Set(range(0, dice(most + 1)).map(() => first + dice(count))),
  ];
  // Half of the records are published; the others have all other statuses.
  const status = (): string => (dice(2) === 0 ? "publish" : oneOf(STATUSES));
  const fieldValue = (): JsonValue => {
    const value = oneOf(FIELD_VALUES);
    // Filters find a value in a list, but not in a nested list.
    return dice(3) > 0
      ? value
      : oneOf<JsonValue>([[value, null, oneOf(FIELD_VALUES)], [], [[value]], { a: value }, null]);
  };
  const extensions = (): Extensions =>
    dice(4) === 0 ? {} : { [oneOf(PLUGINS.names)]: { [oneOf(PLUGINS.fields)]: fieldValue() } };
  const coordinates = (): Coordinates => {
    const { lat, lng } = oneOf(CENTERS);
    return toCoordinates(lat + oneOf(STEPS), lng + oneOf(STEPS));
  };
  const post = (id: number, kind: string) => {
    const date = publication(1 + dice(8));
    const state = status();
    const modified = MODIFIED[(id * 7) % MODIFIED.length] ?? date;
    return {
      id,
      author: oneOf(AUTHORS),
      status: state,
      slug: state === "draft" && dice(2) === 0 ? `shared-${kind}` : `${kind}-${id}`,
      date,
      dateUtc: date,
      modified,
      modifiedUtc: modified,
      description: dice(2) === 0 ? `<p>${phrase(6)}</p>` : "",
      excerpt: dice(4) === 0 ? phrase(2) : "",
      extensions: extensions(),
      externalIds: externalIdsOf(id),
      ...(id % 3 === 0 && { imageId: IMAGE }),
      ...originOf(id),
    };
  };

  const terms = [
    ...range(FIRST.category, CATEGORY_COUNT).map((id, index) =>
      // Each category except the first few has an earlier category as its parent, so parents form no cycle.
      aTerm({
        id,
        name: phrase(2),
        slug: `c-${(id * 7) % 41}`,
        description: oneOf(DESCRIPTIONS),
        parentId: index < 6 ? 0 : FIRST.category + dice(index),
        externalIds: externalIdsOf(id),
      }),
    ),
    ...range(FIRST.tag, TAG_COUNT).map((id) =>
      aTerm({
        id,
        taxonomy: "tag",
        name: phrase(2),
        slug: `t-${(id * 11) % 31}`,
        externalIds: externalIdsOf(id),
      }),
    ),
  ];
  const venues = range(FIRST.venue, LINKED_COUNT).map((id) =>
    aVenue({
      ...post(id, "venue"),
      name: phrase(3),
      address: phrase(2),
      city: oneOf(WORDS),
      phone: "+1 (23)",
      ...(dice(5) > 0 && { coordinates: coordinates() }),
    }),
  );
  const organizers = range(FIRST.organizer, LINKED_COUNT).map((id) =>
    anOrganizer({ ...post(id, "organizer"), name: phrase(3), email: `a_b${dice(9)}@x.example` }),
  );
  const events = range(FIRST.event, EVENT_COUNT).map((id) => {
    const [timezone, abbreviation, minutes] = oneOf(ZONES);
    const [day, hour, hours] = [1 + dice(10), 6 * dice(4), oneOf([0, 2, 30])];
    return anEvent({
      ...post(id, "event"),
      title: phrase(4),
      start: moment(day, hour),
      end: moment(day, hour + hours),
      utcStart: moment(day, hour, -minutes),
      utcEnd: moment(day, hour + hours, -minutes),
      timezone,
      abbreviation,
      hideFromListings: dice(6) === 0,
      featured: dice(4) === 0,
      cost: toCost(oneOf(COSTS)),
      // The last terms, venues and organizers have no events.
      categoryIds: some(FIRST.category, CATEGORY_COUNT - 12, 3),
      tagIds: some(FIRST.tag, TAG_COUNT - 8, 3),
      organizerIds: some(FIRST.organizer, LINKED_COUNT - 20, 2),
      // Some events refer to venues that do not exist.
      ...(dice(4) > 0 && { venueId: dice(20) === 0 ? 9999 : FIRST.venue + dice(LINKED_COUNT - 20) }),
      ...(id > 20 && dice(5) === 0 && { parentId: FIRST.event + dice(6) }),
    });
  });
  return { events: [...events, ...createSeries(dice, events)], venues, organizers, terms };
};

/** Stores the test records through the port of the store, in one transaction. */
export const saveDataset = async (
  store: Store,
  { events, venues, organizers, terms }: Dataset,
): Promise<void> => {
  await store.transaction(async (unit) => {
    const refused: unknown[] = [];
    for (const term of terms) if (!(await unit.terms.save(term))) refused.push(term);
    for (const venue of venues) if (!(await unit.venues.save(venue))) refused.push(venue);
    for (const organizer of organizers) if (!(await unit.organizers.save(organizer))) refused.push(organizer);
    for (const event of events)
      if (event.occurrence === undefined && !(await unit.events.save(event))) refused.push(event);
    await saveOccurrences(unit, events);
    if (refused.length > 0) throw new Error(`The store refused ${JSON.stringify(refused[0])}`);
  });
};
