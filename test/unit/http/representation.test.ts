import {
  createRecord,
  createRecords,
  LARGE,
  selectFields,
  toFragment,
  toJsonChunks,
  toRepresentation,
  toSmallBody,
  weigh,
} from "@kalends/http/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { CAPACITIES } from "../../capacities.ts";

const LONG = 'ü\u2028"\\\u0001𝄞 long '.repeat(10_000);

const collect = async (portions: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const portion of portions) {
    expect(portion.length).to.be.at.most(65_536);
    all.push(portion);
  }
  return Buffer.concat(all);
};

const textOf = (pieces: Iterable<string>): string => [...pieces].join("");

/** Random JSON values. Some contain texts that are too long for one piece. */
const aValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 0, -1.5, "", "text", LONG, LONG.slice(0, 70_000)),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("toJsonPieces", () => {
  it("gives what JSON.stringify gives", () => {
    for (const seed of seedsOf(3))
      fc.assert(
        fc.property(aValue, (value) => {
          expect(textOf(toJsonChunks(value))).to.equal(JSON.stringify(value));
        }),
        { numRuns: 60, seed },
      );
  });

  it("leaves out what JSON has no words for, as JSON.stringify does", () => {
    const value = { LONG, none: undefined, call: () => 1, list: [undefined, LONG, LONG, Symbol("x")] };
    expect(textOf(toJsonChunks(value))).to.equal(JSON.stringify(value));
  });
});

