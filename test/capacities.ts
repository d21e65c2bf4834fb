import { type Capacities, CHANGE_STREAMS, REQUESTS_AT_ONCE, toCapacities } from "kalends/internals";

/** Limits of a process with default settings. */
export const CAPACITIES: Capacities = toCapacities({
  requestsAtOnce: REQUESTS_AT_ONCE,
  bodyLimit: 1024 * 1024,
  changeStreams: CHANGE_STREAMS,
});
