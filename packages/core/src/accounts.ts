/** The entry `@kalends/core/accounts`: accounts, sign-in and their ports. May change with every version. */

export { type CredentialScope, credentialLimit, MAX_PASSKEYS } from "./model/account.ts";
export { oneTimeLinkAddress, SIGN_IN_PATH } from "./model/sign-in-address.ts";
export type {
  AccountDirectory,
  AccountPage,
  AccountQuery,
  AccountValues,
  IssuedCredential,
  NewAccount,
  RecordsOfDeleted,
} from "./ports/account-directory.ts";
export type {
  AccountAdministration,
  AccountChange,
  AccountChangeOptions,
  AccountProfile,
  AccountSummary,
  Accounts,
  Credentials,
} from "./ports/accounts.ts";
export type {
  OpenedSession,
  PasskeyCeremony,
  PasskeyInfo,
  SessionInfo,
  SignedInUser,
  SignInClient,
  SignInOrigin,
  SignIns,
} from "./ports/sign-ins.ts";
export type { UsedCredential } from "./rights/actor.ts";
