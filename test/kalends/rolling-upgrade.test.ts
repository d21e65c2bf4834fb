import { expect } from "chai";
import type { Db } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

describeWithServer("an upgrade on MongoDB while processes of the older version run", function () {
  this.timeout(60_000);
  let place: Place;
  let db: Db;
  let environment: Environment;

  beforeEach(async () => {
    place = createPlace();
    const address = await newDatabase();
    db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    environment = { KALENDS_STORAGE: address, KALENDS_LOG_LEVEL: "warn" };
  });
  afterEach(() => place.clear());

  const migrate = async (...options: readonly string[]): Promise<readonly string[]> => {
    const { code, output, errors } = await place.run(["migrate", ...options], environment);
    expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
    const [first, ...others] = output.trimEnd().split("\n");
    expect(first).to.match(/^The storage \S+ is up to date\.$/);
    return others;
  };

  it("names indexes of the older version, and drops them with --drop-old alone", async () => {
    expect(await migrate()).to.deep.equal([]);
    await db.collection("events").createIndex({ title: 1 }, { name: "kalends_of_old" });
    const left =
      "The index events.kalends_of_old belongs to an older version or another display zone: use --drop-old to drop it.";
    expect(await migrate()).to.deep.equal([left]);
    expect(await migrate()).to.deep.equal([left]);
    expect(await migrate("--drop-old")).to.deep.equal(["Dropped the index events.kalends_of_old."]);
    expect(await migrate("--drop-old")).to.deep.equal([]);
  });

  it("lets lists of theirs do without an index that is dropped under them, and log that once", async () => {
    const served = await place.spawnServer(environment);
    const ask = async (): Promise<readonly number[]> => {
      const lists = ["events", "events?categories=1", "events?start_date=2031-01-01", "venues", "tags"];
      const answers = await Promise.all(lists.map((list) => fetch(`${served.namespace}/${list}`)));
      return answers.map(({ status }) => status);
    };
    const before = await ask();
    expect(before).not.to.include(500);
    for (const collection of ["events", "venues"]) await db.collection(collection).dropIndexes();
    expect(await ask()).to.deep.equal(before);
    expect(await ask()).to.deep.equal(before);
    const { output, errors } = await served.end("SIGTERM");
    const logged = (output + errors).split("\n").filter((line) => line.includes("An index is missing"));
    expect(logged).not.to.deep.equal([]);
    expect(new Set(logged.map((line) => /kalends_\w+/.exec(line)?.[0])).size).to.equal(logged.length);
  });
});

describe("kalends migrate --drop-old on SQLite", () => {
  it("finds nothing to drop", async () => {
    const place = createPlace();
    const { code, output } = await place.run(["migrate", "--drop-old"]);
    await place.clear();
    expect({ code, output }).to.deep.equal({
      code: 0,
      output: "The storage sqlite:./kalends.db is up to date.\n",
    });
  });
});
