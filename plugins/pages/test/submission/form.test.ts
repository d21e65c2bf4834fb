import type { Collection } from "@kalends/core/plugin";
import {
  createFormGuard,
  EMPTY,
  type FormValues,
  faultsOf,
  type GuardDocument,
  refusedFields,
} from "@kalends/pages/internals";
import { expect } from "chai";

const TODAY = "2031-05-06";
const FILLED: FormValues = {
  ...EMPTY,
  title: "Jazz",
  start_date: TODAY,
  start_time: "19:00",
  sender: "Ann",
  mail: "ann@example.org",
};

const faults = (more: Partial<FormValues>): Readonly<Record<string, string>> =>
  Object.fromEntries(faultsOf({ ...FILLED, ...more }, TODAY));

/** Creates a collection of documents in memory. */
const aCollection = (): Collection<GuardDocument> => {
  const documents = new Map<string, GuardDocument>();
  return {
    get: async (key) => documents.get(key),
    list: () => Promise.reject(new Error("not needed")),
    count: async () => documents.size,
    async change(key, change) {
      const next = change(documents.get(key));
      if (next === null) documents.delete(key);
      else if (next !== undefined) documents.set(key, next);
      return documents.get(key);
    },
    insert: () => Promise.reject(new Error("not needed")),
  };
};

describe("the form for proposals", () => {
  it("is fine with what it must have", () => {
    expect(faults({})).to.deep.equal({});
    expect(faults({ all_day: true, start_time: "", end_date: "2031-05-08" })).to.deep.equal({});
  });

  it("says of each field what is wrong with it", () => {
    expect(faults(EMPTY)).to.deep.equal({
      ...{ title: "missing", start_date: "missing", start_time: "missing", sender: "missing" },
      mail: "missing",
    });
    expect(faults({ start_date: "2031-02-30", end_time: "25:00" })).to.deep.equal({
      ...{ start_date: "not-a-date", end_time: "not-a-time" },
    });
    expect(faults({ start_date: "2031-05-05" })).to.deep.equal({ start_date: "in-the-past" });
    expect(faults({ end_time: "18:59" })).to.deep.equal({ end_time: "ends-before-start" });
    expect(faults({ start_date: "2031-05-08", end_date: "2031-05-07" })).to.deep.equal({
      end_date: "ends-before-start",
    });
    expect(faults({ website: "javascript:alert(1)", mail: "ann" })).to.deep.equal({
      ...{ website: "not-an-address", mail: "not-a-mail" },
    });
    expect(faults({ title: "x".repeat(201) })).to.deep.equal({ title: "too-long" });
  });

  it("shows at its fields what the calendar refuses, and nothing that the sender cannot mend", () => {
    expect(Object.fromEntries(refusedFields(["image", "venue[venue]"]) ?? [])).to.deep.equal({
      ...{ image: "not-an-image", venue: "refused" },
    });
    expect(refusedFields(["image", "priority"])).to.equal(undefined);
    expect(refusedFields([])).to.equal(undefined);
  });
});

