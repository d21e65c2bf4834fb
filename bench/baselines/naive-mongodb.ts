import { createReadStream, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import Router from "@koa/router";
import Koa from "koa";
import { type Document, type Filter, MongoClient, type Sort } from "mongodb";

/**
 * Naive server on MongoDB. It serves the same records from one collection with `find().sort().skip().limit()`
 * and `countDocuments`, behind Koa.
 * It has the same date range, filter, order and indexes as Kalends, but no validation and no links. A single
 * event has more members than an event in a list, so the requested single events are in a second collection.
 * If the database already has events, they are used.
 */
interface NaiveEvent extends Document {
  readonly _id: number;
}

const BATCH = 1000;
const [documents = "", singles = "", address = ""] = process.argv.slice(2);
const client = await new MongoClient(address).connect();
const events = client.db().collection<NaiveEvent>("events");
const ones = client.db().collection<NaiveEvent>("singles");
const ORDER: Sort = { start_date: 1, date: 1, _id: 1 };

const toDocument = (text: string): NaiveEvent => {
  const event = JSON.parse(text);
  return { _id: event.id, ...event };
};
const fill = async (): Promise<void> => {
  await events.createIndex({ start_date: 1, date: 1, _id: 1 });
  await events.createIndex({ "categories.id": 1, start_date: 1, date: 1, _id: 1 });
  await ones.createIndex({ slug: 1 });
  let batch: NaiveEvent[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await events.insertMany(batch, { ordered: false });
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(documents) })) {
    batch.push(toDocument(line));
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await ones.insertMany(readFileSync(singles, "utf8").split("\n").map(toDocument));
};
if ((await ones.findOne({})) === null) await fill();

const template: Document = (await events.findOne({})) ?? {};
const [highest] = await events.find({}, { sort: { _id: -1 }, limit: 1 }).toArray();
let lastId = highest?._id ?? 0;

/** Converts the query string of a list request to a MongoDB filter. */
const filterOf = (query: Readonly<Record<string, string | string[] | undefined>>): Filter<NaiveEvent> => {
  const { first, last, search = "", category } = query;
  const words = String(search).split(" ").filter(Boolean);
  const found = words.map((word) => new RegExp(word, "i"));
  return {
    start_date: { $gte: first, $lte: last },
    ...(category !== undefined && { "categories.id": Number(category) }),
    ...(found.length > 0 && {
      $and: found.map((word) => ({ $or: [{ title: word }, { description: word }] })),
    }),
  };
};

const router = new Router();
router.get("/list", async (ctx) => {
  const { limit, offset } = ctx.query;
  const filter = filterOf(ctx.query);
  const [found, total] = await Promise.all([
    events.find(filter).sort(ORDER).skip(Number(offset)).limit(Number(limit)).toArray(),
    events.countDocuments(filter),
  ]);
  ctx.body = { events: found, total };
});
router.get("/one", async (ctx) => {
  const { id, slug } = ctx.query;
  ctx.body = (await ones.findOne(slug === undefined ? { _id: Number(id) } : { slug })) ?? undefined;
});
router.post("/create", async (ctx) => {
  let text = "";
  for await (const chunk of ctx.req) text += String(chunk);
  lastId += 1;
  const own = { _id: lastId, id: lastId, categories: template.categories };
  const event = { ...template, ...JSON.parse(text), ...own };
  await events.insertOne(event);
  ctx.status = 201;
  ctx.body = event;
});
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  // Cast: `address()` returns an object for a server that listens on a port.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
