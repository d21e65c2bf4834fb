import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { invalid, openCalendar, refusal, type TestCalendar } from "../events/calendar.ts";

const START = "2031-05-01 10:00:00";
const WINDOW = "start_date=2031-03-09 00:00:00&end_date=2033-03-10 23:59:59";

describe("search", () => {
  let calendar: TestCalendar;
  const save = async (...events: readonly ReturnType<typeof anEvent>[]) => {
    for (const event of events) await calendar.store.events.save(event);
  };
  beforeEach(async () => {
    calendar = await openCalendar();
    await save(
      anEvent({ id: 1, start: START, title: "Café concert", description: "<p>Fresh pineapple juice</p>" }),
      anEvent({ id: 2, start: START, title: "Banana concert", excerpt: "No juice" }),
      anEvent({ id: 3, start: START, title: "Event 5" }),
      anEvent({ id: 4, start: START, title: "5 Events", hideFromListings: true }),
    );
  });
  afterEach(() => calendar.store.close());

  const table: readonly (readonly [string, readonly number[]])[] = [
    ["banana", [2]],
    ["BANANA", [2]],
    ["banan", [2]],
    ["cafe", [1]],
    ["pineapple", [1]],
    ["juice", [1, 2]],
    ["juice concert", [1, 2]],
    ["concert -banana", [1]],
    ['"event 5"', [3]],
    ['"fresh juice"', []],
    ["events", []],
    ["concert -banana -pineapple", []],
    ["-concert", [3]],
    ['concert -"no juice"', [1]],
    ['concert -"juice no"', [1, 2]],
    ['"banana concert', [2]],
    ['pineapple"cafe concert"', [1]],
    ['""', []],
    ["-", []],
  ];
  for (const [search, ids] of table) {
    it(`${search} finds ${JSON.stringify(ids)}`, async () => {
      expect(await calendar.ids({ search })).to.deep.equal(ids);
    });
  }

  it("takes more than nine words for one phrase", async () => {
    const nine = "nine eight seven six five four three two one";
    await save(
      anEvent({ id: 5, start: START, title: "One two three four five six seven eight nine ten" }),
      anEvent({ id: 6, start: START, description: "zero -nine eight seven six five four three two one" }),
    );
    expect(await calendar.ids({ search: nine })).to.deep.equal([5, 6]);
    expect(await calendar.ids({ search: `ten ${nine}` })).to.deep.equal([]);
    expect(await calendar.ids({ search: `zero -${nine}` })).to.deep.equal([6]);
    expect(await calendar.ids({ search: "ONE two three four five six seven eight nine ten" })).to.deep.equal([
      5,
    ]);
    expect(await calendar.ids({ search: '"seven eight" one two three four five six nine' })).to.deep.equal([
      5,
    ]);
  });

  it("is kept in links as sent", async () => {
    expect(await calendar.link({ search: 'list -"x y"' })).to.equal(
      `${WINDOW}&search=list -"x y"&status=publish`,
    );
  });

  it("is refused when empty, too long or no text", async () => {
    expect(await refusal(calendar.list({ search: "" }))).to.deep.equal(invalid({ search: "empty" }));
    expect(await refusal(calendar.list({ search: "x".repeat(201) }))).to.deep.equal(
      invalid({ search: "too-long" }),
    );
    expect((await refusal(calendar.list({ search: ["x"] }))).code).to.equal("rest_invalid_param");
    expect(await calendar.ids({ search: "x".repeat(200) })).to.deep.equal([]);
  });
});
