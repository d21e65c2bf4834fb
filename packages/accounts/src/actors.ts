import { type Actor, ROLE_CAPABILITIES, ROLES, type Role } from "@kalends/core";
import type { CredentialScope, UsedCredential } from "@kalends/core/accounts";
import type { Account, StoredCredential, StoredSession } from "@kalends/core/storage";

type Capability = (typeof ROLE_CAPABILITIES)[Role][number];

/** Returns the actor of an account that used a credential. */
export type ToActor = (
  account: Account,
  credential?: UsedCredential,
  scopes?: readonly CredentialScope[],
) => Actor;

export const toUsed = ({ kind, id, label, scopes }: StoredCredential): UsedCredential => ({
  kind,
  id,
  label,
  ...(scopes && { scopes }),
});

/**
 * Creates the function that converts accounts to actors. An actor may manage accounts only with a session, or
 * with a credential that has the scope `accounts`. `unfilteredHtml`: roles whose HTML is stored unfiltered.
 * Source: rules/rights.md#unfiltered-html, rules/sign-in.md#credential-scopes.
 */
export const createToActor = (unfilteredHtml: readonly Role[]): ToActor => {
  const setsOf = (isLeftOut: (capability: Capability) => boolean) =>
    new Map<Role, ReadonlySet<Capability>>(
      ROLES.map((role) => {
        const more = unfilteredHtml.includes(role) ? (["unfiltered_html"] as const) : [];
        const all: readonly Capability[] = [...ROLE_CAPABILITIES[role], ...more];
        return [role, new Set(all.filter((capability) => !isLeftOut(capability)))];
      }),
    );
  const complete = setsOf(() => false);
  const unscoped = setsOf((capability) => capability === "manage_accounts");
  return ({ id, role }, credential, scopes) => {
    const isComplete = credential?.kind === "session" || scopes?.includes("accounts");
    return {
      id,
      capabilities: (isComplete ? complete : unscoped).get(role) ?? new Set(),
      ...(credential && { credential }),
    };
  };
};

export const toSessionCredential = ({
  digest: id,
  expires,
  confirmed,
}: Pick<StoredSession, "digest" | "expires" | "confirmed">): UsedCredential => ({
  kind: "session",
  id,
  expires,
  confirmed,
});
