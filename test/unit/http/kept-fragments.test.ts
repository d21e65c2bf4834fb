import type { EventView } from "@kalends/core/interface";
import {
  type Addresses,
  createFragmentCache,
  createRecord,
  createRecords,
  eventFragment,
  type Fragment,
  type Presentation,
  presentEvent,
  toRepresentation,
} from "@kalends/http/internals";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { aPresentation } from "./a-presentation.ts";

const MEMORY = 4_000_000;

const textOf = (fragment: Fragment | undefined): string | undefined =>
  fragment && Buffer.from(fragment.text, "latin1").toString();

const aPresentationThatKeeps = (structured = false, memory = MEMORY): Presentation =>
  aPresentation({ structured, keptFragments: createFragmentCache(memory) });

/** Returns a view of an event. It counts how often the event is presented. */
const counting = (
  id: number,
  view: Partial<EventView> = {},
): { readonly view: EventView; presented(): number } => {
  let reads = 0;
  const event = anEvent({ id });
  const watched = Object.defineProperty({ ...event }, "title", {
    enumerable: true,
    get() {
      reads += 1;
      return event.title;
    },
  });
  return {
    view: { event: watched, organizers: [], categories: [], tags: [], ...view },
    // The number is halved, because each event is also read to measure its size.
    presented: () => Math.floor(reads / 2),
  };
};

describe("kept fragments", () => {
  it("are presented once for as long as nothing shown has changed, except for terms", () => {
    const presentation = aPresentationThatKeeps();
    const venue = aVenue({ id: 11 });
    const term = aTerm();
    const { view, presented } = counting(31, {
      venue: { venue },
      categories: [{ term, count: 1, ancestors: [] }],
    });
    // Each response has new view objects of the same records.
    const again = (change: Partial<EventView> = {}): string | undefined =>
      textOf(eventFragment({ ...view, venue: { venue }, ...change }, presentation));
    again();
    again();
    expect(presented()).to.equal(1);
    expect(again({ categories: [{ term, count: 2, ancestors: [] }] })).to.include('"count":2,');
    expect(
      again({ tags: [{ term: aTerm({ id: 5, taxonomy: "tag" }), count: 7, ancestors: [] }] }),
    ).to.include('"count":7,');
    expect(presented()).to.equal(1);
    again({ venue: { venue: { ...venue } } });
    expect(presented()).to.equal(2);
    again({ image: anImage() });
    expect(presented()).to.equal(3);
    again({ organizers: [{ organizer: anOrganizer() }] });
    expect(presented()).to.equal(4);
  });

  it("never have what plugins add for one caller", () => {
    const presentation = aPresentationThatKeeps();
    const { view, presented } = counting(31);
    const first = textOf(eventFragment({ ...view, members: { secret: "A" } }, presentation));
    const second = textOf(eventFragment({ ...view, members: { secret: "B" } }, presentation));
    expect([first, second].map((text) => text?.match(/"secret":"."/)?.[0])).to.deep.equal([
      '"secret":"A"',
      '"secret":"B"',
    ]);
    expect(textOf(eventFragment(view, presentation))).not.to.include("secret");
    expect(presented()).to.equal(1);
  });

  it("take no more memory than they may, and nothing when that is none", () => {
    const many = Array.from({ length: 100 }, (_, id) => counting(id + 1));
    for (const [memory, kept] of [
      [MEMORY, 100],
      [30_000, 20],
      [0, 0],
    ] as const) {
      const presentation = aPresentationThatKeeps(false, memory);
      const showAll = (): number => {
        for (const { view } of many) eventFragment(view, presentation);
        return many.reduce((sum, { presented }) => sum + presented(), 0);
      };
      const before = showAll();
      for (const { view } of many.toReversed()) eventFragment(view, presentation);
      const after = many.reduce((sum, { presented }) => sum + presented(), 0);
      expect(100 - (after - before), String(memory)).to.be.within(kept / 2, kept);
    }
  });

  it("are kept for a few hosts only", () => {
    const keptFragments = createFragmentCache(MEMORY);
    const { view, presented } = counting(31);
    const { addresses, ...others } = aPresentation();
    const showAt = (host: string): void => {
      const there: Addresses = { ...addresses, site: `https://${host}` };
      eventFragment(view, { ...others, addresses: there, keep: keptFragments.of(there, false) });
    };
    for (const host of ["a", "b", "a", "b"]) showAt(host);
    expect(presented()).to.equal(2);
    for (let host = 0; host < 20; host += 1) showAt(String(host));
    showAt("a");
    expect(presented()).to.equal(23);
  });
});

