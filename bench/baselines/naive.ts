import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Database from "better-sqlite3";
import Koa from "koa";
import type { Plan } from "../plans.ts";

/**
 * The same documents as JSON in one table: a query, a count, JSON.parse and JSON.stringify behind Koa. It has the window,
 * filter, order and indexes that Kalends has; it checks nothing and links nothing.
 */
interface NaiveEvent {
  readonly id: number;
  readonly start_date: string;
  readonly date: string;
  readonly title: string;
  readonly description: string;
  readonly categories: readonly { readonly id: number }[];
}

const [documents = "", singles = "", file = ""] = process.argv.slice(2);
const db = new Database(file);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec(`
  CREATE TABLE events(id INTEGER PRIMARY KEY, start TEXT, date TEXT, text TEXT, json TEXT);
  CREATE TABLE event_categories(category_id INTEGER, start TEXT, date TEXT, event_id INTEGER,
    PRIMARY KEY(category_id, start, date, event_id)) WITHOUT ROWID;
  CREATE INDEX events_by_start ON events(start, date, id);
`);
const insert = db.prepare(
  "INSERT OR REPLACE INTO events(id, start, date, text, json) VALUES (?, ?, ?, ?, ?)",
);
const link = db.prepare("INSERT OR REPLACE INTO event_categories VALUES (?, ?, ?, ?)");
const add = (event: NaiveEvent, json: string): void => {
  insert.run(
    event.id,
    event.start_date,
    event.date,
    `${event.title}\n${event.description}`.toLowerCase(),
    json,
  );
  for (const { id } of event.categories) link.run(id, event.start_date, event.date, event.id);
};
db.transaction(() => {
  for (const line of readFileSync(documents, "utf8").split("\n"))
    if (line !== "") add(JSON.parse(line), line);
  // A single event is shown with more members than a listed one: it gets a document of the size that is answered.
  for (const text of readFileSync(singles, "utf8").split("\n")) add(JSON.parse(text), text);
})();

const WINDOW = "start BETWEEN ? AND ?";
const ORDER = "ORDER BY start, date";
const statements = {
  plain: {
    page: db.prepare(`SELECT json FROM events WHERE ${WINDOW} ${ORDER}, id LIMIT ? OFFSET ?`),
    total: db.prepare(`SELECT count(*) AS total FROM events WHERE ${WINDOW}`),
  },
  search: {
    page: db.prepare(
      `SELECT json FROM events WHERE ${WINDOW} AND instr(text, ?) > 0 ${ORDER}, id LIMIT ? OFFSET ?`,
    ),
    total: db.prepare(`SELECT count(*) AS total FROM events WHERE ${WINDOW} AND instr(text, ?) > 0`),
  },
  category: {
    page: db.prepare(
      `SELECT json FROM (SELECT event_id FROM event_categories WHERE ${WINDOW} AND category_id = ? ${ORDER}, event_id
       LIMIT ? OFFSET ?) JOIN events ON id = event_id`,
    ),
    total: db.prepare(`SELECT count(*) AS total FROM event_categories WHERE ${WINDOW} AND category_id = ?`),
  },
};
const one = db.prepare("SELECT json FROM events WHERE id = ?");
const template: NaiveEvent = JSON.parse(readFileSync(documents, "utf8").split("\n", 1)[0] ?? "{}");
let lastId = Number(db.prepare("SELECT max(id) AS id FROM events").pluck().get());

const router = new Router();
router.get("/list", (ctx) => {
  const { start_date: first, end_date: last, limit, offset = "0", search, category } = ctx.query;
  const kind = search !== undefined ? "search" : category !== undefined ? "category" : "plain";
  const values = [`${first} 00:00:00`, `${last} 23:59:59`];
  if (search !== undefined) values.push(String(search).toLowerCase());
  if (category !== undefined) values.push(String(category));
  const rows = statements[kind].page.all(...values, Number(limit), Number(offset)) as readonly {
    readonly json: string;
  }[];
  const counted = statements[kind].total.get(...values) as { readonly total: number };
  ctx.body = { events: rows.map(({ json }) => JSON.parse(json)), total: counted.total };
});
router.get("/one", (ctx) => {
  const row = one.get(Number(ctx.query.id)) as { readonly json: string };
  ctx.body = JSON.parse(row.json);
});
router.post("/create", async (ctx) => {
  let text = "";
  for await (const chunk of ctx.req) text += String(chunk);
  lastId += 1;
  const event = { ...template, ...JSON.parse(text), id: lastId };
  db.transaction(() => add(event, JSON.stringify(event)))();
  ctx.status = 201;
  ctx.body = event;
});
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  const planOf = ({ source }: Database.Statement<unknown[]>): Plan => ({
    statement: source.replace(/\s+/g, " "),
    steps: db
      .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
      .all(...[...source.matchAll(/\?/g)].map(() => "1"))
      .map(({ detail }) => detail),
  });
  // A server bound to a port has an address of this form.
  process.send?.({
    port: (server.address() as AddressInfo).port,
    plans: Object.fromEntries(
      Object.entries(statements).map(([name, { page, total }]) => [name, [planOf(page), planOf(total)]]),
    ),
  });
});
