import { anEvent } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import {
  type Connection,
  checkedVersion,
  FIRST_VERSION,
  MIGRATIONS,
  type Migration,
  migrate,
  openConnection,
  requireLatest,
} from "@kalends/store-sqlite/internals";
import Database from "better-sqlite3";
import { expect } from "chai";
import { newFiles } from "../stores/new-files.ts";

/** Migration of a later version. It adds a table and fills it from the existing records. */
const NOTES: Migration = (connection) => {
  connection.script("CREATE TABLE kalends_notes (event_id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT");
  for (const json of connection.column<string>("SELECT json FROM kalends_events ORDER BY id")) {
    const { id, title } = JSON.parse(json) as { readonly id: number; readonly title: string };
    connection.run("INSERT INTO kalends_notes (event_id, title) VALUES (?, ?)", [id, title]);
  }
};
const LATER: readonly Migration[] = [...MIGRATIONS, NOTES];
const LATEST = FIRST_VERSION + MIGRATIONS.length;

describe("migrations of store-sqlite", () => {
  const newPath = newFiles();
  const opened: Connection[] = [];
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.close();
  });
  const connect = (path: string): Connection => {
    const connection = openConnection(path, { timeout: 0 });
    opened.push(connection);
    return connection;
  };
  const written = async (): Promise<string> => {
    const path = newPath();
    const store = await openSqliteStore(path);
    await store.events.save(anEvent({ id: 1, title: "Spring fair" }));
    await store.close();
    return path;
  };
  const notesIn = (path: string): unknown =>
    connect(path).column("SELECT event_id || ' ' || title FROM kalends_notes");

  it("bring an older file up to date, and give no lower version again", async () => {
    const path = await written();
    const connection = connect(path);
    expect(checkedVersion(connection, path, LATER))
      .to.equal(LATEST - 1)
      .and.to.be.at.least(16);
    await migrate(connection, path, 100, LATER);
    expect(checkedVersion(connection, path, LATER)).to.equal(LATEST);
    expect(notesIn(path)).to.deep.equal(["1 Spring fair"]);
  });

  it("run once, also when several come upon a new file or an older one at the same time", async () => {
    for (const path of [newPath(), await written()]) {
      await Promise.all([1, 2, 3].map(() => migrate(connect(path), path, 10_000, LATER)));
      expect(checkedVersion(connect(path), path, LATER)).to.equal(LATEST);
      await migrate(connect(path), path, 100, LATER);
      expect(notesIn(path)).to.have.length.at.most(1);
    }
  });

  it("leave the file as it was when one of them fails", async () => {
    const path = await written();
    const failing: Migration = () => {
      throw new Error("halfway");
    };
    const connection = connect(path);
    const error = await migrate(connection, path, 100, [...LATER, failing]).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.include({ message: "halfway" });
    expect(checkedVersion(connection, path)).to.equal(LATEST - 1);
    expect(() => notesIn(path)).to.throw("no such table");
    expect(await (await openSqliteStore(path)).close()).to.equal(undefined);
  });

  it("are not undone: a build without them refuses the file", async () => {
    const path = await written();
    await migrate(connect(path), path, 100, LATER);
    const error = await openSqliteStore(path).catch((reason: unknown) => reason);
    expect(error).to.have.property("message").that.contains(`newer version of Kalends (layout ${LATEST}`);
  });

  it("are asked for where nothing may be changed", async () => {
    const path = await written();
    const version = checkedVersion(connect(path), path, LATER);
    expect(() => requireLatest(version, path, LATER)).to.throw(
      `older layout (${LATEST - 1}; this version has ${LATEST}): run kalends migrate.`,
    );
    expect(() => requireLatest(version, path)).not.to.throw();
  });

  it("leave tables of a host alone, and stop at one that has the name of a new table", async () => {
    const path = await written();
    const host = new Database(path);
    host.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')");
    await migrate(connect(path), path, 100, LATER);
    expect(host.prepare("SELECT text FROM notes").pluck().all()).to.deep.equal(["mine"]);
    host.close();
    const clashing = await written();
    const other = new Database(clashing);
    other.exec("CREATE TABLE kalends_notes (text TEXT)");
    other.close();
    const error = await migrate(connect(clashing), clashing, 100, LATER).catch((reason: unknown) => reason);
    expect(error).to.have.property("message").that.contains("kalends_notes");
  });
});
