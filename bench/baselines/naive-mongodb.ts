import { createReadStream, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import Router from "@koa/router";
import Koa from "koa";
import { type Document, type Filter, MongoClient, type Sort } from "mongodb";
import { toPlan } from "../mongodb-plans.ts";

/**
 * The same documents in one collection: `find().sort().skip().limit()` and `countDocuments` of the driver behind Koa. It has
 * the window, filter, order and indexes that Kalends has; it checks nothing and links nothing.
 */
interface NaiveEvent extends Document {
  readonly _id: number;
}

const BATCH = 1000;
const [address = "", documents = "", singles = ""] = process.argv.slice(2);
const client = await new MongoClient(address).connect();
const events = client.db().collection<NaiveEvent>("events");
const ORDER: Sort = { start_date: 1, date: 1, _id: 1 };
await events.createIndex({ start_date: 1, date: 1, _id: 1 });
await events.createIndex({ "categories.id": 1, start_date: 1, date: 1, _id: 1 });

const toDocument = (text: string): NaiveEvent => {
  const event = JSON.parse(text);
  return { _id: event.id, ...event };
};
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
// A single event is shown with more members than a listed one: it gets a document of the size that is answered.
const shown = readFileSync(singles, "utf8").split("\n").map(toDocument);
for (const { _id, ...members } of shown) await events.replaceOne({ _id }, members);

const { _id, ...template } = shown[0] ?? {};
const [highest] = await events.find({}, { sort: { _id: -1 }, limit: 1 }).toArray();
let lastId = highest?._id ?? 0;

/** What the query of a list asks for. */
const filterOf = (query: Readonly<Record<string, string | string[] | undefined>>): Filter<NaiveEvent> => {
  const { start_date: first, end_date: last, search, category } = query;
  const word = new RegExp(String(search), "i");
  return {
    start_date: { $gte: `${first} 00:00:00`, $lte: `${last} 23:59:59` },
    ...(category !== undefined && { "categories.id": Number(category) }),
    ...(search !== undefined && { $or: [{ title: word }, { description: word }] }),
  };
};

const router = new Router();
router.get("/list", async (ctx) => {
  const { limit, offset = "0" } = ctx.query;
  const filter = filterOf(ctx.query);
  const [found, total] = await Promise.all([
    events.find(filter).sort(ORDER).skip(Number(offset)).limit(Number(limit)).toArray(),
    events.countDocuments(filter),
  ]);
  ctx.body = { events: found, total };
});
router.get("/one", async (ctx) => {
  ctx.body = (await events.findOne({ _id: Number(ctx.query.id) })) ?? undefined;
});
router.post("/create", async (ctx) => {
  let text = "";
  for await (const chunk of ctx.req) text += String(chunk);
  lastId += 1;
  const event = { _id: lastId, ...template, ...JSON.parse(text), id: lastId };
  await events.insertOne(event);
  ctx.status = 201;
  ctx.body = event;
});
/** How its database carries out both commands of a list. */
router.get("/plan", async (ctx) => {
  const { limit, offset = "0" } = ctx.query;
  const filter = filterOf(ctx.query);
  const find = { find: "events", filter, sort: ORDER, skip: Number(offset), limit: Number(limit) };
  const count = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }];
  ctx.body = [
    await toPlan(client.db(), find),
    await toPlan(client.db(), { aggregate: "events", pipeline: count, cursor: {} }),
  ];
});
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  // A server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
