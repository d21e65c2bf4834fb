export type { FirstAccount, FirstRun } from "./account-administration.ts";
export type { AccountsDeps } from "./accounts.ts";
export { createAccounts } from "./accounts.ts";
export type { JwtSettings } from "./jwt.ts";
export { toVerificationKey, type VerificationKey } from "./jwt-key.ts";
export type { SignInHistory, SignInRefusal } from "./password-check.ts";
export type { DeriveKey, ScryptCost } from "./passwords.ts";
export { type QueueLimits, SIGN_IN_LIMITS } from "./sign-in-queue.ts";
