/** Entry point `@kalends/accounts/internals` for the tests of Kalends. It may change with every version. */
export { deriveWithScrypt } from "./passwords.ts";
export { createCredentialMemory, createRecentSignIns } from "./sign-in-memory.ts";
export { createSignInQueue, type QueueLimits, type QueuePosition as Place } from "./sign-in-queue.ts";