describe("the guard of the form", () => {
  const clock = { time: Date.UTC(2031, 4, 6, 10), now: () => clock.time };
  const start = clock.time;
  const aGuard = () => createFormGuard(aCollection(), clock, { perAddress: 2, perHour: 3 });
  beforeEach(() => {
    clock.time = start;
  });

  it("takes forms of its own that a person can have filled", async () => {
    const guard = aGuard();
    const token = await guard.issue();
    expect(await guard.check(token)).to.deep.equal({ refusal: "quick" });
    clock.time += 3000;
    expect(await guard.check(token)).to.have.property("form", token.split(".")[0]);
    clock.time += 24 * 60 * 60 * 1000;
    expect(await guard.check(token)).to.deep.equal({ refusal: "unknown" });
  });

  it("takes no others", async () => {
    const guard = aGuard();
    const token = await guard.issue();
    clock.time += 5000;
    const later = token.replace(/^\d+/, (time) => String(Number(time) + 1));
    for (const other of ["", later, token.slice(0, -1), `${token}0`, await aGuard().issue()])
      expect(await guard.check(other)).to.deep.equal({ refusal: "unknown" });
  });

  it("counts by address and in all, for an hour, where one is left to who is new", async () => {
    const guard = aGuard();
    const admitted = async (...addresses: readonly string[]) => {
      const answers: boolean[] = [];
      for (const address of addresses) answers.push(await guard.admit(address));
      return answers;
    };
    expect(await admitted("1.1.1.1", "1.1.1.1", "1.1.1.1", "1.1.2.1", "1.1.2.2")).to.deep.equal([
      ...[true, true, false, true, false],
    ]);
    expect(await admitted("1.1.3.1", "1.1.3.1")).to.deep.equal([true, false]);
    clock.time += 60 * 60 * 1000;
    expect(await admitted("1.1.1.1", "1.1.2.2")).to.deep.equal([true, true]);
    clock.time += 60 * 60 * 1000;
    // One customer usually controls a complete `/64` network, so its addresses count as one.
    expect(await admitted("2001:db8::1", "2001:DB8:0:0:ffff::9", "2001:db8::2")).to.deep.equal([
      ...[true, true, false],
    ]);
  });

  /**
   * Returns the number of proposals that are accepted out of `count`. `address` gets the number of the
   * proposal.
   */
  const accepted = async (
    guard: ReturnType<typeof createFormGuard>,
    count: number,
    address: (index: number) => string,
  ): Promise<number> => {
    let admitted = 0;
    for (let index = 0; index < count; index += 1) if (await guard.admit(address(index))) admitted += 1;
    return admitted;
  };
  const aDefaultGuard = () => createFormGuard(aCollection(), clock, { perAddress: 5, perHour: 60 });

  it("gives a site of many networks a quarter of all, in IPv6 and in IPv4", async () => {
    const guard = aDefaultGuard();
    expect(await accepted(guard, 200, (index) => `2001:db8:1:${index.toString(16)}::1`)).to.equal(15);
    expect(await accepted(guard, 200, (index) => `192.0.2.${index}`)).to.equal(15);
    // The same IPv4 addresses, written as IPv6 addresses.
    expect(await accepted(guard, 200, (index) => `::ffff:192.0.2.${index}`)).to.equal(0);
    expect(await accepted(guard, 10, () => "2001:db8:2::1")).to.equal(5);
  });

  it("takes one more of each site that is new when all are used up, within bounds", async () => {
    const guard = aDefaultGuard();
    for (const site of [1, 2, 3, 4])
      expect(await accepted(guard, 20, (index) => `2001:db8:${site}:${index}::1`)).to.equal(15);
    expect(await accepted(guard, 20, (index) => `2001:db8:1:f${index}::1`)).to.equal(0);
    for (const address of ["2a00:1::1", "198.51.100.7"]) {
      expect(await guard.admit(address)).to.equal(true);
      expect(await guard.admit(address)).to.equal(false);
    }
    // A provider with a `/32` network can use 65,536 sites.
    expect(await accepted(guard, 200, (index) => `2001:db8:a${index}::1`)).to.equal(15);
    expect(await guard.admit("2a00:2::1")).to.equal(true);
    expect(await accepted(guard, 200, (index) => `${index}.0.0.1`)).to.equal(60 - 15 - 3);
    clock.time += 60 * 60 * 1000;
    expect(await guard.admit("2001:db8:1::1")).to.equal(true);
  });

  it("fits into a document, however many it counts", async () => {
    const documents = aCollection();
    const guard = createFormGuard(documents, clock, { perAddress: 1, perHour: 1000 });
    expect(await accepted(guard, 1200, (index) => `2a00:${index.toString(16)}::1`)).to.equal(1060);
    expect(JSON.stringify(await documents.get("hour")).length).to.be.below(65_536);
  });
});
