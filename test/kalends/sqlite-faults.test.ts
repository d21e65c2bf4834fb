import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { damageTable } from "../sqlite/damaged-file.ts";
import {
  BIN,
  basic,
  createPlace,
  type Place,
  postEvent,
  printedSecret,
  type Served,
} from "./kalends-process.ts";

const WINDOW = "start_date=2031-01-01&end_date=2031-12-31";

describe("kalends serve, when its SQLite file fails", function () {
  this.timeout(60_000);
  let place: Place;
  let path: string;
  let authorization: string;
  beforeEach(async () => {
    place = createPlace();
    path = join(place.directory, "kalends.db");
    const served = await place.serve();
    authorization = basic("admin", printedSecret(served.output));
    expect((await postEvent(served, authorization, { title: "Before" })).status).to.equal(201);
    await served.end("SIGTERM");
  });
  afterEach(() => place.clear());

  const serve = (): Promise<Served> => place.serve({ KALENDS_LOG_LEVEL: "fatal" });

  const expectUnavailable = async (answer: Response): Promise<void> => {
    expect(answer.status).to.equal(503);
    expect(Number(answer.headers.get("retry-after"))).to.be.above(0);
    const text = await answer.text();
    expect(JSON.parse(text)).to.include({ code: "rest_storage_unavailable" });
    expect(text).to.not.match(/sqlite|malformed|\.db/i);
  };
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
  const titles = async ({ namespace }: Served): Promise<readonly string[]> => {
    const list = (await (await fetch(`${namespace}/events?${WINDOW}`)).json()) as {
      readonly events: readonly { readonly title: string }[];
    };
    return list.events.map(({ title }) => title);
  };

  it("answers 503 for a damaged page, goes on with what is sound, and serves the backup after a restart", async () => {
    copyFileSync(path, `${path}.backup`);
    damageTable(path, "kalends_events_by_status_start");
    const served = await serve();
    const { namespace, origin } = served;
    expect(await statusOf(`${origin}/readyz`)).to.equal(200);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expectUnavailable(await fetch(`${namespace}/events?${WINDOW}`));
    await expectUnavailable(await postEvent(served, authorization, { title: "Meanwhile" }));
    expect(await statusOf(`${origin}/healthz`)).to.equal(200);
    const ready = await fetch(`${origin}/readyz`);
    expect(ready.status).to.equal(503);
    expect(Number(ready.headers.get("retry-after"))).to.be.above(0);
    expect(await statusOf(`${namespace}/venues`)).to.equal(200);
    expect(await served.end("SIGTERM")).to.deep.include({ code: 0, errors: "" });

    renameSync(`${path}.backup`, path);
    const again = await serve();
    expect(await titles(again)).to.deep.equal(["Before"]);
    expect((await postEvent(again, authorization, { title: "After" })).status).to.equal(201);
  });

  it("acknowledges nothing while its file is elsewhere, and goes on when it is back", async () => {
    const served = await serve();
    const { namespace, origin } = served;
    renameSync(path, `${path}.elsewhere`);
    await expectUnavailable(await postEvent(served, authorization, { title: "Nowhere" }));
    await expectUnavailable(await fetch(`${namespace}/events`));
    expect(await statusOf(`${origin}/readyz`)).to.equal(503);
    expect(await statusOf(`${origin}/healthz`)).to.equal(200);
    expect(existsSync(path)).to.equal(false);
    renameSync(`${path}.elsewhere`, path);
    expect(await statusOf(`${origin}/readyz`)).to.equal(200);
    expect((await postEvent(served, authorization, { title: "After" })).status).to.equal(201);
    expect(await titles(served)).to.deep.equal(["Before", "After"]);
    expect((await served.end("SIGTERM")).code).to.equal(0);
  });

  it("serves a backup that was put into the place of its file after a restart, with nothing else in it", async () => {
    copyFileSync(path, `${path}.backup`);
    const served = await serve();
    expect((await postEvent(served, authorization, { title: "Too late" })).status).to.equal(201);
    renameSync(`${path}.backup`, path);
    expect(await statusOf(`${served.origin}/readyz`)).to.equal(503);
    await expectUnavailable(await postEvent(served, authorization, { title: "Nowhere" }));
    expect((await served.end("SIGTERM")).code).to.equal(0);
    const again = await serve();
    expect(await titles(again)).to.deep.equal(["Before"]);
  });

  for (const [what, args] of [
    ["serve", ["serve"]],
    ["export", ["export", "backup"]],
    ["user list", ["user", "list"]],
  ] as const) {
    it(`says in one line that the file is damaged (${what})`, async () => {
      damageTable(path, "kalends_accounts");
      const run = what === "serve" ? place.spawn : place.run;
      const { code, errors } = await run(args, { KALENDS_LOG_LEVEL: "fatal", KALENDS_PORT: "0" });
      expect(errors).to.equal(
        "kalends: The storage does not respond: database disk image is malformed. Run `kalends doctor` to find the damage, or `kalends restore FOLDER --replace` to restore a backup.\n",
      );
      expect(code).to.equal(1);
    });
  }

  it("goes on, and ends in order, when its log cannot be written", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    rmSync(path);
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [BIN, "serve"], {
      cwd: place.directory,
      env: { PATH: process.env.PATH, KALENDS_PORT: "0", KALENDS_PLUGINS: "none" },
      stdio: ["ignore", "pipe", full],
    });
    closeSync(full);
    const ended = once(child, "close");
    let output = "";
    for await (const piece of child.stdout?.setEncoding("utf8") ?? []) {
      output += String(piece);
      if (output.includes("is ready at")) break;
    }
    const origin = new URL(/ready at (\S+)/.exec(output)?.[1] ?? "").origin;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await statusOf(`${origin}/wp-json/tribe/events/v1/events`)).to.equal(200);
    }
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });
});
