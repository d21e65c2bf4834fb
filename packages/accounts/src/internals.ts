/** What our own tests look at, as the entry `@kalends/accounts/internals`: it may change with every version. */
export type { CredentialMemory, CredentialMemoryDeps } from "./credential-memory.ts";
export { createCredentialMemory } from "./credential-memory.ts";
export type { Gate, GateLimits } from "./gate.ts";
export { createGate } from "./gate.ts";
export { deriveWithScrypt } from "./passwords.ts";
