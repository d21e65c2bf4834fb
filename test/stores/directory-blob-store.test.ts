import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BlobStore, CalendarError } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import { blobStoreContract, durableBlobStoreContract } from "@kalends/storage-contract";
import { expect } from "chai";
import { newFiles } from "./new-files.ts";

async function* text(value: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(value);
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const expectUnavailable = (error: unknown, cause: string): void => {
  expect(error).to.be.instanceOf(CalendarError).with.property("code", "rest_storage_unavailable");
  expect(error).to.have.nested.property("cause.message").that.includes(cause);
};

describe("blobs in a directory", () => {
  const newPath = newFiles();
  blobStoreContract(() => openDirectoryBlobStore(newPath()));
  durableBlobStoreContract({
    newPlace: newPath,
    opener: new URL("./open-directory-blobs.js", import.meta.url),
  });
});

describe("openDirectoryBlobStore", () => {
  let folder = "";
  let media = "";
  let store: BlobStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kalends-blobs-"));
    media = join(folder, "kept", "media");
    store = await openDirectoryBlobStore(media);
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it("creates nothing before the first blob", async () => {
    expect(await store.size("a")).to.equal(undefined);
    expect(await store.readAfter("", 10)).to.deep.equal([]);
    expect(await store.remove("a")).to.equal(false);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("keeps a blob in the file of its name, for the owner alone", async () => {
    await store.put("2030/01/a.jpg", text("bytes"));
    expect(await readFile(join(media, "2030/01/a.jpg"), "utf8")).to.equal("bytes");
    for (const [path, mode] of [
      ["", 0o700],
      ["2030", 0o700],
      ["2030/01", 0o700],
      ["2030/01/a.jpg", 0o600],
    ] as const)
      expect((await stat(join(media, path))).mode & 0o777, path).to.equal(mode);
  });

  it("leaves no drafts, whether a blob is kept, refused or broken off", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("part");
      throw new Error("broken off");
    }
    await store.put("a", text("one"));
    await store.put("a", text("two"));
    await rejection(store.put("b", failing()));
    expect(await readdir(join(media, ".incoming"))).to.deep.equal([]);
  });

  it("removes what killed writers left an hour ago, and nothing that is younger", async () => {
    await store.put("a", text("one"));
    const [old, young] = [join(media, ".incoming", "old"), join(media, ".incoming", "young")];
    await writeFile(old, "left");
    await writeFile(young, "being written");
    const now = Date.parse("2030-01-01T12:00:00Z");
    await utimes(old, now / 1000, now / 1000 - 3601);
    await utimes(young, now / 1000, now / 1000 - 3599);
    const next = await openDirectoryBlobStore(media, { clock: { now: () => now } });
    await next.put("b", text("two"));
    await next.close();
    expect(await readdir(join(media, ".incoming"))).to.deep.equal(["young"]);
  });

  it("lists neither drafts nor what others put there", async () => {
    await store.put("a/b", text("one"));
    await writeFile(join(media, ".incoming", "draft"), "");
    await writeFile(join(media, "README.md"), "");
    await writeFile(join(media, "a", ".DS_Store"), "");
    await mkdir(join(media, "Other"));
    await writeFile(join(media, "Other", "x"), "");
    expect(await store.readAfter("", 10)).to.deep.equal(["a/b"]);
  });

  it("follows no link below the directory", async () => {
    await store.put("a", text("one"));
    const outside = join(folder, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "secret"), "secret");
    await symlink(join(outside, "secret"), join(media, "file"));
    await symlink(outside, join(media, "folder"));
    await symlink("loop", join(media, "loop"));
    for (const name of ["file", "folder/secret", "folder", "loop"]) {
      expect(await store.size(name), name).to.equal(undefined);
      expect(await store.read(name), name).to.equal(undefined);
      expect(await store.remove(name), name).to.equal(false);
    }
    expectUnavailable(await rejection(store.put("folder/b", text("two"))), "is not a directory");
    expect(await store.put("file", text("two"))).to.equal(false);
    expect(await readdir(outside)).to.deep.equal(["secret"]);
    expect(await readFile(join(outside, "secret"), "utf8")).to.equal("secret");
    expect(await store.readAfter("", 10)).to.deep.equal(["a"]);
  });

  it("may lie behind a link itself", async () => {
    await mkdir(join(folder, "disk"));
    await symlink(join(folder, "disk"), join(folder, "linked"));
    const linked = await openDirectoryBlobStore(join(folder, "linked"));
    expect(await linked.put("a/b", text("one"))).to.equal(true);
    expect(await linked.size("a/b")).to.equal(3);
    await linked.close();
  });

  it("opens a file only while it is read", async () => {
    await store.put("a", text("x".repeat(300_000)));
    const openFiles = async (): Promise<number> => (await readdir("/proc/self/fd").catch(() => [])).length;
    const before = await openFiles();
    const pieces = ((await store.read("a")) ?? text(""))[Symbol.asyncIterator]();
    expect(await openFiles()).to.equal(before);
    await pieces.next();
    await pieces.return?.(undefined);
    expect(await openFiles()).to.equal(before);
  });

  it("fails rather than ends early when a file has become shorter", async () => {
    await store.put("a", text("x".repeat(300_000)));
    const pieces = (await store.read("a")) ?? text("");
    const reading = (async () => {
      for await (const _ of pieces) await truncate(join(media, "a"), 100_000);
    })();
    expectUnavailable(await rejection(reading), "has become shorter");
  });

  it("says what it is told when the path is empty, or something else is there", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(await rejection(openDirectoryBlobStore(" ")))
      .to.have.property("message")
      .that.includes("empty");
    expect(await rejection(openDirectoryBlobStore(file)))
      .to.have.property("message")
      .that.includes("is not a directory");
  });

  it("is unavailable, with the cause, when the disk is at fault", async () => {
    await store.put("a/b", text("one"));
    await rm(join(media, ".incoming"), { recursive: true });
    await writeFile(join(media, ".incoming"), "");
    expectUnavailable(await rejection(store.put("c", text("two"))), "is not a directory");
    expect(await store.readAfter("", 10)).to.deep.equal(["a/b"]);
    const displaced = await openDirectoryBlobStore(join(folder, "later", "media"));
    await writeFile(join(folder, "later"), "");
    expectUnavailable(await rejection(displaced.put("a", text("one"))), "ENOTDIR");
    await displaced.close();
  });
});
