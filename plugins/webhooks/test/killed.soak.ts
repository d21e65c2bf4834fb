import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import {
  type Received,
  type Receiver,
  type Started,
  startReceiver,
  startWebhooks,
} from "./start-webhooks.ts";

const CHILD = fileURLToPath(new URL("sending-child.js", import.meta.url));
/**
 * Number of times that the process is killed. After each kill, the next process waits about half a minute
 * until the leases of the killed process expire.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);

const idOf = ({ body }: Received): number => body.data.id;
const messageOf = ({ headers }: Received): string => String(headers["webhook-id"]);
const countsOf = (ids: readonly (string | number)[]): ReadonlyMap<string | number, number> => {
  const counts = new Map<string | number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

describe("webhooks of processes that are killed", () => {
  let started: Started;
  let receiver: Receiver;
  before(async () => {
    [started, receiver] = [await startWebhooks(), await startReceiver()];
  });
  after(async () => {
    await receiver.close();
    await started.close();
  });

  it("send everything that was stored, in order, and only little again", async () => {
    const seen = new Set<string>();
    let refused = 0;
    // The receiver refuses the first attempt of some messages.
    receiver.respondWith((response, count) => {
      const message = String(receiver.received.at(-1)?.headers["webhook-id"]);
      const isRefused = count % 53 === 0 && !seen.has(message);
      seen.add(message);
      if (isRefused) refused += 1;
      response.writeHead(isRefused ? 500 : 200).end();
    });
    await started.add(receiver);
    const acknowledged: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = receiver.received.length;
      const child = spawn(process.execPath, [CHILD, started.storage, join(started.folder, "media")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let output = "";
      child.stdout.on("data", (piece: Buffer) => {
        output += piece.toString();
      });
      while (receiver.received.length < before + 200 + Math.random() * 200) await sleep(50);
      child.kill("SIGKILL");
      await once(child, "close");
      acknowledged.push(...output.split("\n").slice(0, -1).map(Number));
    }
    const last = await started.open({}, { scheduler: true, clock: { now: () => Date.now() } });
    const wanted = countsOf(acknowledged);
    const missing = (): number => {
      const received = new Map(receiver.received.map((message) => [messageOf(message), idOf(message)]));
      const counts = countsOf([...received.values()]);
      return [...wanted].filter(([id, count]) => (counts.get(id) ?? 0) < count).length;
    };
    while (missing() > 0) await sleep(500);
    await last.close();
    const messages = receiver.received.map(messageOf);
    const figures = { rounds: ROUNDS, writes: acknowledged.length, messages: messages.length, refused };
    console.log({ ...figures, different: new Set(messages).size });
    // At each kill, up to two messages may be in transit. They can arrive twice.
    expect(messages.length - refused - new Set(messages).size).to.be.at.most(2 * ROUNDS);
    for (const id of wanted.keys()) {
      const own = receiver.received.filter((message) => idOf(message) === id).map(messageOf);
      expect([...new Set(own)]).to.deep.equal([...new Set(own)].toSorted());
    }
  });
});
