import type { Account, Passkey, StoredCredential } from "../../model/account.ts";
import type { JsonValue } from "../../model/json.ts";
import { isSameJson } from "../../model/json.ts";
import { type AuditChange, toChange } from "./audited-members.ts";

const MEMBERS: readonly (readonly [name: string, read: (account: Account) => JsonValue | undefined])[] = [
  ["name", ({ name }) => name],
  ["role", ({ role }) => role],
  ["display_name", ({ displayName }) => displayName],
  ["email", ({ email }) => email],
  ["disabled", ({ isDisabled = false }) => isDisabled],
];

const NAMES: Readonly<Record<StoredCredential["kind"], string>> = {
  password: "application_password",
  token: "token",
};

const credentialsOf = ({ credentials }: Account): ReadonlyMap<string, readonly [string, JsonValue]> =>
  new Map(
    credentials.map(({ id, kind, label, scopes }) => [
      id,
      [NAMES[kind], { id, label, ...(scopes !== undefined && { scopes }) }],
    ]),
  );

const passkeysOf = ({ passkeys = [] }: Account): ReadonlyMap<string, readonly [string, JsonValue]> =>
  new Map(passkeys.map(({ id, name }: Passkey) => [id, ["passkey", name]]));

type Items = ReadonlyMap<string, readonly [member: string, value: JsonValue]>;

const itemChanges = (was: Items, is: Items): readonly AuditChange[] =>
  [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [from, to] = [was.get(id), is.get(id)];
    if (isSameJson(from?.[1], to?.[1])) return [];
    return [toChange(from?.[0] ?? to?.[0] ?? "", from?.[1], to?.[1])];
  });

/**
 * Returns the changes of an account: its values, credentials and passkeys, never hashes and keys. A use of a
 * passkey is no change. Source: rules/audit.md#accounts.
 */
export const accountChanges = (before: Account, after: Account): readonly AuditChange[] => [
  ...MEMBERS.filter(([, read]) => !isSameJson(read(before), read(after))).map(([name, read]) =>
    toChange(name, read(before), read(after)),
  ),
  ...(before.signInPassword?.hash === after.signInPassword?.hash ? [] : [{ member: "sign_in_password" }]),
  ...itemChanges(credentialsOf(before), credentialsOf(after)),
  ...itemChanges(passkeysOf(before), passkeysOf(after)),
];
