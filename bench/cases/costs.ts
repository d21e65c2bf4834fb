import type { Bench } from "../bench.ts";
import { alternate, type LoadRequest } from "../load.ts";
import { inTurn, LISTS, newPair, singlePair } from "../request-pairs.ts";
import { fasterBy } from "../table.ts";
import { CLIENTS, fullCreate } from "./writes.ts";

/** Kind of request whose speed is measured, and number of connections that send it. */
interface Work {
  readonly name: string;
  readonly connections: number;
  source(bench: Bench): () => LoadRequest;
}

/**
 * Optional feature whose cost is measured. `least` is the minimum speed with the feature, relative to the
 * speed without it.
 */
interface Cost {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Settings of the server without the feature, if it is on by default. */
  readonly without?: Readonly<Record<string, string>>;
  /** Changes a request before it is sent to the server with the feature. */
  readonly sent?: (source: LoadRequest, n: number) => LoadRequest;
  readonly least: number;
  readonly works: readonly Work[];
}

const CREATES: readonly Work[] = [1, CLIENTS].map((connections) => ({
  name: `create, ${connections} ${connections === 1 ? "client" : "clients"}`,
  connections,
  source: (bench) => inTurn((n) => fullCreate(bench, "/events", n)),
}));

const READS: readonly Work[] = [
  ...LISTS.slice(0, 1).map((kind) => ({
    name: kind.name,
    connections: CLIENTS,
    source: ({ sample }: Bench) => inTurn((n) => newPair(kind, sample, n)),
  })),
  {
    name: "one event, asked before",
    connections: CLIENTS,
    source: ({ sample }) => inTurn((n) => singlePair(sample, "id", n, "")),
  },
];

const withKey = (source: LoadRequest, n: number): LoadRequest => ({
  ...source,
  headers: { ...source.headers, "idempotency-key": `${Date.now()}-${n}` },
});

const COSTS: readonly Cost[] = [
  {
    name: "the audit log",
    settings: { KALENDS_AUDIT: "1" },
    without: { KALENDS_AUDIT: "0" },
    least: 0.8,
    works: CREATES,
  },
  { name: "metrics", settings: { KALENDS_METRICS: "on" }, least: 0.9, works: [...CREATES, ...READS] },
  { name: "keys", sent: withKey, least: 0.6, works: CREATES },
  // Runs last, because the store continues to record changes once the outbox has been used.
  { name: "the outbox", settings: { KALENDS_CHANGES: "1" }, least: 0.9, works: CREATES },
];

/**
 * Compares the speed of a server with a feature to the speed of a server without it. In the results, the
 * server without the feature takes the column of the naive server.
 */
export const costs = async (bench: Bench): Promise<void> => {
  for (const { name, settings, without, sent = (source: LoadRequest) => source, least, works } of COSTS) {
    for (const { name: what, connections, source } of works) {
      const title = `${what}, ${name} on, against off`;
      if (!bench.wants(title)) continue;
      const [off, on] = [await bench.startOurs(without), await bench.startOurs(settings)];
      const ask = source(bench);
      const measured = await alternate(
        {
          on: { server: on, source: inTurn((n) => sent(ask(), n)), connections },
          off: { server: off, source: ask, connections },
        },
        bench.options,
      );
      const goal = fasterBy(least, "off", measured.on, measured.off, bench.options.judge);
      bench.report({ name: title, ours: measured.on, naive: measured.off, goals: [goal] });
      await bench.stopAll();
    }
  }
};
