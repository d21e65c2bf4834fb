/** What our own tests look at, as the entry `@kalends/accounts/internals`: it may change with every version. */
export type { CredentialMemory, CredentialMemoryDeps } from "./credential-memory.ts";
export { createCredentialMemory } from "./credential-memory.ts";
export type { Gate, GateLimits, Place } from "./gate.ts";
export { createGate } from "./gate.ts";
export { toNetwork } from "./network.ts";
export { deriveWithScrypt } from "./passwords.ts";
export type { RecentSignIns, RecentSignInsDeps } from "./recent-sign-ins.ts";
export { createRecentSignIns } from "./recent-sign-ins.ts";
