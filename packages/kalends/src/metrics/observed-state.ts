import type { CacheUse } from "@kalends/core";
import { Counter, Gauge, type Registry } from "prom-client";
import type { OutboxState } from "./outbox-state.ts";

/** Parts of the calendar whose state the metrics show. */
export interface MetricsSources {
  /** Returns the number of requests in progress. */
  requestsUnderWay(): number;
  openStreams(): number;
  /** Returns the use of each cache, by cache name. */
  caches(): Readonly<Record<string, CacheUse>>;
  /** Returns the state of the store. Takes limited time and never rejects. */
  storeState(): Promise<StoreState>;
}

export interface StoreState {
  readonly isUp: boolean;
  /** State of each outbox consumer. Empty if the outbox is off or the store does not respond. */
  readonly readers: readonly OutboxState[];
}

/** Registers metrics whose values are read each time the metrics are read. */
export const observeState = (registry: Registry, sources: MetricsSources): void => {
  const registers = [registry];
  let utilization = performance.eventLoopUtilization();

  new Gauge({
    name: "kalends_event_loop_utilization_ratio",
    help: "Share of the time since the last reading that the event loop was busy; the busiest of several processes.",
    aggregator: "max",
    registers,
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, utilization).utilization);
      utilization = now;
    },
  });
  new Gauge({
    name: "kalends_http_requests_in_progress",
    help: "Requests in progress.",
    registers,
    collect() {
      this.set(sources.requestsUnderWay());
    },
  });
  new Gauge({
    name: "kalends_change_streams",
    help: "Open change streams.",
    registers,
    collect() {
      this.set(sources.openStreams());
    },
  });
  observeCaches(registers, sources);
  observeStore(registers, sources);
};

const observeCaches = (registers: Registry[], { caches }: MetricsSources): void => {
  const counted = (name: string, help: string, countOf: (use: CacheUse) => number): void => {
    new Counter({
      name,
      help,
      labelNames: ["cache"],
      registers,
      collect() {
        this.reset();
        for (const [cache, use] of Object.entries(caches())) this.inc({ cache }, countOf(use));
      },
    });
  };
  counted("kalends_cache_hits_total", "Look-ups found in the cache.", ({ hits }) => hits);
  counted("kalends_cache_misses_total", "Look-ups not found in the cache.", ({ misses }) => misses);
  new Gauge({
    name: "kalends_cache_bytes",
    help: "Approximate memory used by the cache.",
    labelNames: ["cache"],
    registers,
    collect() {
      for (const [cache, { bytes }] of Object.entries(caches())) this.set({ cache }, bytes);
    },
  });
};

const observeStore = (registers: Registry[], { storeState }: MetricsSources): void => {
  new Gauge({
    name: "kalends_store_up",
    help: "1 if the store responds, else 0.",
    aggregator: "min",
    registers,
    async collect() {
      this.set(Number((await storeState()).isUp));
    },
  });
  const ofReaders = (name: string, help: string, numberOf: (state: OutboxState) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ["reader"],
      aggregator: "max",
      registers,
      async collect() {
        const { readers } = await storeState();
        this.reset();
        for (const state of readers) this.set({ reader: state.reader }, numberOf(state));
      },
    });
  };
  ofReaders(
    "kalends_outbox_waiting_entries",
    "Maximum number of entries not yet delivered to a reader; positions have gaps.",
    ({ waiting }) => waiting,
  );
  ofReaders(
    "kalends_outbox_lag_seconds",
    "Age of the first entry not yet delivered to a reader.",
    ({ lagSeconds }) => lagSeconds,
  );
  ofReaders(
    "kalends_outbox_failed_entries",
    "Entries that are retried, and those that wait for them; counted up to 1,000.",
    ({ failed }) => failed,
  );
  ofReaders(
    "kalends_outbox_set_aside_entries",
    "Entries set aside after too many failures; counted up to 1,000.",
    ({ setAside }) => setAside,
  );
};
