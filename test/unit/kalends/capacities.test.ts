import { readFileSync } from "node:fs";
import { TRANSACTIONS } from "@kalends/store-mongodb/internals";
import { READERS } from "@kalends/store-sqlite/internals";
import { expect } from "chai";
import { toCapacities } from "kalends/internals";
import { CAPACITIES } from "../../capacities.ts";

const MIB = 1024 * 1024;
const OPERATING = new URL("../../../../docs/how-to/operate.md", import.meta.url);

type Row = readonly [name: string, atOnce: number, ofOne: number | undefined];

const isPlaces = (value: object): value is { readonly capacity: number; readonly perKey?: number } =>
  "capacity" in value;

/** Returns one row for each number or pair of numbers in the value, by path. */
const toRows = (value: unknown, path: readonly string[] = []): readonly Row[] => {
  const name = path.join(".");
  if (typeof value === "number") return [[name, value, undefined]];
  if (typeof value !== "object" || value === null) throw new Error(`${name} is no number`);
  if (isPlaces(value)) return [[name, value.capacity, value.perKey]];
  return Object.entries(value).flatMap(([key, inner]) => toRows(inner, [...path, key]));
};

/** Parses a table cell such as `16`, `3/4`, `64 MiB` or `any number`. Returns `undefined` for other texts. */
const toNumber = (cell: string): number | undefined => {
  if (cell === "any number") return Number.POSITIVE_INFINITY;
  const [, number, divisor = "1", unit] = /^(\d+)(?:\/(\d+))?( MiB)?$/.exec(cell) ?? [];
  return number === undefined ? undefined : (Number(number) / Number(divisor)) * (unit ? MIB : 1);
};

const documented = (): readonly Row[] => {
  const [, section = ""] = readFileSync(OPERATING, "utf8").split("## What a process does at once\n");
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) => {
    const [, name = "", , atOnce = "", ofOne = ""] = line.split("|").map((cell) => cell.trim());
    return [name.replaceAll("`", ""), toNumber(atOnce) ?? Number.NaN, toNumber(ofOne)];
  });
};

describe("what a process does at once", () => {
  it("is all in the table of docs/how-to/operate.md, with the numbers that hold without settings", () => {
    const stores: readonly Row[] = [
      ["READERS.threads of @kalends/store-sqlite", READERS.threads, undefined],
      ["READERS.waiting of @kalends/store-sqlite", READERS.waiting, undefined],
      ["TRANSACTIONS of @kalends/store-mongodb", TRANSACTIONS, undefined],
    ];
    // Limits of plugins are not part of these settings.
    const rows = documented().filter(([name]) => !/ of @kalends\/(?!store-)/.test(name));
    expect(rows).to.deep.equal([...toRows(CAPACITIES), ...stores]);
  });

  it("follows from the settings where it depends on them", () => {
    const of = (requestsAtOnce: number, bodyLimit: number) =>
      toCapacities({ requestsAtOnce, bodyLimit, changeStreams: 7 }).http;
    expect(of(10, MIB).maxConcurrent).to.deep.equal({ requests: 10, lists: 8, pages: 3, files: 2 });
    expect(of(0, MIB).maxConcurrent).to.deep.equal({ requests: 0, lists: 0, pages: 0, files: 0 });
    expect([10_000, MIB, 100 * MIB].map((limit) => of(1, limit).bodies.capacity)).to.deep.equal([
      64 * MIB,
      64 * MIB,
      1600 * MIB,
    ]);
    expect(of(1, 100 * MIB).bodies.perKey).to.equal(400 * MIB);
    expect(of(1, MIB).streams).to.equal(7);
  });
});
