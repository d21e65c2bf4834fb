import type { CalendarEvent, JsonObject, JsonValue } from "@kalends/core";
import type { EventView, OrganizerView, TermView, VenueView } from "@kalends/core/interface";
import {
  createFragmentCache,
  eventFragment,
  type Fragment,
  imageFragment,
  organizerFragment,
  type Presentation,
  presentEvent,
  presentImage,
  presentOrganizer,
  presentTerm,
  presentVenue,
  termFragment,
  venueFragment,
} from "@kalends/http/internals";
import { anEvent, anImage, anOrganizer, aTerm, aVenue, seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { aPresentation } from "./a-presentation.ts";

const MEMORY = 4_000_000;

const textOf = (fragment: Fragment | undefined): string | undefined =>
  fragment && Buffer.from(fragment.text, "latin1").toString();

const aText = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "text",
    "ü – €",
    '"\\\u0001',
    "\u2028\u2029",
    "\ud800",
    "x\udc00y",
    "𝄞",
    "<b>&</b>\n\nx",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Random values that a plugin in JavaScript can return for a member. */
const aMember = fc.oneof(
  aText as fc.Arbitrary<unknown>,
  fc.constantFrom<unknown>(undefined, () => 1, Symbol("x"), null, 1.5, [undefined, "ü"], {
    toJSON: () => "own",
  }),
);
const someMembers = fc.option(
  fc.dictionary(
    // A calendar does not start if a plugin uses a reserved name, so these names are not tried.
    fc.constantFrom("distance", "zone ü", "10", "toJSON", "__proto__", "\ud800"),
    aMember,
    { maxKeys: 3 },
  ),
  { nil: undefined },
) as fc.Arbitrary<JsonObject | undefined>;

const withMembers = <View>(view: View, members: JsonObject | undefined): View => ({
  ...view,
  ...(members && { members }),
});

const anyImage = fc.option(fc.constantFrom(...[1, 2].map((id) => anImage({ id, url: `ü/${id}.png` }))), {
  nil: undefined,
});
const withImage = fc.tuple(aText, anyImage, someMembers);

const aVenueView: fc.Arbitrary<VenueView> = fc
  .tuple(fc.constantFrom(11, 12), withImage)
  .map(([id, [text, image, members]]) =>
    withMembers({ venue: aVenue({ id, name: text, city: text }), ...(image && { image }) }, members),
  );
const anOrganizerView: fc.Arbitrary<OrganizerView> = fc
  .tuple(fc.constantFrom(21, 22), withImage)
  .map(([id, [text, image, members]]) =>
    withMembers({ organizer: anOrganizer({ id, description: text }), ...(image && { image }) }, members),
  );
const aTermView = (taxonomy: "category" | "tag"): fc.Arbitrary<TermView> =>
  fc.tuple(fc.constantFrom(1, 2), aText, fc.nat(3)).map(([id, name, count]) => ({
    term: aTerm({ id: taxonomy === "tag" ? id + 2 : id, taxonomy, name }),
    count,
    ancestors: count === 0 ? [] : ["above"],
  }));

const RECURRENCE = { rules: ["FREQ=DAILY"], dates: [], except: [] };
/** Members of a single event, a series and an occurrence. */
const KINDS: readonly Pick<CalendarEvent, "recurrence" | "occurrence">[] = [
  {},
  { recurrence: RECURRENCE },
  {
    recurrence: RECURRENCE,
    occurrence: { seriesId: 33, recurrenceId: "2030-01-02 10:00:00", changes: {} },
  },
];
const anotherEvent = fc.option(
  fc.constantFrom(anEvent({ id: 33 }), anEvent({ id: 33, start: "2030-01-01 12:00:00" })),
  { nil: undefined },
);

const anEventView: fc.Arbitrary<EventView> = fc
  .record({
    id: fc.constantFrom(31, 32),
    kind: fc.constantFrom(...KINDS),
    series: anotherEvent,
    next: anotherEvent,
    own: withImage,
    venue: fc.option(aVenueView, { nil: undefined }),
    organizers: fc.array(anOrganizerView, { maxLength: 2 }),
    categories: fc.array(aTermView("category"), { maxLength: 2 }),
    tags: fc.array(aTermView("tag"), { maxLength: 2 }),
  })
  .map(({ id, kind, series, next, own: [title, image, members], venue, ...linked }) =>
    withMembers(
      {
        event: { ...anEvent({ id, title }), ...kind },
        ...linked,
        ...(series && { series }),
        ...(next && { nextOccurrence: { ...next, ...KINDS[2] } }),
        ...(image && { image }),
        ...(venue && { venue }),
      },
      members,
    ),
  );

/** Random views that are presented one after the other. Some records are the same as in the view before. */
const aChain = fc.array(fc.tuple(anEventView, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })), {
  minLength: 1,
  maxLength: 6,
});