describe("toRepresentation", () => {
  const always = (): boolean => true;
  /** Substitute for cached records, as if they were too large for the cache. */
  const noFragment = (): undefined => undefined;
  const body = { events: [{ text: LONG }, { text: "b" }], total: 2 };

  const bytesOf = async (written: unknown, hasRoom = always): Promise<Buffer> => {
    const made = await toRepresentation(written, hasRoom, always);
    if (made === undefined) throw new Error("It is wanted.");
    if ("bytes" in made) return made.bytes;
    const bytes = await collect(made.portions);
    expect(made.length).to.equal(bytes.length);
    return bytes;
  };

  it("gives what JSON.stringify gives, whatever the length", async () => {
    for (const seed of seedsOf(4))
      await fc.assert(
        fc.asyncProperty(fc.array(aValue, { maxLength: 9 }), async (values) => {
          expect(String(await bytesOf(values))).to.equal(JSON.stringify(values));
          for (const toFragment of [noFragment, undefined]) {
            const list = { list: createRecords(values, (value) => value, toFragment), 10: LONG };
            expect(String(await bytesOf(list))).to.equal(JSON.stringify(list));
          }
        }),
        { numRuns: 40, seed },
      );
  });

  it("writes the chosen members of records", async () => {
    const records = createRecords([1, 2], (id) => ({ id, text: LONG, venue: { id, city: "x" } }));
    const chosen = selectFields({ events: records, total: 2 }, "events.text,events.venue.id");
    const events = [1, 2].map((id) => ({ text: LONG, venue: { id } }));
    expect(JSON.parse(String(await bytesOf(chosen)))).to.deep.equal({ events });
  });

  it("tags the same bytes alike, however they are made, and others otherwise", async () => {
    const heavy = { list: Array.from({ length: 9 }, () => LONG) };
    const large = await toRepresentation(heavy, always, always);
    expect(large).to.have.property("portions");
    expect(large?.tag).to.equal(toSmallBody(heavy).tag);
    expect((await toRepresentation({ ...heavy, total: 3 }, always, always))?.tag).not.to.equal(large?.tag);
    expect((await toRepresentation(body, always, always))?.tag).to.equal(toSmallBody(body).tag);
  });

  it("presents nothing of a record whose text is there, however heavy", async () => {
    const heavy = { list: Array.from({ length: 9 }, () => LONG) };
    const fragment = toFragment(heavy);
    const record = createRecord(
      heavy,
      () => expect.fail(),
      () => fragment,
    );
    expect(String(await bytesOf(record))).to.equal(JSON.stringify(heavy));
    expect((await toRepresentation(record, always, always))?.tag).to.equal(toSmallBody(heavy).tag);
  });

  /** Returns a list of `count` records of about 190 kB each. */
  const heavyList = (
    count: number,
    present: (id: number) => unknown = (id) => ({ id, text: LONG }),
  ): { readonly list: unknown; made(): number } => {
    let made = 0;
    const views = Array.from({ length: count }, (_, id) => id);
    const toRecord = (id: number): unknown => {
      made += 1;
      return present(id);
    };
    return { list: createRecords(views, toRecord, noFragment), made: () => made };
  };

  it("renders each record once, and again only where the answer is too long to be held", async () => {
    for (const [count, times] of [
      [30, 1],
      [200, 2],
    ] as const) {
      const { list, made } = heavyList(count);
      const bytes = await bytesOf({ list });
      expect(made()).to.equal(count * times);
      expect(String(bytes)).to.equal(JSON.stringify({ list }));
    }
  });

  it("takes at most half of the room that a client has, however long it is", async () => {
    const asked: number[] = [];
    const note = (bytes: number): boolean => asked.push(bytes) > 0;
    for (const count of [120, 150, 200])
      await toRepresentation({ list: heavyList(count).list }, note, always);
    expect(Math.max(...asked)).to.be.above(0);
    expect(2 * Math.max(...asked)).to.be.at.most(CAPACITIES.http.largeAnswers.perKey);
  });

  it("fails rather than end early when what is not held has changed", async () => {
    let text = LONG;
    const { list } = heavyList(200, () => ({ text }));
    const representation = await toRepresentation({ list }, always, always);
    text = "short";
    if (representation === undefined || !("portions" in representation)) throw new Error("It is large.");
    const failure = await collect(representation.portions).catch((error: Error) => error.message);
    expect(failure).to.match(/^An answer of \d+ bytes has become one of \d+\.$/);
  });

  it("stops when nobody wants it any more, and lets others go on meanwhile", async () => {
    const { list, made } = heavyList(40);
    let isOver = false;
    setImmediate(() => {
      isOver = true;
    });
    expect(await toRepresentation({ list }, always, () => !isOver)).to.equal(undefined);
    expect(made()).to.be.below(20);
  });

  it("asks for room as soon as it is known how much, and for more before more is in memory", async () => {
    const asked: number[] = [];
    const ask =
      (most: number) =>
      (bytes: number): boolean => {
        asked.push(bytes);
        return bytes <= most;
      };
    await toRepresentation(body, ask(LARGE), always);
    expect(asked.splice(0)).to.deep.equal([Buffer.byteLength(JSON.stringify(body))]);
    const listOf = (shownAs: (text: string, id: number) => string): object => ({
      list: createRecords(
        Array.from({ length: 40 }, (_, id) => `${id} ${"long ".repeat(20_000)}`),
        (text) => ({ text: shownAs(text, Number.parseInt(text, 10)) }),
        noFragment,
      ),
    });
    const lengthOf = (list: object): number => Buffer.byteLength(JSON.stringify(list));
    const longer = listOf((text) => text.replaceAll(" ", "&nbsp;"));
    await toRepresentation(longer, ask(lengthOf(longer) * 1.6), always);
    expect(asked).to.have.length(1);
    expect(asked.splice(0)[0]).to.be.within(lengthOf(longer), lengthOf(longer) * 1.6);
    const longerLater = listOf((text, id) => (id < 20 ? text : text.replaceAll(" ", "&nbsp;")));
    await toRepresentation(longerLater, ask(lengthOf(longerLater) * 2.5), always);
    expect(asked).to.have.length(2);
    expect(asked.splice(0)[1]).to.be.above(lengthOf(longerLater));
    expect(await toRepresentation(longerLater, ask(lengthOf(longerLater)), always)).to.equal(undefined);
    expect(asked).to.have.length(2);
  });
});

describe("weigh", () => {
  it("counts texts as often as they are shown", () => {
    const shared = { text: "x".repeat(1000) };
    expect(weigh(LONG)).to.equal(LONG.length);
    expect(weigh([shared, shared, shared])).to.be.within(3000, 3300);
    expect(weigh({ list: createRecords([shared, shared], () => ({})) })).to.be.within(2000, 2200);
    for (const light of [null, undefined, 1, true, {}, []]) expect(weigh(light)).to.equal(0);
  });

  it("comes to an end with what contains itself", () => {
    const endless: Record<string, unknown> = { text: "x".repeat(1_000_000) };
    endless.inside = [endless, endless];
    expect(weigh(endless)).to.be.above(LARGE);
  });
});
