/** Entry point `@kalends/accounts/internals` for the tests of Kalends. It may change with every version. */

export { createCredentialMemory, createRecentSignIns } from "./known-sign-ins.ts";
export { deriveWithScrypt } from "./passwords.ts";
export { createSignInQueue, type QueueLimits, type QueuePosition } from "./sign-in-queue.ts";
