import { AsyncLocalStorage } from "node:async_hooks";
import type { Outbox, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { aChange, aListener, flushPromises, setUp } from "./set-up.ts";

type SetUp = Awaited<ReturnType<typeof setUp>>;

describe("the dispatcher while the calendar is open", () => {
  let given: SetUp;
  let handled: number[];
  beforeEach(async () => {
    given = await setUp();
    handled = [];
  });
  afterEach(() => given.store.close());
  const notes = aListener(({ id }) => void handled.push(id));

  /** Wraps a store. It records the names of the called outbox methods. */
  const watching = (calls: string[]): Pick<Store, "outbox" | "revision"> => {
    const { store } = given;
    const outbox = Object.fromEntries(
      Object.entries(store.outbox).map(([name, method]) => [
        name,
        (...values: readonly unknown[]) => {
          calls.push(name);
          return Reflect.apply(method, store.outbox, values);
        },
      ]),
    ) as unknown as Outbox; // Cast: the proxy has the same members.
    return { outbox, revision: () => store.revision() };
  };

  it("hands over what was left, and at once what is committed here", async () => {
    const { dispatcherOf, write } = given;
    const dispatcher = await dispatcherOf(notes);
    await write(aChange(1));
    dispatcher.start();
    await flushPromises();
    expect(handled).to.have.length(1);
    await write(aChange(1));
    await flushPromises();
    expect(handled).to.have.length(2);
    await dispatcher.stop();
  });

  it("calls listeners outside of the request that has written", async () => {
    const { dispatcherOf, write } = given;
    const requests = new AsyncLocalStorage<string>();
    const contexts: (string | undefined)[] = [];
    const dispatcher = await dispatcherOf(aListener(() => void contexts.push(requests.getStore())));
    dispatcher.start();
    await flushPromises();
    await requests.run("a request", () => write(aChange(1)));
    await flushPromises();
    expect(contexts).to.deep.equal([undefined]);
    await dispatcher.stop();
  });

  it("hands over within a second what others commit", async () => {
    const { store, dispatcherOf, pass } = given;
    const dispatcher = await dispatcherOf(notes);
    dispatcher.start();
    await flushPromises();
    await store.outbox.append([aChange(1)]);
    await flushPromises();
    expect(handled).to.have.length(0);
    await pass(1);
    expect(handled).to.have.length(1);
    await dispatcher.stop();
  });

  it("reads nothing while nothing was stored, and writes nothing while nothing is due", async () => {
    const { store, dispatcherOf, pass } = given;
    const calls: string[] = [];
    const dispatcher = await dispatcherOf(notes, { store: watching(calls) });
    dispatcher.start();
    await flushPromises();
    expect(calls).to.have.members(["consumers", "last", "failures"]);
    calls.length = 0;
    await pass(60);
    expect(calls).to.deep.equal([]);
    await store.documents.save({ collection: "sample/others", key: "one", value: { one: 1 } });
    await pass(60);
    expect(calls).to.have.members(["consumers", "last", "failures"]);
    await dispatcher.stop();
  });

  it("tries a failed entry again when its time has come", async () => {
    const { dispatcherOf, write, pass } = given;
    let failures = 3;
    const dispatcher = await dispatcherOf(
      aListener(({ id }) => {
        handled.push(id);
        failures -= 1;
        if (failures > 0) throw new Error("no luck");
      }),
    );
    dispatcher.start();
    await write(aChange(1));
    await pass(0);
    expect(handled).to.have.length(1);
    await pass(2);
    expect(handled).to.have.length(2);
    await pass(5);
    expect(handled).to.have.length(3);
    await dispatcher.stop();
  });

  it("asks a storage that fails less and less often, and goes on when it answers", async () => {
    const { store, dispatcherOf, write, pass, lines } = given;
    let isAway = true;
    const outbox = {
      ...store.outbox,
      consumers: () => (isAway ? Promise.reject(new Error("away")) : store.outbox.consumers()),
    };
    const dispatcher = await dispatcherOf(notes, {
      store: { outbox, revision: () => undefined },
    });
    await write(aChange(1));
    dispatcher.start();
    await pass(300);
    expect(lines.map(({ details }) => details?.retryInSeconds)).to.deep.equal([
      2, 4, 8, 16, 32, 60, 60, 60, 60,
    ]);
    isAway = false;
    await pass(60);
    expect(handled).to.have.length(1);
    await dispatcher.stop();
  });

  it("lets a call that is under way come to its end when it stops, for ten seconds, and begins no further one", async () => {
    const { dispatcherOf, write, pass, positionOf, lines } = given;
    let end = (): void => {};
    const dispatcher = await dispatcherOf(
      aListener(({ id }) => {
        handled.push(id);
        return new Promise((resolve) => {
          end = resolve;
        });
      }),
    );
    dispatcher.start();
    await write(aChange(1), aChange(2));
    await flushPromises();
    let isOver = false;
    const stopped = dispatcher.stop().then(() => {
      isOver = true;
    });
    await pass(9);
    expect([isOver, handled.length]).to.deep.equal([false, 1]);
    end();
    await stopped;
    expect(handled).to.have.length(1);
    expect(await positionOf("plugin/p/notes")).to.equal(handled[0]);
    expect(lines).to.deep.equal([]);
  });

  it("is stopped after ten seconds by force", async () => {
    const { dispatcherOf, write, pass, lines } = given;
    const dispatcher = await dispatcherOf(aListener(() => new Promise(() => {})));
    dispatcher.start();
    await write(aChange(1));
    await flushPromises();
    const stopped = dispatcher.stop();
    await pass(10);
    await stopped;
    expect(lines.map(({ message }) => message)).to.deep.equal([
      "A listener did not finish within 10 seconds",
    ]);
  });
});
