import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { anAccount, anEvent, anImage, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";
import { openJsonStore } from "../src/open-json-store.ts";
import { newFolders } from "./new-folders.ts";

const CHILD = fileURLToPath(new URL("./child.js", import.meta.url));

const failure = (work: Promise<unknown>): Promise<Error & { readonly code?: string }> =>
  work.then(
    () => expect.fail("it did not fail"),
    (error) => error,
  );

describe("the store in JSON files", () => {
  const newFolder = newFolders();
  const opened: StoreWithAccounts[] = [];
  const children: ChildProcess[] = [];

  const open = async (folder: string): Promise<StoreWithAccounts> => {
    const store = await openJsonStore(folder);
    opened.push(store);
    return store;
  };
  /**
   * Starts a process that writes to the folder, and waits until it has printed `count` lines. Returns a
   * function that kills the process and returns all printed lines.
   */
  const startWriter = async (folder: string, count: number): Promise<() => Promise<readonly string[]>> => {
    const child = spawn(process.execPath, [CHILD, folder], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const printed: string[] = [];
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.on("line", (line) => printed.push(line) === count && resolve());
      child.once("exit", () => reject(new Error("the process ended too early")));
    });
    return async () => {
      const ended = [once(child, "exit"), once(lines, "close")];
      child.kill("SIGKILL");
      await Promise.all(ended);
      return printed;
    };
  };
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    for (const store of opened.splice(0)) await store.close();
  });

  it("keeps everything when it is opened again", async () => {
    const folder = newFolder();
    const first = await open(folder);
    await first.transaction(async ({ events, venues, terms, images, ids }) => {
      await venues.save(aVenue({ id: 2 }));
      await terms.save(aTerm({ id: 1 }));
      await images.save(anImage({ id: 3 }));
      await events.save(anEvent({ id: 1, venueId: 2, categoryIds: [1], extensions: { p: { x: 1 } } }));
      await ids.reserve("record", 3);
    });
    await (await first.openAccounts()).save(anAccount({ id: 1 }));
    const everything = async ({ events, venues, terms, images, ids, openAccounts }: StoreWithAccounts) => [
      await events.list(EVERYTHING),
      await venues.readAfter(0, 10),
      await terms.readAfter(0, 10),
      await images.readAfter(0, 10),
      await (await openAccounts()).list(),
      await ids.last("record"),
    ];
    const before = await everything(first);
    await first.close();
    expect(await everything(await open(folder))).to.deep.equal(before);
  });

  it("hands out no id again after it was opened again, not even one of a unit that failed", async () => {
    const folder = newFolder();
    const first = await open(folder);
    const given = [await first.ids.next("record")];
    await failure(
      first.transaction(async ({ ids }) => {
        given.push(await ids.next("record"));
        throw new Error("halfway");
      }),
    );
    await first.close();
    expect(given).to.deep.equal([1, 2]);
    expect(await (await open(folder)).ids.next("record")).to.equal(3);
  });

  it("refuses a second process, naming the first, and gives the folder away when it is closed", async () => {
    const folder = newFolder();
    const kill = await startWriter(folder, 2);
    const owner = String(children[0]?.pid);
    expect((await failure(open(folder))).message)
      .to.include(folder)
      .and.include(`process ${owner}`);
    await kill();
    await (await open(folder)).close();
    await (await open(folder)).close();
    expect((await readdir(folder)).filter((name) => name.startsWith("in-use"))).to.deep.equal([]);
  });

  it("refuses to be opened twice in one process", async () => {
    const folder = newFolder();
    await open(folder);
    expect((await failure(open(folder))).message).to.include(`in-use-by-process-${process.pid}`);
  });

  it("takes over from a process that was killed, with everything it had acknowledged", async () => {
    const folder = newFolder();
    for (const count of [1, 5, 20]) {
      const printed = await (await startWriter(folder, count))();
      const store = await open(folder);
      const events = await store.events.readAfter(0, 10_000);
      const acknowledged = Number(/\d+/.exec(printed.at(-1) ?? "")?.[0]);
      expect(events.length).to.be.oneOf([acknowledged, acknowledged + 1]);
      expect(events).to.deep.equal(events.map(({ id }) => anEvent({ id })));
      await store.close();
    }
  });

  it("takes over from a process of the same id that ran before", async () => {
    const folder = newFolder();
    await mkdir(folder);
    await writeFile(join(folder, `in-use-by-process-${process.pid}-started-1`), "");
    await (await open(folder)).ping();
  });

  it("answers nothing and writes nothing once it is closed, but ends what was begun", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const begun = store.events.save(anEvent({ id: 1 }));
    await store.close();
    expect(await begun).to.equal(true);
    for (const work of [
      store.ping(),
      store.events.find(1),
      store.events.save(anEvent({ id: 2 })),
      store.transaction(async () => undefined),
    ])
      expect((await failure(work)).code).to.equal("rest_storage_unavailable");
    expect(await (await open(folder)).events.readAfter(0, 10)).to.deep.equal([anEvent({ id: 1 })]);
  });

  it("keeps nothing of what it cannot write, and goes on when it can again", async () => {
    const folder = newFolder();
    const store = await open(folder);
    const inTheWay = join(folder, "calendar.json.new");
    await mkdir(inTheWay);
    const error = await failure(store.events.save(anEvent({ id: 1 })));
    expect(error.code).to.equal("rest_storage_unavailable");
    expect(error.cause).to.be.instanceOf(Error);
    expect(await store.events.find(1)).to.equal(undefined);
    await rm(inTheWay, { recursive: true });
    expect(await store.events.save(anEvent({ id: 2 }))).to.equal(true);
    expect(await store.events.readAfter(0, 10)).to.deep.equal([anEvent({ id: 2 })]);
  });

  it("leaves a file that it cannot read as it is, says which, and lets go of the folder", async () => {
    const folder = newFolder();
    await mkdir(folder);
    const path = join(folder, "calendar.json");
    await writeFile(path, '{"events": [');
    expect((await failure(open(folder))).message).to.include(path);
    expect(await readFile(path, "utf8")).to.equal('{"events": [');
    await writeFile(path, "{}");
    await (await open(folder)).ping();
  });
});
