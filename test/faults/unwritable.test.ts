import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { formOf, formWith } from "../http/uploads.ts";
import {
  basic,
  createPlace,
  type Place,
  postEvent,
  printedSecret,
  type Served,
} from "../kalends/kalends-process.ts";
import { mountDisk, writeProtect } from "./disks.ts";

/** Size of the file system in MiB. */
const SIZE = 12;
const CLIENTS = 8;
const REFUSALS = 24;
const SERIES = {
  ...{ title: "Rehearsal", start_date: "2030-01-01 10:00:00", end_date: "2030-01-01 11:00:00" },
  recurrence: { rules: "FREQ=DAILY;COUNT=100" },
};
const TAGS = [1, 2].map((number) => ({
  ...{ method: "POST", path: "/tags" },
  body: { name: `Tag ${number}`, description: "z".repeat(50_000) },
}));

// rules/errors.md#storage-full, rules/errors.md#storage-unavailable
describe("kalends serve, when nothing can be written", function () {
  this.timeout(60_000);
  let place: Place;
  let served: Served;
  let authorization: string;
  let picture: Buffer;
  before(async () => {
    picture = await aPicture(64, 64);
  });
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const serve = async (start = place.serve): Promise<void> => {
    served = await start({ KALENDS_LOG_LEVEL: "fatal" });
    if (served.output.includes("Created the account")) {
      authorization = basic("admin", printedSecret(served.output));
    }
  };
  const send = (method: string, path: string, body?: FormData | object, key?: string): Promise<Response> =>
    fetch(`${served.namespace}${path}`, {
      method,
      headers: {
        authorization,
        ...(key !== undefined && { "idempotency-key": key }),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const idOf = async (answer: Promise<Response>): Promise<number> => {
    const { status } = await answer;
    expect(status).to.equal(201);
    return ((await (await answer).json()) as { readonly id: number }).id;
  };
  const upload = (): Promise<Response> => send("POST", "/images", formOf(["file", picture, "hall.png"]));
  const anEvent = (title: string): Promise<Response> =>
    postEvent(served, authorization, { title, description: "x".repeat(30_000) });
  const listed = async (): Promise<ReadonlyMap<number, string>> => {
    const found = new Map<number, string>();
    let next: string | undefined =
      `${served.namespace}/events?start_date=2031-01-01&end_date=2031-12-31&per_page=200`;
    while (next !== undefined) {
      const page = (await (await fetch(next)).json()) as {
        readonly events: readonly { readonly id: number; readonly title: string }[];
        readonly next_rest_url?: string;
      };
      for (const { id, title } of page.events) found.set(id, title);
      next = page.next_rest_url;
    }
    return found;
  };
  const files = (): readonly string[] => {
    const entries = readdirSync(join(place.directory, "kalends-media"), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const expectRefusal = async (answer: Response, status: number, code: string): Promise<void> => {
    expect(await answer.json()).to.nested.include({ code, "data.status": status });
    expect(answer.status).to.equal(status);
    expect(Number(answer.headers.get("retry-after"))).to.be.above(0);
  };

  /**
   * Makes the files unwritable and checks the responses. Then makes them writable again and repeats the
   * checks.
   */
  const whileUnwritable = async (
    status: number,
    code: string,
    {
      begin,
      end,
      ready = 200,
    }: { readonly begin: () => void; readonly end: () => void; readonly ready?: number },
  ): Promise<void> => {
    const event = await idOf(anEvent("Before"));
    const venue = await idOf(send("POST", "/venues", { venue: "Hall" }));
    const image = await idOf(upload());
    const shown = await (await fetch(`${served.namespace}/events/${event}`)).text();
    const before = files();
    begin();
    try {
      const writes = [
        ...Array.from({ length: CLIENTS }, () => anEvent("Meanwhile")),
        send("PUT", `/events/${event}`, { title: "Changed", description: "y".repeat(100_000) }),
        send("DELETE", `/venues/${venue}`),
        send("POST", "/categories", { name: "Jazz" }),
        send("POST", "/events", { ...SERIES, description: "z".repeat(100_000) }),
        send("POST", "/batch", { atomic: true, requests: TAGS }, "one-batch"),
        send("POST", "/batch", { requests: TAGS }, "another-batch"),
        upload(),
      ];
      for (const answer of await Promise.all(writes)) await expectRefusal(answer, status, code);
      expect(await (await fetch(`${served.namespace}/events/${event}`)).text()).to.equal(shown);
      expect((await send("GET", `/images/${image}`)).status).to.equal(200);
      expect([...(await listed()).values()]).to.deep.equal(["Before"]);
      expect((await fetch(`${served.origin}/readyz`)).status).to.equal(ready);
      expect(files()).to.deep.equal(before);
    } finally {
      end();
    }
    for (const done of await Promise.all([anEvent("After"), upload()])) expect(done.status).to.equal(201);
    // The refused request did not store its idempotency key, so the key can be used again.
    expect((await send("POST", "/batch", { atomic: true, requests: TAGS }, "one-batch")).status).to.equal(
      200,
    );
    expect((await send("DELETE", `/venues/${venue}`)).status).to.equal(200);
    expect((await served.end("SIGTERM")).code).to.equal(0);
    await serve();
    expect([...(await listed()).values()]).to.deep.equal(["Before", "After"]);
  };

  describe("as the disk is full", () => {
    let remove: (() => void) | undefined;
    afterEach(() => remove?.());

    it("answers 507, reads go on, no files are left, and it writes again when there is room", async function () {
      const disk = mountDisk(place.directory, SIZE);
      if (disk === undefined) return this.skip();
      remove = disk.remove;
      await serve();
      await whileUnwritable(507, "rest_storage_full", { begin: disk.fill, end: disk.empty });
      await served.end("SIGTERM");
    });

    it("answers 507 to images alone where they have a disk of their own", async function () {
      const media = join(place.directory, "kalends-media");
      mkdirSync(media);
      const disk = mountDisk(media, 1);
      if (disk === undefined) return this.skip();
      remove = disk.remove;
      await serve();
      const before = (await upload()).status;
      const kept = files();
      disk.fill();
      await expectRefusal(await upload(), 507, "rest_storage_full");
      await expectRefusal(
        await send("POST", "/venues", formWith({ venue: "Hall" }, ["image", picture, "hall.png"])),
        507,
        "rest_storage_full",
      );
      expect(files().filter((name) => name !== "filler")).to.deep.equal(kept);
      expect((await anEvent("Without a picture")).status).to.equal(201);
      disk.empty();
      expect([before, (await upload()).status]).to.deep.equal([201, 201]);
      await served.end("SIGTERM");
    });

    it("has all that it has acknowledged while the disk filled up, and nothing that it has refused", async function () {
      const disk = mountDisk(place.directory, SIZE);
      if (disk === undefined) return this.skip();
      remove = disk.remove;
      await serve(place.spawnServer);
      const acknowledged = new Map<number, string>();
      let refusals = 0;
      const write = async (client: number): Promise<void> => {
        for (let number = 0; refusals < REFUSALS; number += 1) {
          const title = `Event ${client}.${number}`;
          const answer = await anEvent(title);
          const body = (await answer.json()) as { readonly id: number; readonly code?: string };
          if (answer.status === 201) acknowledged.set(body.id, title);
          else {
            expect([answer.status, body.code]).to.deep.equal([507, "rest_storage_full"]);
            refusals += 1;
          }
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client)));
      await served.end("SIGKILL");
      await serve();
      const found = await listed();
      expect(acknowledged.size).to.be.above(CLIENTS);
      expect(found).to.deep.equal(acknowledged);
      await served.end("SIGTERM");
    });
  });

  it("answers 503 while the files are write-protected, reads go on, and it writes again when they are not", async function () {
    await serve();
    let allow: (() => void) | undefined;
    const begin = (): void => {
      allow = writeProtect(place.directory);
      if (allow === undefined) this.skip();
    };
    // A full disk can become free again, so the server remains ready. Missing permissions on the image folder
    // are permanent.
    await whileUnwritable(503, "rest_storage_unavailable", { begin, end: () => allow?.(), ready: 503 });
  });

  it("answers 503 while the system lets no file grow, reads go on, and it writes again when it does", async function () {
    await serve(place.spawnServer);
    const limit = (bytes: string): void =>
      void execFileSync("prlimit", ["--pid", String(served.pid), `--fsize=${bytes}:`], { stdio: "ignore" });
    try {
      limit("unlimited");
    } catch {
      return this.skip();
    }
    await whileUnwritable(503, "rest_storage_unavailable", {
      begin: () => limit("0"),
      end: () => limit("unlimited"),
    });
  });
});
