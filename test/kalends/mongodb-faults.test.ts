import { setTimeout as pause } from "node:timers/promises";
import { createDice, seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { describeWithServer, makeServer } from "../mongodb/shared-server.ts";
import { addressOf, type TestServer } from "../mongodb/test-server.ts";
import { createGate } from "../stores/gate.ts";
import { basic, createPlace, type Place, postEvent, printedSecret, type Served } from "./kalends-process.ts";

const ROUNDS = 3;
/**
 * `AT_ONCE` is the number of concurrent creates. `UNANSWERED` is the minimum number without a response when
 * the server is killed.
 */
const AT_ONCE = 100;
const UNANSWERED = 50;
const SEED = 20_310_501;

describeWithServer("kalends serve, when MongoDB fails", function () {
  this.timeout(240_000);
  let place: Place;
  let server: TestServer;
  let address: string;
  let databases = 0;

  before(() => {
    server = makeServer();
  });
  after(() => server.remove());
  beforeEach(async () => {
    place = createPlace();
    databases += 1;
    address = addressOf(await server.start(), `faults${databases}`);
  });
  afterEach(() => place.clear());

  /** Repeats a request until its response has this status. */
  const untilStatus = async (url: string, status: number): Promise<void> => {
    while ((await fetch(url)).status !== status) await pause(50);
  };

  const readAll = async ({ namespace }: Served): Promise<ReadonlyMap<number, string>> => {
    const found = new Map<number, string>();
    let next: string | undefined =
      `${namespace}/events?start_date=2031-01-01&end_date=2031-12-31&per_page=200`;
    while (next !== undefined) {
      const page = (await (await fetch(next)).json()) as ListPage;
      for (const { id, title } of page.events) found.set(id, title);
      next = page.next_rest_url;
    }
    return found;
  };

  it("has every acknowledged event, none twice, however often the primary is killed", async () => {
    const allDice = seedsOf(SEED).map(createDice);
    const served = await place.spawnServer({ KALENDS_STORAGE: address, KALENDS_LOG_LEVEL: "fatal" });
    const authorization = basic("admin", printedSecret(served.output));
    const acknowledged = new Map<number, string>();
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const enough = acknowledged.size + (allDice[round % allDice.length]?.(40) ?? 0);
      const isTime = createGate();
      let unanswered = 0;
      let isDead = false;
      const keepCreating = async (client: number): Promise<void> => {
        for (let number = 0; !isDead; number += 1) {
          const title = `Event ${round}.${client}.${number}`;
          if (acknowledged.size >= enough) isTime.open();
          unanswered += 1;
          const answer = await postEvent(served, authorization, {
            title,
            venue: { venue: `Hall of ${title}` },
          });
          const { id } = (await answer.json()) as { readonly id: number };
          unanswered -= 1;
          statuses.add(answer.status);
          if (answer.status === 201) acknowledged.set(id, title);
        }
      };
      const creates = Array.from({ length: AT_ONCE }, (_, client) => keepCreating(client));
      await Promise.race([isTime.passed, Promise.all(creates)]);
      await server.kill();
      isDead = true;
      expect(unanswered, `round ${round}`).to.be.at.least(UNANSWERED);
      await server.start();
      await Promise.all(creates);
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).to.deep.equal([]);

    const found = await readAll(served);
    for (const [id, title] of acknowledged) expect(found.get(id), title).to.equal(title);
    expect(new Set(found.values()).size).to.equal(found.size);
    // The killed server may have created more events than it confirmed. No other events may exist.
    for (const title of found.values()) expect(title).to.match(/^Event \d\.\d+\.\d+$/);
    const { code } = await served.end("SIGTERM");
    expect(code).to.equal(0);
  });

  it("says so at the start after trying for the time that is set, without the password", async () => {
    await server.stop();
    const url = new URL(address);
    url.username = "calendar";
    url.password = "hunter2";
    const begun = performance.now();
    const { code, errors } = await place.spawn(["serve"], {
      KALENDS_STORAGE: url.href,
      // The time limit is shorter than the wait until the log reports another attempt.
      KALENDS_STORAGE_TIMEOUT: "1",
    });
    expect(performance.now() - begun).to.be.above(900);
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^kalends: The storage mongodb:\/\/\*\*\*@127\.0\.0\.1:\d+\/faults\d cannot be opened: .+\n$/,
    );
    expect(errors).to.not.include("hunter2");
  });

  it("waits at the start for a server that comes in time", async () => {
    await server.stop();
    const serving = place.spawnServer({ KALENDS_STORAGE: address });
    await pause(1000);
    await server.start();
    const { origin } = await serving;
    expect((await fetch(`${origin}/readyz`)).status).to.equal(200);
  });

  it("answers 503 while the server is away, and serves again when it is back", async () => {
    const served = await place.spawnServer({
      KALENDS_STORAGE: address,
      KALENDS_STORAGE_TIMEOUT: "1",
      KALENDS_LOG_LEVEL: "fatal",
    });
    const { namespace, origin } = served;
    const authorization = basic("admin", printedSecret(served.output));
    const { id } = (await (await postEvent(served, authorization, { title: "Before" })).json()) as {
      readonly id: number;
    };
    for (const end of ["kill", "stop"] as const) {
      await server[end]();
      const answers = await Promise.all([
        fetch(`${namespace}/events/${id}`),
        fetch(`${namespace}/events`),
        postEvent(served, authorization, { title: "Meanwhile" }),
      ]);
      for (const answer of answers) {
        expect(answer.status).to.equal(503);
        expect(Number(answer.headers.get("retry-after"))).to.be.above(0);
        const body = (await answer.json()) as Record<string, unknown>;
        expect(body).to.include({ code: "rest_storage_unavailable" });
        expect(JSON.stringify(body)).to.not.match(/mongo|127\.0\.0\.1/i);
      }
      const ready = await fetch(`${origin}/readyz`);
      expect(ready.status).to.equal(503);
      expect(Number(ready.headers.get("retry-after"))).to.be.above(0);
      expect((await fetch(`${origin}/healthz`)).status).to.equal(200);

      await server.start();
      await untilStatus(`${origin}/readyz`, 200);
      expect((await fetch(`${namespace}/events/${id}`)).status).to.equal(200);
      expect((await postEvent(served, authorization, { title: `After ${end}` })).status).to.equal(201);
    }
    const titles = [...(await readAll(served)).values()].toSorted();
    expect(titles).to.deep.equal(["After kill", "After stop", "Before"]);
    expect((await served.end("SIGTERM")).code).to.equal(0);
  });

  it("ends in order while the server is away", async () => {
    const served = await place.spawnServer({ KALENDS_STORAGE: address, KALENDS_LOG_LEVEL: "fatal" });
    await server.kill();
    expect(await served.end("SIGTERM")).to.deep.include({ code: 0, errors: "" });
  });

  it("lets five processes start at once on an empty database", async () => {
    const served = await Promise.all(
      Array.from({ length: 5 }, () => place.spawnServer({ KALENDS_STORAGE: address })),
    );
    const announcing = served.filter(({ output }) => output.includes("Created the account admin"));
    expect(announcing).to.have.length(1);
    const authorization = basic("admin", printedSecret(announcing[0]?.output ?? ""));
    const ids = await Promise.all(
      served.map(async (each, index) => {
        const answer = await postEvent(each, authorization, { title: `Of process ${index}` });
        expect(answer.status).to.equal(201);
        return ((await answer.json()) as { readonly id: number }).id;
      }),
    );
    expect(new Set(ids).size).to.equal(5);
    for (const each of served) expect((await readAll(each)).size).to.equal(5);
  });
});

/** Members of a list response that these tests read. */
interface ListPage {
  readonly events: readonly { readonly id: number; readonly title: string }[];
  readonly next_rest_url?: string;
}