describe("answers of fragments", () => {
  const always = (): boolean => true;
  const views = [1, 2, 3].map((id) => counting(id).view);
  const bodyOf = (shown: readonly EventView[], presentation: Presentation, total = 3): object => ({
    "before €": 1,
    events: createRecords(
      shown,
      (view) => presentEvent(view, presentation),
      (view) => eventFragment(view, presentation),
    ),
    total,
  });
  const answer = async (body: object): Promise<{ readonly tag: string; readonly text: string }> => {
    const representation = await toRepresentation(body, always, always);
    if (representation === undefined) throw new Error("It is wanted.");
    const parts: Uint8Array[] = [];
    if ("bytes" in representation) parts.push(representation.bytes);
    else for await (const portion of representation.portions) parts.push(portion);
    const bytes = Buffer.concat(parts);
    if ("length" in representation) expect(representation.length).to.equal(bytes.length);
    return { tag: representation.tag, text: bytes.toString() };
  };
  const kept = aPresentationThatKeeps();
  const plain = aPresentation();

  it("are the bytes of the whole, with the same tag however they are made", async () => {
    const clash: EventView = { ...counting(4).view, members: { "10": "ü" } };
    const long: EventView = { ...counting(5).view, event: anEvent({ description: "ü".repeat(100_000) }) };
    const many = Array.from({ length: 20 }, () => [...views, clash, long]).flat();
    for (const shown of [[], views, [...views, clash, long], many]) {
      const expected = JSON.stringify(bodyOf(shown, plain));
      const made = [
        await answer(bodyOf(shown, kept)),
        await answer(bodyOf(shown, kept)),
        await answer(bodyOf(shown, plain)),
      ];
      for (const { tag, text } of made) {
        expect(text).to.equal(expected);
        expect(tag)
          .to.equal(made[0]?.tag)
          .and.to.match(/^"[\w-]{27}"$/);
      }
    }
  });

  it("have another tag as soon as any byte is another one", async () => {
    const [one, two, three] = views;
    if (one === undefined || two === undefined || three === undefined) throw new Error("There are three.");
    const changed = { ...three, event: anEvent({ id: 3, featured: true }) };
    const bodies = [
      bodyOf(views, kept),
      bodyOf([one, two, changed], kept),
      bodyOf([two, one, three], kept),
      bodyOf([one, two], kept),
      bodyOf([], kept),
      bodyOf(views, kept, 4),
      bodyOf([{ ...one, members: { a: 1 } }, two, three], kept),
    ];
    const tags = new Set<string>();
    for (const body of bodies) tags.add((await answer(body)).tag);
    expect(tags.size).to.equal(bodies.length);
  });

  it("of a single record have its bytes and their tag", async () => {
    const alone = aPresentationThatKeeps(true);
    const [view] = views;
    if (view === undefined) throw new Error("There is one.");
    const lazy = createRecord(
      view,
      (shown) => presentEvent(shown, alone),
      (shown) => eventFragment(shown, alone),
    );
    const record = presentEvent(view, alone);
    expect(await answer(lazy)).to.deep.equal(await answer(record));
    const heavy = createRecord(
      view,
      () => record,
      () => undefined,
    );
    expect(await answer(heavy)).to.deep.equal(await answer(record));
  });
});
