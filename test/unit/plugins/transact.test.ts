import type { Logger } from "@kalends/core";
import {
  createAmend,
  createPostStatuses,
  type DomainEvent,
  type DomainEventSink,
} from "@kalends/core/interface";
import type { Coordinates, Store } from "@kalends/core/storage";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Wraps a store so that every transaction runs twice, as after a conflict. */
const withConflicts = (store: Store): Store => ({
  ...store,
  transaction: async (work) => {
    await store
      .transaction(async (repositories) => {
        await work(repositories);
        throw new Error("conflict");
      })
      .catch(() => undefined);
    return store.transaction(work);
  },
});

describe("what plugins change by themselves", () => {
  let store: Store;
  let events: DomainEvent[];
  let sink: DomainEventSink;
  beforeEach(async () => {
    store = await openSqliteStore(":memory:");
    events = [];
    sink = { hasListeners: () => true, emit: (emitted) => void events.push(...emitted) };
  });
  afterEach(() => store.close());

  const amendOn = (on: Store) =>
    createAmend({
      store: on,
      postStatuses: createPostStatuses(),
      domainEvents: sink,
      clock: { now: () => 0 },
      logger: SILENT,
      site: { dayCutoff: "00:00", recurrenceHorizon: 60 },
    })("painter");

  it("is told once, however often the unit of work had to run", async () => {
    await store.events.save(anEvent({ id: 1 }));
    let runs = 0;
    const isAmended = await amendOn(withConflicts(store))("event", 1, (_event, data) => {
      runs += 1;
      return { data: { ...data, coats: 1 } };
    });
    expect({ isAmended, runs }).to.deep.equal({ isAmended: true, runs: 2 });
    expect(events).to.have.length(1);
    expect(events[0]?.name).to.equal("event.updated");
    expect(events[0]?.change).to.deep.include({ plugin: "painter" });
  });

  it("stays stored when it cannot be announced", async () => {
    await store.events.save(anEvent({ id: 1 }));
    sink = {
      hasListeners: () => true,
      emit() {
        throw new Error("nobody answers");
      },
    };
    expect(await amendOn(store)("event", 1, () => ({ data: { coats: 1 } }))).to.equal(true);
    expect((await store.events.find(1))?.extensions).to.deep.equal({ painter: { coats: 1 } });
  });

  it("is refused coordinates that are nowhere", async () => {
    await store.venues.save(aVenue({ id: 1 }));
    const nowhere: readonly unknown[] = [
      { lat: 90.1, lng: 0 },
      { lat: 0, lng: -181 },
      { lat: Number.NaN, lng: 0 },
      { lat: "1", lng: 2 },
      "here",
    ];
    for (const coordinates of nowhere) {
      const amended = amendOn(store)("venue", 1, () => ({ coordinates: coordinates as Coordinates }));
      expect(await amended.catch((error: Error) => error.message)).to.match(/^Coordinates must be degrees/);
    }
    expect((await store.venues.find(1))?.coordinates).to.equal(undefined);
    expect(events).to.deep.equal([]);
  });

  it("is told to nobody when it fails, and nothing is stored", async () => {
    await store.events.save(anEvent({ id: 1 }));
    const failed = amendOn(store)("event", 1, () => {
      throw new Error("no colour");
    });
    expect(await failed.catch((error: Error) => error.message)).to.equal("no colour");
    expect(events).to.deep.equal([]);
  });

  it("leaves everything but its own data as it is, the data of other plugins too", async () => {
    const event = anEvent({ id: 1, extensions: { other: { kept: true } } });
    await store.events.save(event);
    await amendOn(store)("event", 1, () => ({ data: { colour: "red" } }));
    expect(await store.events.find(1)).to.deep.equal({
      ...event,
      extensions: { other: { kept: true }, painter: { colour: "red" } },
    });
    await amendOn(store)("event", 1, () => ({ data: {} }));
    expect(await store.events.find(1)).to.deep.equal(event);
  });

  it("can be the coordinates of a venue", async () => {
    const { coordinates: _none, ...venue } = aVenue({ id: 1 });
    await store.venues.save(venue);
    const amend = amendOn(store);
    await amend("venue", 1, () => ({ coordinates: { lat: 1, lng: 2 } }));
    expect((await store.venues.find(1))?.coordinates).to.deep.equal({ lat: 1, lng: 2 });
    await amend("venue", 1, () => ({ coordinates: null }));
    expect(await store.venues.find(1)).to.deep.equal(venue);
  });

  it("is nothing when there is no such record or it is left alone", async () => {
    await store.events.save(anEvent({ id: 1, extensions: { painter: { b: 1 }, other: { c: 1 } } }));
    const amend = amendOn(store);
    expect(await amend("event", 2, () => ({ data: { colour: "red" } }))).to.equal(false);
    expect(await amend("venue", 1, () => ({ data: { colour: "red" } }))).to.equal(false);
    expect(await amend("event", 1, () => undefined)).to.equal(false);
    expect(await amend("event", 1, (_event, data) => ({ data }))).to.equal(false);
    expect(events).to.deep.equal([]);
  });
});
