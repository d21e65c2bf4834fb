import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { firstStore, stores } from "../stores.ts";
import { beginRequest } from "./begin-request.ts";
import { basic, createPlace, type Place, postEvent, printedSecret, type Served } from "./kalends-process.ts";

/**
 * Code of a plugin. Its job records the id of the process that runs it, and its route returns the id of the
 * process.
 */
const PLUGIN = `
  import { appendFileSync } from "node:fs";
  const job = () => ({ name: "note", everySeconds: 1, run: async () => appendFileSync("runs", process.pid + "\\n") });
  const route = () => ({
    method: "GET", path: "/process", description: "Which process answers.", parameters: {},
    permits: () => true, run: () => ({ body: process.pid }),
  });
  export const plugin = () => ({ name: "processes", setup: () => ({ jobs: [job()], routes: [route()] }) });
`;

/** Time in milliseconds after which a connection without a response counts as lost. */
const SILENCE = 2_000;

/** Pause between two checks in milliseconds. Without it, the checks would use a complete processor. */
const POLL = 20;

interface TestResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends a GET request on a new connection. Connections are given to the workers in turn. */
const get = (address: string): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    // If the connection is given to a worker that is being killed, no response arrives.
    const sent = request(address, { agent: false, timeout: SILENCE }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("error", reject).on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject).end();
  });

for (const store of stores) {
  describe(`kalends serve with KALENDS_WORKERS, on ${store.name}`, () => {
    let place: Place;
    let isOver = false;
    beforeEach(() => {
      isOver = false;
      place = createPlace(store);
      writeFileSync(join(place.directory, "processes.mjs"), PLUGIN);
    });
    afterEach(() => {
      isOver = true;
      return place.clear();
    });

    const serve = (more: Readonly<Record<string, string>> = {}): Promise<Served> =>
      place.spawnServer({ KALENDS_WORKERS: "2", KALENDS_PLUGINS: "./processes.mjs", ...more });

    const processesOf = async ({ namespace }: Served, isEnough: (pids: ReadonlySet<number>) => boolean) => {
      const pids = new Set<number>();
      while (!isOver && !isEnough(pids)) {
        // The connection may be given to a worker that was just killed.
        const answer = await get(`${namespace}/process`).catch(() => undefined);
        if (answer?.status === 200) pids.add(Number(answer.text));
        else await pause(POLL);
      }
      return pids;
    };

    const runs = (): readonly number[] => {
      const file = join(place.directory, "runs");
      return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
    };
    const untilRuns = async (isEnough: (pids: readonly number[]) => boolean): Promise<readonly number[]> => {
      while (!isOver && !isEnough(runs())) await pause(POLL);
      return runs();
    };

    it("answers from one port with all, and shows each what was acknowledged by another", async () => {
      const served = await serve({ KALENDS_LOG_LEVEL: "info" });
      expect(served.output.match(/Created the account/g)).to.have.length(1);
      expect(served.output.match(/ready at/g)).to.have.length(1);
      const pids = await processesOf(served, ({ size }) => size === 2);
      expect([...pids]).to.not.include(served.pid);
      const authorization = basic("admin", printedSecret(served.output));
      for (const title of ["One", "Two", "Three"]) {
        const created = await postEvent(served, authorization, { title });
        const { id } = (await created.json()) as { readonly id: number };
        for (let time = 0; time < 4; time += 1) {
          const { status, text } = await get(`${served.namespace}/events/${id}`);
          expect(status).to.equal(200);
          expect(JSON.parse(text)).to.include({ title });
        }
      }
      const { code, errors } = await served.end("SIGTERM");
      expect(code, errors).to.equal(0);
      const lines = errors.trim().split("\n");
      const log = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      expect(log.filter(({ msg }) => msg === "started")).to.have.length(1);
      const workers = new Set(log.filter(({ msg }) => msg === "answered").map(({ worker }) => worker));
      expect([...workers].sort()).to.deep.equal([1, 2]);
    });

    // The contract tests of stores check that another process gets the lease, so one store is enough here.
    if (firstStore.includes(store)) {
      it("runs jobs in one; when that is killed another goes on with them, and it is replaced", async () => {
        const served = await serve();
        const [killed = 0] = await untilRuns(({ length }) => length > 2);
        expect(new Set(runs()).size).to.equal(1);
        process.kill(killed, "SIGKILL");
        const others = await processesOf(
          served,
          (pids) => [...pids].filter((pid) => pid !== killed).length === 2,
        );
        const [, next = 0] = new Set(
          await untilRuns((pids) => pids.filter((pid) => pid !== killed).length > 2),
        );
        expect(new Set(runs())).to.deep.equal(new Set([killed, next]));
        expect([...others]).to.include(next);
        const { code, errors } = await served.end("SIGTERM");
        expect(code, errors).to.equal(0);
      });
    }
  });
}

describe("kalends serve with KALENDS_WORKERS", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const isListening = ({ origin }: Served): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });

  it("finishes the request that runs when it is stopped", async () => {
    const served = await place.spawnServer({ KALENDS_WORKERS: "2" });
    const body = "title=Late";
    const { socket, answer } = await beginRequest(served, body);
    const ended = served.end("SIGTERM");
    socket.write(body);
    expect(await answer)
      .to.include("HTTP/1.1 400")
      .and.to.include("rest_missing_callback_param");
    expect((await ended).code).to.equal(0);
    expect(existsSync(join(place.directory, "kalends.db-wal"))).to.equal(false);
  });

  it("ends at once at a second signal", async () => {
    const served = await place.spawnServer({ KALENDS_WORKERS: "2" });
    const { answer } = await beginRequest(served, "title=Never");
    void served.end("SIGTERM");
    // When the port is closed, the server has received the first signal.
    while (await isListening(served)) await pause(POLL);
    expect((await served.end("SIGTERM")).code).to.equal(null);
    expect(await answer).to.equal("HTTP/1.1 100 Continue\r\n\r\n");
  });

  it("says once, in one line, what is wrong for all", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const { code, output, errors } = await place.spawn(["serve"], {
      KALENDS_WORKERS: "3",
      KALENDS_PORT: port,
    });
    await new Promise((resolve) => other.close(resolve));
    expect(code).to.equal(1);
    expect(output).to.equal("");
    expect(errors).to.equal(
      `kalends: Cannot listen on 127.0.0.1, port ${port}: the port is in use; stop the other program, or choose another port with --port or KALENDS_PORT\n`,
    );
  });

  it("tells all mistakes of the configuration before it begins any", async () => {
    const { code, errors } = await place.spawn(["serve"], {
      KALENDS_WORKERS: "2",
      KALENDS_STORAGE: "sqlite::memory:",
      KALENDS_PORT: "eighty",
    });
    expect(code).to.equal(1);
    expect(errors.trimEnd().split("\n")).to.have.length(2);
    expect(errors).to.include("KALENDS_WORKERS must be 1").and.to.include("KALENDS_PORT");
  });
});
