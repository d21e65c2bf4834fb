import { type Capacities, CHANGE_STREAMS, REQUESTS_AT_ONCE, toCapacities } from "kalends/internals";

/** Default limits of a process. */
export const CAPACITIES: Capacities = toCapacities({
  requestsAtOnce: REQUESTS_AT_ONCE,
  bodyLimit: 1024 * 1024,
  changeStreams: CHANGE_STREAMS,
});
