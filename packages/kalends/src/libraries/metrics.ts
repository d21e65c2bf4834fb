/** What is used of the library for metrics: see `packages/bundle-libraries.js`. */
export { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
