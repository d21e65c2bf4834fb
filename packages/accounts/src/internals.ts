/** What our own tests look at, as the entry `@kalends/accounts/internals`: it may change with every version. */
export { deriveWithScrypt } from "./passwords.ts";
export { createCredentialMemory, createRecentSignIns } from "./sign-in-memory.ts";
export { createSignInQueue, type Place, type QueueLimits } from "./sign-in-queue.ts";
