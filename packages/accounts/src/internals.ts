/** Entry point `@kalends/accounts/internals` for the tests of Kalends. It may change with every version. */

export { createCredentialMemory, createRecentSignIns } from "./passwords/known-sign-ins.ts";
export { deriveWithScrypt } from "./passwords/passwords.ts";
export { createSignInQueue, type QueueLimits, type QueuePosition } from "./passwords/sign-in-queue.ts";
