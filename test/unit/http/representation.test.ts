import {
  createLazyList,
  createLazyRecord,
  LARGE,
  materialize,
  selectFields,
  toFragment,
  toJsonPieces,
  toPortions,
  toRepresentation,
  weigh,
} from "@kalends/http/internals";
import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const LONG = 'ü\u2028"\\\u0001𝄞 long '.repeat(10_000);

const textOf = (pieces: Iterable<string>): string => [...pieces].join("");

const bytesOf = async (portions: AsyncIterable<Uint8Array>): Promise<string> => {
  const all: Uint8Array[] = [];
  for await (const portion of portions) {
    expect(portion.length).to.be.at.most(65_536);
    all.push(portion);
  }
  return Buffer.concat(all).toString();
};

/** JSON values, some with texts that are too long for one piece. */
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
          expect(textOf(toJsonPieces(value))).to.equal(JSON.stringify(value));
        }),
        { numRuns: 60, seed },
      );
  });

  it("leaves out what JSON has no words for, as JSON.stringify does", () => {
    const value = { LONG, none: undefined, call: () => 1, list: [undefined, LONG, LONG, Symbol("x")] };
    expect(textOf(toJsonPieces(value))).to.equal(JSON.stringify(value));
  });

  it("writes the entries of a lazy list, and makes each only when it is asked for", () => {
    const made: number[] = [];
    const items = [1, 2, 3].map((id) => ({ id, text: LONG }));
    const list = createLazyList(items, (item) => {
      made.push(item.id);
      return item;
    });
    const pieces = toJsonPieces({ events: list, total: 3 });
    while (made.length < 2) pieces.next();
    expect(made).to.deep.equal([1, 2]);
    const expected = { events: items, total: 3 };
    expect(textOf(toJsonPieces({ events: list, total: 3 }))).to.equal(JSON.stringify(expected));
    expect(materialize({ events: list, total: 3 })).to.deep.equal(expected);
  });

  it("writes the chosen members of a lazy list", () => {
    const list = createLazyList([1, 2], (id) => ({ id, text: LONG, venue: { id, city: "x" } }));
    const body = selectFields({ events: list, total: 2 }, "events.text,events.venue.id");
    expect(textOf(toJsonPieces(body))).to.equal(JSON.stringify(body));
    expect(JSON.parse(JSON.stringify(body))).to.deep.equal({
      events: [1, 2].map((id) => ({ text: LONG, venue: { id } })),
    });
  });
});

describe("toPortions", () => {
  it("loses no byte, wherever the cuts fall", () => {
    for (const seed of seedsOf(4))
      fc.assert(
        fc.property(fc.array(fc.constantFrom("", "a", "ü𝄞", LONG, LONG.slice(1, 65_536))), (pieces) => {
          const portions = [...toPortions(pieces)];
          expect(Buffer.concat(portions).toString()).to.equal(pieces.join(""));
          for (const { length } of portions) expect(length).to.be.within(1, 65_536);
        }),
        { numRuns: 40, seed },
      );
  });
});

describe("toRepresentation", () => {
  const wanted = (): boolean => true;
  const body = { events: [{ text: LONG }, { text: "b" }], total: 2 };

  it("tags the same bytes alike, however they are made", async () => {
    const whole = await toRepresentation(body, 0, wanted);
    const pieces = await toRepresentation(body, LARGE + 1, wanted);
    if (pieces === undefined || !("portions" in pieces))
      throw new Error("A heavy answer is sent in portions.");
    if (whole === undefined || !("bytes" in whole)) throw new Error("A light answer is sent whole.");
    expect(whole.bytes.toString()).to.equal(JSON.stringify(body));
    expect(pieces.tag).to.equal(whole.tag);
    expect(pieces.length).to.equal(Buffer.byteLength(JSON.stringify(body)));
    expect(await bytesOf(pieces.portions())).to.equal(JSON.stringify(body));
    expect(await bytesOf(pieces.portions())).to.equal(JSON.stringify(body));
    const other = await toRepresentation({ ...body, total: 3 }, LARGE + 1, wanted);
    expect(other?.tag).not.to.equal(pieces.tag);
  });

  it("makes nothing again of a record whose text is there, however heavy", async () => {
    let made = 0;
    const present = (record: object): object => {
      made += 1;
      return record;
    };
    const fragment = toFragment(body);
    const whole = await toRepresentation(body, 0, wanted);
    const record = createLazyRecord(body, present, () => fragment);
    const pieces = await toRepresentation(record, LARGE + 1, wanted);
    if (pieces === undefined || !("portions" in pieces))
      throw new Error("A heavy answer is sent in portions.");
    expect(await bytesOf(pieces.portions())).to.equal(JSON.stringify(body));
    expect(pieces.tag).to.equal(whole?.tag);
    expect(made).to.equal(0);
  });

  it("stops when nobody wants it any more", async () => {
    let made = 0;
    const list = createLazyList(
      Array.from({ length: 9 }, () => ({ LONG })),
      (entry) => {
        made += 1;
        return entry;
      },
    );
    expect(await toRepresentation({ list }, LARGE + 1, () => made < 3)).to.equal(undefined);
    expect(made).to.equal(3);
  });

  it("fails rather than end early when its entries have changed", async () => {
    let text = LONG;
    const changing = { events: createLazyList([1], () => ({ text })) };
    const pieces = await toRepresentation(changing, LARGE + 1, wanted);
    text = "short";
    if (pieces === undefined || !("portions" in pieces))
      throw new Error("A heavy answer is sent in portions.");
    const failure = await bytesOf(pieces.portions()).catch((error: Error) => error.message);
    expect(failure).to.match(/^An answer of \d+ bytes has become one of \d+\.$/);
  });
});

describe("weigh", () => {
  it("counts texts as often as they are shown", () => {
    const shared = { text: "x".repeat(1000) };
    expect(weigh(LONG)).to.equal(LONG.length);
    expect(weigh([shared, shared, shared])).to.be.within(3000, 3300);
    expect(weigh(createLazyList([shared, shared], () => ({})))).to.be.within(2000, 2200);
    for (const light of [null, undefined, 1, true, {}, []]) expect(weigh(light)).to.equal(0);
  });

  it("comes to an end with what contains itself", () => {
    const endless: Record<string, unknown> = { text: "x".repeat(1_000_000) };
    endless.inside = [endless, endless];
    expect(weigh(endless)).to.be.above(LARGE);
  });
});
