export type { AccountsDeps, OpenedAccounts } from "./accounts.ts";
export { createAccounts } from "./accounts.ts";
export type { FirstAccount, FirstLink, FirstRun } from "./directory/account-administration.ts";
export type { ReassignRecords } from "./directory/directory.ts";
export type {
  PasswordKind,
  SignInHistory,
  SignInRefusal,
  SignInRequests,
} from "./passwords/password-check.ts";
export type { DeriveKey, ScryptCost } from "./passwords/passwords.ts";
export { type QueueLimits, SIGN_IN_LIMITS } from "./passwords/sign-in-queue.ts";
export { SESSION_LIMITS, type SessionLimits } from "./sign-in/sessions.ts";
export type { JwtSettings } from "./tokens/jwt.ts";
export { toVerificationKey, type VerificationKey } from "./tokens/jwt-key.ts";
