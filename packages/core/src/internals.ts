/** For the tests of this package alone. */
export { inOrder } from "./use-cases/events/feed/in-order.ts";
