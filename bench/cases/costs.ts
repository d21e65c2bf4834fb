import type { Bench } from "../bench.ts";
import { type Asked, alternate } from "../load.ts";
import { inTurn, LISTS, newQuestion, singleQuestion } from "../questions.ts";
import { fasterBy } from "../table.ts";
import { CLIENTS, fullCreate } from "./writes.ts";

/** A request and the number of clients that send it. */
interface Work {
  readonly name: string;
  readonly connections: number;
  asked(bench: Bench): () => Asked;
}

/** A feature that can be on or off, and the minimum speed with it, as a share of the speed without it. */
interface Cost {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Changes a request for the server with the feature. */
  readonly sent?: (asked: Asked, n: number) => Asked;
  readonly least: number;
  readonly works: readonly Work[];
}

const CREATES: readonly Work[] = [1, CLIENTS].map((connections) => ({
  name: `create, ${connections} ${connections === 1 ? "client" : "clients"}`,
  connections,
  asked: (bench) => inTurn((n) => fullCreate(bench, "/events", n)),
}));

const READS: readonly Work[] = [
  ...LISTS.slice(0, 1).map((kind) => ({
    name: kind.name,
    connections: CLIENTS,
    asked: ({ sample }: Bench) => inTurn((n) => newQuestion(kind, sample, n)),
  })),
  {
    name: "one event, asked before",
    connections: CLIENTS,
    asked: ({ sample }) => inTurn((n) => singleQuestion(sample, "id", n, "")),
  },
];

const withKey = (asked: Asked, n: number): Asked => ({
  ...asked,
  headers: { ...asked.headers, "idempotency-key": `${Date.now()}-${n}` },
});

const COSTS: readonly Cost[] = [
  { name: "the audit log", settings: { KALENDS_AUDIT: "1" }, least: 0.8, works: CREATES },
  { name: "metrics", settings: { KALENDS_METRICS: "on" }, least: 0.9, works: [...CREATES, ...READS] },
  { name: "keys", sent: withKey, least: 0.6, works: CREATES },
  // Last, because a store whose outbox once had a consumer continues to record changes.
  { name: "the outbox", settings: { KALENDS_CHANGES: "1" }, least: 0.9, works: CREATES },
];

/**
 * Compares servers with and without a feature. The server without it starts first, in place of the naive
 * server.
 */
export const costs = async (bench: Bench): Promise<void> => {
  for (const { name, settings, sent = (asked: Asked) => asked, least, works } of COSTS) {
    for (const { name: what, connections, asked } of works) {
      const title = `${what}, ${name} on, against off`;
      if (!bench.wants(title)) continue;
      const [off, on] = [await bench.startOurs(), await bench.startOurs(settings)];
      const ask = asked(bench);
      const measured = await alternate(
        {
          on: { server: on, asked: inTurn((n) => sent(ask(), n)), connections },
          off: { server: off, asked: ask, connections },
        },
        bench.options,
      );
      const goal = fasterBy(least, "off", measured.on, measured.off, bench.options.judge);
      bench.report({ name: title, ours: measured.on, naive: measured.off, goals: [goal] });
      await bench.stopAll();
    }
  }
};
