import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity, OperatorError } from "kalends";
import type { Db, MongoClient } from "mongodb";
import { MongoClient as Client } from "mongodb";
import { aPicture } from "../http/pictures.ts";
import { describeWithServer, newDatabase } from "../mongodb/shared-server.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const identity = (): Identity => ({ id: 1, roles: ["administrator"] });

describeWithServer("a calendar in a host's MongoDB database", function () {
  this.timeout(60_000);
  let client: MongoClient;
  let db: Db;
  beforeEach(async () => {
    const address = await newDatabase();
    client = await new Client(address).connect();
    db = client.db(new URL(address).pathname.slice(1));
  });
  afterEach(() => client.close());

  const open = (prefix: string, options: CalendarOptions = {}): Promise<Calendar> =>
    createCalendar({ storage: { db, prefix }, clock: CLOCK, identity, ...options });
  const collections = async (): Promise<readonly string[]> =>
    (await db.collections()).map(({ collectionName }) => collectionName).sort();

  it("does not see the one beside it, and goes on when that closes", async () => {
    const heard: string[] = [];
    const calendars: Calendar[] = [];
    const servers: HostServer[] = [];
    for (const name of ["one", "two"]) {
      const calendar = await open(`${name}_`);
      calendar.events.on("event.created", ({ after }) => void heard.push(`${name}: ${after.title}`));
      calendars.push(calendar);
      servers.push(await listen(calendar.callback));
    }
    const [one, two] = servers as [HostServer, HostServer];
    const headers = { "content-type": "image/png", "content-disposition": 'inline; filename="fair.png"' };
    const uploaded = await one.post("/images", { raw: await aPicture(200, 200), headers });
    expect(uploaded.status).to.equal(201);
    const created = await one.post("/events", { json: { ...AN_EVENT, image: String(uploaded.body.id) } });
    expect(created.body.image.url).to.equal(uploaded.body.url);
    const path = new URL(uploaded.body.url).pathname;
    expect((await fetch(one.origin + path)).status).to.equal(200);
    expect((await fetch(two.origin + path)).status).to.equal(404);

    const list = await two.get("/events");
    expect(list.body.total).to.equal(0);
    const known = { "if-none-match": String(list.headers.etag) };
    await one.post("/events", { json: AN_EVENT });
    expect((await two.get("/events", { headers: known })).status).to.equal(304);
    expect((await two.post("/events", { json: { ...AN_EVENT, title: "Other" } })).body.id).to.equal(1);
    expect((await two.get("/events", { headers: known })).body.total).to.equal(1);

    await calendars[0]?.close();
    expect((await two.post("/events", { json: { ...AN_EVENT, title: "Later" } })).status).to.equal(201);
    await Promise.all(servers.map((server) => server.close()));
    await calendars[1]?.close();
    expect(heard).to.deep.equal(["one: Spring fair", "one: Spring fair", "two: Other", "two: Later"]);

    expect(await db.collection("mine").insertOne({ title: "the host's" })).to.have.property(
      "acknowledged",
      true,
    );
    const names = await collections();
    expect(names).to.include.members(["one_blobs.chunks", "one_events", "two_blobs.files", "two_events"]);
    expect(names.filter((name) => !/^(one|two)_/.test(name))).to.deep.equal(["mine"]);
    expect(names.filter((name) => name.endsWith("accounts"))).to.deep.equal([]);

    const again = await open("one_");
    const { total } = await again.as().events.list({});
    expect(total).to.equal(2);
    await again.close();
  });

  it("keeps images elsewhere when it is told to", async () => {
    const calendar = await open("calendar_", { media: "./nowhere-yet" });
    await calendar.close();
    expect((await collections()).filter((name) => name.includes("blobs"))).to.deep.equal([]);
  });

  it("says what is wrong with the database", async () => {
    const error = await open("system.").catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(OperatorError);
    expect((error as OperatorError).problems[0])
      .to.include(db.databaseName)
      .and.to.include("prefix");
  });

  it("leaves nothing behind, however often it is opened and closed", async () => {
    const held = (): string =>
      JSON.stringify([
        client.eventNames().map((name) => [String(name), client.listenerCount(name)]),
        process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
        process
          .getActiveResourcesInfo()
          .filter((name) => name !== "TCPSocketWrap" && name !== "Timeout")
          .sort(),
      ]);
    const round = async (): Promise<void> => {
      const calendar = await open("calendar_");
      await calendar.as(identity()).events.create(AN_EVENT);
      await calendar.close();
    };
    // The first round also loads modules, so it is not measured.
    await round();
    const before = held();
    for (let count = 0; count < 20; count += 1) await round();
    expect(held()).to.equal(before);
    expect(await client.db().command({ ping: 1 })).to.include({ ok: 1 });
  });
});
