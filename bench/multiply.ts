import { type Document, MongoClient } from "mongodb";

/** Number of events that the command `seed` creates. All other events are copies of them on other days. */
export const SEEDED = 1_000;
/** Number of days with seeded events; ten events start on each day. */
const DAYS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Difference between the ids of a copy and the ids of the next copy. Larger than all seeded ids. */
const STEP = 10_000;
const BATCH = 1000;

/** Adds days to a wall clock time, as if it were UTC. */
const later = (time: string, days: number): string =>
  new Date(Date.parse(`${time.replace(" ", "T")}Z`) + days * DAY_MS)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");

const copyOf = (event: Document, copy: number): Document => {
  const { start, end, utcStart, utcEnd } = event.schedule;
  const [from, until, utcFrom, utcUntil] = [start, end, utcStart, utcEnd].map((time) =>
    later(time, copy * DAYS),
  );
  return {
    ...event,
    _id: event._id + copy * STEP,
    slug: `${event.slug}-${copy}`,
    schedule: { ...event.schedule, start: from, end: until, utcStart: utcFrom, utcEnd: utcUntil },
  };
};

/**
 * Copies the seeded events in the database until the calendar has `events`, because creating a million events
 * takes hours. Also copies their unique keys and multiplies the usage counts of terms.
 */
export const multiply = async (address: string, events: number): Promise<void> => {
  const copies = Math.ceil(events / SEEDED) - 1;
  if (copies < 1) return;
  const client = await new MongoClient(address).connect();
  try {
    const db = client.db();
    const collection = db.collection("events");
    const seeded = await collection.find().toArray();
    // Indexes are dropped first and created again at the end, because that is faster than updating them.
    const indexes = (await collection.listIndexes().toArray()).filter(({ name }) => name !== "_id_");
    for (const { name } of indexes) await collection.dropIndex(name);
    for (let copy = 1; copy <= copies; copy += 1) {
      for (let first = 0; first < seeded.length; first += BATCH) {
        const batch = seeded.slice(first, first + BATCH).map((event) => copyOf(event, copy));
        const claims: readonly Document[] = batch.flatMap(({ _id, slug, derived }) => [
          { _id: `record/${_id}`, kind: "event" },
          ...(derived.claimsSlug ? [{ _id: `event/${slug}`, holder: _id }] : []),
        ]);
        await collection.insertMany(batch, { ordered: false });
        await db.collection<Document>("claims").insertMany([...claims], { ordered: false });
      }
      if (process.stderr.isTTY) process.stderr.write(`\r${copy} of ${copies} copies`);
    }
    await collection.createIndexes(
      indexes.map(({ v: _version, ns: _namespace, key, ...rest }) => ({ key, ...rest })),
    );
    const statuses = ["publish", "draft", "pending", "private"].map((status) => `usage.${status}`);
    const factors = Object.fromEntries(statuses.map((name) => [name, copies + 1]));
    await db.collection("terms").updateMany({}, { $mul: factors });
    // Changes of usage counts that are not yet added to the terms.
    await db.collection("usage").updateMany({}, { $mul: { change: copies + 1 } });
    const last = STEP * (copies + 2);
    const sequences = db.collection<{ readonly _id: string; readonly last: number }>("sequences");
    await sequences.updateOne({ _id: "record" }, { $max: { last } });
  } finally {
    await client.close();
  }
};
