import { setTimeout as sleep } from "node:timers/promises";
import type { CalendarClient } from "@kalends/client";
import { DOMAIN_EVENT_NAMES } from "@kalends/core/interface";
import { expect } from "chai";
import { findChromium } from "../browser/chromium.ts";
import { createPlace } from "../kalends/kalends-process.ts";
import { stores, type TestStore } from "../stores.ts";
import { openBrowserMirror } from "../sync/browser-mirror.ts";
import { type Copied, differences, readLists } from "../sync/lists.ts";
import { createRandom, integerBelow, pick } from "../sync/random.ts";
import { createKnownIds, type Outcome, writeSomething } from "../sync/random-writes.ts";
import { startServers } from "../sync/servers.ts";
import { startWebhookMirror } from "../sync/webhook-mirror.ts";

const PLUGIN = "@kalends/webhooks";
const WRITES = Number(process.env.WRITES ?? 10_000);
const KILLS = 3;
const WRITERS = ["administrator", "editor", "author"] as const;
/**
 * Maximum time to wait in milliseconds. The deliveries of a killed process continue only after its lease has
 * expired.
 */
const MAX_MS = Number(process.env.MAX_SECONDS ?? 900) * 1_000;

const isInstalled = (): boolean => {
  try {
    return import.meta.resolve(PLUGIN) !== "";
  } catch {
    return false;
  }
};

/**
 * Waits until the copies equal the lists for a moment, or until the time is over. Returns the differences
 * that remain.
 */
const waitForMirrors = async (
  contents: () => Promise<Copied>,
  client: CalendarClient,
  events: readonly number[],
): Promise<readonly string[]> => {
  for (const until = Date.now() + MAX_MS; ; await sleep(1_000)) {
    const left = differences(await contents(), await readLists(client, events));
    if (left.length === 0 || Date.now() > until) return left;
  }
};

/**
 * Returns the copy with only those events that lists contain. Events outside lists can be read too and cause
 * messages.
 */
const listed = ({ events, ...others }: Copied): Copied => ({
  ...others,
  events: new Map(
    [...events].filter(([, event]) => !("hide_from_listings" in event && event.hide_from_listings === true)),
  ),
});

const mirror = async (store: TestStore, executablePath: string, seed: number): Promise<object> => {
  const place = createPlace(store);
  const closing: (() => Promise<void>)[] = [() => place.clear()];
  try {
    const servers = await startServers(place, 2, WRITERS, {
      KALENDS_PLUGINS: PLUGIN,
      KALENDS_PLUGIN_ALLOW_HOSTS: "127.0.0.1",
    });
    const [first, second] = servers.processes;
    if (first === undefined || second === undefined) throw new Error("There are no servers");
    const fed = await startWebhookMirror(second());
    closing.unshift(fed.close);
    const { secret } = await first("administrator").send<{ readonly secret: string }>({
      method: "POST",
      path: "/webhooks",
      body: { url: fed.address, events: DOMAIN_EVENT_NAMES.filter((name) => !name.startsWith("image.")) },
    });
    fed.accept(secret);
    const browser = await openBrowserMirror(executablePath, servers.origins[0] ?? "");
    closing.unshift(browser.close);

    const random = createRandom(seed);
    const ids = createKnownIds();
    const outcomes: Record<Outcome, number> = { done: 0, refused: 0, unknown: 0 };
    let done = 0;
    const began = Date.now();
    const write = async (writer: string): Promise<void> => {
      const clients = servers.processes.map((reach) => reach(writer));
      while (outcomes.done < WRITES) {
        outcomes[await writeSomething(pick(random, clients), random, ids)] += 1;
        done = outcomes.done;
      }
    };
    const kill = async (): Promise<void> => {
      for (let killed = 0; killed < KILLS; ) {
        await sleep(50);
        if (done < ((killed + 1) * WRITES) / (KILLS + 1)) continue;
        await servers.kill(killed === 0 ? 0 : integerBelow(random, 2));
        killed += 1;
        if (killed === 2) await browser.reload();
      }
    };
    await Promise.all([...WRITERS.map(write), kill()]);
    const written = Date.now();
    const inBrowser = await waitForMirrors(browser.contents, second(), ids.events);
    const browserDone = Date.now();
    const byWebhooks = await waitForMirrors(async () => listed(fed.contents()), second(), ids.events);
    const webhooksDone = Date.now();
    const lists = await readLists(first(), ids.events);
    const records = Object.entries(lists).map(([name, { size }]) => [name, size] as const);
    expect({
      inBrowser: inBrowser.slice(0, 5),
      byWebhooks: byWebhooks.slice(0, 5),
      mistakes: fed.mistakes.slice(0, 5),
    }).to.deep.equal({ inBrowser: [], byWebhooks: [], mistakes: [] });
    return {
      ...outcomes,
      kills: KILLS,
      seconds: {
        writing: (written - began) / 1_000,
        browser: (browserDone - written) / 1_000,
        webhooks: (webhooksDone - written) / 1_000,
      },
      records: Object.fromEntries(records),
      browser: await browser.figures(),
      webhooks: fed.figures,
    };
  } finally {
    for (const close of closing) await close();
  }
};

const executablePath = findChromium();

for (const store of stores) {
  (executablePath !== undefined && isInstalled() ? describe : describe.skip)(
    `a copy in a browser and one fed by webhooks on ${store.name}`,
    () => {
      it(`equal the calendar after ${WRITES} writes and ${KILLS} kills`, async () => {
        const seed = Number(process.env.SEED);
        console.log({ store: store.name, seed, ...(await mirror(store, executablePath ?? "", seed)) });
      });
    },
  );
}
