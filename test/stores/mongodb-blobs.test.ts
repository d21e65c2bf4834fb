import type { BlobStore } from "@kalends/core";
import { openMongodbBlobStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";

async function* pieces(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* failing(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(600_000, 1);
  throw new Error("cut off");
}

const textOf = async (bytes: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> => {
  if (bytes === undefined) return undefined;
  const all: Uint8Array[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all).toString();
};

describeWithServer("openMongodbBlobStore", () => {
  let address: string;
  let blobs: BlobStore;
  beforeEach(async () => {
    address = await newDatabase();
    blobs = await openMongodbBlobStore(address);
  });
  afterEach(() => blobs.close());

  const filesIn = async (): Promise<number> => {
    const db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    return (
      (await db.collection("blobs.files").countDocuments()) +
      (await db.collection("blobs.chunks").countDocuments())
    );
  };

  it("keeps bytes, whole and in parts", async () => {
    expect(await blobs.put("2030/01/a.jpg", pieces("hello ", "world"))).to.equal(true);
    expect(await blobs.size("2030/01/a.jpg")).to.equal(11);
    expect(await textOf(await blobs.read("2030/01/a.jpg"))).to.equal("hello world");
    expect(await textOf(await blobs.read("2030/01/a.jpg", { first: 4, last: 6 }))).to.equal("o w");
    expect(await textOf(await blobs.read("2030/01/a.jpg", { first: 10, last: 10 }))).to.equal("d");
    expect(await blobs.size("other")).to.equal(undefined);
    expect(await blobs.read("other")).to.equal(undefined);
  });

  it("keeps bytes over many chunks, and none", async () => {
    const long = "0123456789".repeat(100_000);
    await blobs.put("long", pieces(long));
    await blobs.put("empty", pieces());
    expect(await textOf(await blobs.read("long"))).to.equal(long);
    expect(await textOf(await blobs.read("long", { first: 500_003, last: 500_005 }))).to.equal("345");
    expect(await blobs.size("empty")).to.equal(0);
    expect(await textOf(await blobs.read("empty"))).to.equal("");
  });

  it("never changes the bytes of a name, whoever comes at the same time", async () => {
    const answers = await Promise.all(["a", "b", "c"].map((text) => blobs.put("same", pieces(text))));
    expect(answers.filter((isKept) => isKept)).to.have.length(1);
    const kept = await textOf(await blobs.read("same"));
    expect(await blobs.put("same", pieces("later"))).to.equal(false);
    expect(await textOf(await blobs.read("same"))).to.equal(kept);
    expect(await filesIn()).to.equal(2);
  });

  it("keeps nothing of what was cut off", async () => {
    const error = await blobs.put("half", failing()).catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message", "cut off");
    expect(await blobs.size("half")).to.equal(undefined);
    expect(await filesIn()).to.equal(0);
    expect(await blobs.put("half", pieces("whole"))).to.equal(true);
  });

  it("removes, once, and reads names on in the order of their characters", async () => {
    for (const name of ["b", "a/1", "a-1", "c"]) await blobs.put(name, pieces(name));
    expect(await blobs.readAfter("", 3)).to.deep.equal(["a-1", "a/1", "b"]);
    expect(await blobs.readAfter("b", 3)).to.deep.equal(["c"]);
    expect(await blobs.remove("b")).to.equal(true);
    expect(await blobs.remove("b")).to.equal(false);
    expect(await blobs.readAfter("", 9)).to.deep.equal(["a-1", "a/1", "c"]);
    expect(await filesIn()).to.equal(6);
  });
});
