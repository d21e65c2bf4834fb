import { type BlobStore, CalendarError } from "@kalends/core";
import { blobStoreContract, durableBlobStoreContract } from "@kalends/storage-contract";
import { openMongodbBlobStore, openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import { type Db, ObjectId } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

async function* text(value: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(value);
}

const textOf = async (bytes: AsyncIterable<Uint8Array> | undefined): Promise<string | undefined> => {
  if (bytes === undefined) return undefined;
  const all: Uint8Array[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all).toString();
};

const newDb = async (): Promise<Db> =>
  (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));

describeWithServer("blobs in GridFS", () => {
  blobStoreContract(async () => openMongodbBlobStore({ db: await newDb() }));
  durableBlobStoreContract({
    newPlace: newDatabase,
    opener: new URL("./open-mongodb-blobs.js", import.meta.url),
  });
});

describeWithServer("openMongodbBlobStore", () => {
  let db: Db;
  let blobs: BlobStore;
  beforeEach(async () => {
    db = await newDb();
    blobs = await openMongodbBlobStore({ db, prefix: "calendar_" });
  });
  afterEach(() => blobs.close());

  const inDatabase = async (): Promise<readonly number[]> =>
    Promise.all(
      ["calendar_blobs.files", "calendar_blobs.chunks"].map((name) => db.collection(name).countDocuments()),
    );

  it("leaves nothing of what was cut off, refused or removed", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(600_000, 1);
      throw new Error("cut off");
    }
    const error = await blobs.put("half", failing()).catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message", "cut off");
    expect(await inDatabase()).to.deep.equal([0, 0]);
    const answers = await Promise.all(["a", "b", "c"].map((value) => blobs.put("same", text(value))));
    expect(answers.filter((isKept) => isKept)).to.have.length(1);
    expect(await inDatabase()).to.deep.equal([1, 1]);
    await blobs.remove("same");
    expect(await inDatabase()).to.deep.equal([0, 0]);
  });

  it("removes what killed writers left an hour ago, and nothing that is younger", async () => {
    const files = db.collection("calendar_blobs.files");
    const chunks = db.collection("calendar_blobs.chunks");
    const ids = [3601, 3500].map(() => new ObjectId());
    for (const [index, id] of ids.entries()) {
      const uploadDate = new Date(Date.now() - (index === 0 ? 3601 : 3500) * 1000);
      const filename = `.draft/${id.toHexString()}`;
      await files.insertOne({ _id: id, length: 0, chunkSize: 1, uploadDate, filename });
      await chunks.insertOne({ files_id: id, n: 0, data: Buffer.from("x") });
    }
    expect(await blobs.readAfter("", 10)).to.deep.equal([]);
    await blobs.put("a", text("one"));
    expect(await files.countDocuments({ _id: { $in: ids } })).to.equal(1);
    expect(await chunks.countDocuments({ files_id: ids[0] })).to.equal(0);
    expect(await chunks.countDocuments({ files_id: ids[1] })).to.equal(1);
  });

  it("refuses a name to a draft that was taken for one left behind, and keeps nothing of it", async () => {
    async function* taken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("x");
      await db.collection("calendar_blobs.files").deleteMany({});
    }
    const error = await blobs.put("a", taken()).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(CalendarError).with.property("code", "rest_storage_unavailable");
    expect(await inDatabase()).to.deep.equal([0, 0]);
  });

  it("fails rather than ends early when a chunk is missing", async () => {
    await blobs.put("a", text("x".repeat(600_000)));
    await db.collection("calendar_blobs.chunks").deleteOne({ n: 2 });
    const error = await textOf(await blobs.read("a")).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(CalendarError).with.property("code", "rest_storage_unavailable");
    expect(await textOf(await blobs.read("a", { first: 0, last: 3 }))).to.equal("xxxx");
  });

  it("is what other programs read as GridFS", async () => {
    const { GridFSBucket } = await import("mongodb");
    await blobs.put("2030/01/a.jpg", text("0123456789".repeat(60_000)));
    const bucket = new GridFSBucket(db, { bucketName: "calendar_blobs" });
    const all: Uint8Array[] = [];
    for await (const piece of bucket.openDownloadStreamByName("2030/01/a.jpg")) all.push(piece);
    expect(Buffer.concat(all).toString()).to.equal("0123456789".repeat(60_000));
  });

  it("lies apart by prefixes, beside a store on the same connection, which ends with it", async () => {
    const address = await newDatabase();
    const { store, openBlobStore } = await openMongodbStorage(address);
    const beside = await openBlobStore();
    await beside.put("a", text("one"));
    expect(await blobs.size("a")).to.equal(undefined);
    await beside.close();
    await store.ping();
    await store.close();
    const again = await openMongodbBlobStore(address);
    expect(await textOf(await again.read("a"))).to.equal("one");
    await again.close();
  });
});
