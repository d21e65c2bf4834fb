import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { NODE_VERSION, VERSION } from "../version.ts";
import type { Metrics } from "./metrics.ts";
import { observeState } from "./observed-state.ts";
import { shareReading } from "./share-reading.ts";

/**
 * Upper bounds of the histogram buckets for requests, in seconds: from a cached response to the longest time
 * that a person would wait.
 */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds of the histogram buckets for a single call of the store, in seconds. */
const CALL_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/**
 * Label for requests that match no route. Their paths are not used as labels, because clients could create
 * any number of labels.
 */
const NO_ROUTE = "none";

const SECOND = 1000;

/**
 * Creates the metrics of this process. `ofProcess` adds metrics about Node, such as its memory. Host
 * applications collect such metrics themselves.
 */
export const createMetrics = ({ ofProcess }: { readonly ofProcess: boolean }): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "kalends_build_info",
    help: "1 for each process, with the versions of the calendar and of Node.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version: VERSION, node: NODE_VERSION }, 1);
  const requests = new Counter({
    name: "kalends_http_requests_total",
    help: "Requests that received a response.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "kalends_http_request_duration_seconds",
    help: "Time to create responses.",
    labelNames: ["method", "route"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const waits = new Counter({
    name: "kalends_http_request_store_seconds_total",
    help: "Part of that time spent waiting for the store.",
    labelNames: ["method", "route"],
    registers,
  });
  const shed = new Counter({
    name: "kalends_http_requests_shed_total",
    help: "Requests refused because of overload.",
    labelNames: ["reason"],
    registers,
  });
  const unreadable = new Counter({
    name: "kalends_http_unreadable_requests_total",
    help: "Input that is not an HTTP request or did not arrive in time.",
    labelNames: ["code"],
    registers,
  });
  const limited = new Counter({
    name: "kalends_http_requests_limited_total",
    help: "Requests refused because of a limit on their callers.",
    labelNames: ["limit"],
    registers,
  });
  const calls = new Histogram({
    name: "kalends_store_call_duration_seconds",
    help: "Duration of store calls.",
    labelNames: ["repository", "method"],
    buckets: CALL_SECONDS,
    registers,
  });
  const failedCalls = new Counter({
    name: "kalends_store_call_failures_total",
    help: "Failed store calls.",
    labelNames: ["repository", "method"],
    registers,
  });
  const runs = new Histogram({
    name: "kalends_job_duration_seconds",
    help: "Duration of job runs.",
    labelNames: ["plugin", "job"],
    buckets: JOB_SECONDS,
    registers,
  });
  const failedRuns = new Counter({
    name: "kalends_job_failures_total",
    help: "Failed job runs.",
    labelNames: ["plugin", "job"],
    registers,
  });
  const successes = new Gauge({
    name: "kalends_job_last_success_timestamp_seconds",
    help: "Time of the last successful run of the job.",
    labelNames: ["plugin", "job"],
    aggregator: "max",
    registers,
  });

  return {
    onRequest({ method, route = NO_ROUTE, status, milliseconds, storeMilliseconds = 0 }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, milliseconds / SECOND);
      waits.inc({ method, route }, storeMilliseconds / SECOND);
    },
    onStoreCall({ repository, method, milliseconds, failed }) {
      calls.observe({ repository, method }, milliseconds / SECOND);
      if (failed) failedCalls.inc({ repository, method });
    },
    onJobRun({ plugin, job, milliseconds, endedAt, failed }) {
      runs.observe({ plugin, job }, milliseconds / SECOND);
      if (failed) failedRuns.inc({ plugin, job });
      else successes.set({ plugin, job }, endedAt / SECOND);
    },
    onShed: (reason) => shed.inc({ reason }),
    onUnreadable: (code) => unreadable.inc({ code }),
    onLimited: (limit) => limited.inc({ limit }),
    observe: (sources) => observeState(registry, sources),
    read: shareReading(async () => ({ contentType: registry.contentType, text: await registry.metrics() })),
    collect: () => registry.getMetricsAsJSON(),
  };
};