const chained = (chain: readonly (readonly [EventView, readonly boolean[]])[]): readonly EventView[] => {
  const views: EventView[] = [];
  for (const [view, [event, linked, organizers, terms, counts]] of chain) {
    const last = views.at(-1) ?? view;
    const others = linked ? last : view;
    const { image: _image, venue: _venue, ...plain } = view;
    const recounted = (of: readonly TermView[]): readonly TermView[] =>
      of.map((one) => ({ ...one, count: one.count + (counts ? 1 : 0) }));
    views.push({
      ...plain,
      event: event ? last.event : view.event,
      ...(others.image && { image: others.image }),
      ...(others.venue && { venue: others.venue }),
      organizers: organizers ? last.organizers : view.organizers,
      categories: terms ? recounted(last.categories) : view.categories,
      tags: terms ? last.tags : view.tags,
    });
  }
  return views;
};

const presentations = (memory: number): readonly Presentation[] => {
  const keptFragments = createFragmentCache(memory);
  return ["en", "de"].flatMap((language) =>
    [true, false].map((structured) => aPresentation({ structured, language, keptFragments })),
  );
};

const isNotAppended = (members: JsonObject | undefined): boolean =>
  members !== undefined && ["10", "toJSON", "__proto__"].some((name) => Object.hasOwn(members, name));

describe("fragments of records", () => {
  it("are what JSON.stringify makes of the presented record, kept or not", () => {
    for (const seed of seedsOf(5))
      fc.assert(
        fc.property(aChain, (chain) => {
          const all = [...presentations(MEMORY), ...presentations(2_000), ...presentations(0)];
          for (const view of chained(chain)) {
            const inner = view.venue ? [view, view.venue, ...view.organizers] : [view, ...view.organizers];
            for (const presentation of all) {
              const text = textOf(eventFragment(view, presentation));
              if (text === undefined)
                expect(inner.some(({ members }) => isNotAppended(members))).to.equal(true);
              else expect(text).to.equal(JSON.stringify(presentEvent(view, presentation)));
            }
          }
        }),
        { numRuns: 50, seed },
      );
  });

  it("are so for every other kind of record", () => {
    const [alone, listed] = presentations(MEMORY);
    if (alone === undefined || listed === undefined) throw new Error("There are two.");
    fc.assert(
      fc.property(
        aVenueView,
        anOrganizerView,
        aTermView("category"),
        anyImage,
        (venue, organizer, term, image) => {
          for (const presentation of [alone, listed]) {
            const pairs = [
              [venueFragment(venue, presentation), presentVenue(venue, presentation)],
              [organizerFragment(organizer, presentation), presentOrganizer(organizer, presentation)],
              [termFragment(term, presentation), presentTerm(term, presentation)],
              ...(image
                ? [[imageFragment(image, presentation), presentImage(image, presentation)] as const]
                : []),
            ] as const;
            for (const [fragment, record] of pairs)
              if (fragment !== undefined) expect(textOf(fragment)).to.equal(JSON.stringify(record));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("exist although plugins add members, unless those stand elsewhere than at the end", () => {
    const [, listed] = presentations(MEMORY);
    const view = { event: anEvent(), venue: { venue: aVenue() }, organizers: [], categories: [], tags: [] };
    const fragmentWith = (members: Record<string, JsonValue>): Fragment | undefined =>
      eventFragment({ ...view, venue: { ...view.venue, members }, members }, listed ?? aPresentation());
    expect(textOf(fragmentWith({ distance: 1 }))).to.match(/"distance":1\}.*"distance":1\}$/);
    for (const name of ["1", "toJSON"]) expect(fragmentWith({ [name]: 1 }), name).to.equal(undefined);
    expect(textOf(eventFragment(view, listed ?? aPresentation()))).not.to.include("distance");
  });

  it("do not exist of records that are too heavy to be written at once", () => {
    const presentation = aPresentation();
    const view: EventView = { event: anEvent(), organizers: [], categories: [], tags: [] };
    const description = "x".repeat(70_000);
    const organizers = Array.from({ length: 40 }, (_, id) => ({
      organizer: anOrganizer({ id: id + 1, description: "x".repeat(2_000) }),
    }));
    const members = { description };
    const heavy: readonly EventView[] = [
      { ...view, event: anEvent({ description }) },
      { ...view, venue: { venue: aVenue({ description }) } },
      { ...view, venue: { venue: aVenue(), members } },
      { ...view, members },
      { ...view, organizers },
    ];
    for (const one of heavy) expect(eventFragment(one, presentation)).to.equal(undefined);
  });
});
