import type { Actor, JsonObject, Role } from "@kalends/core";
import type {
  AccountSummary,
  PasskeyCeremony,
  PasskeyInfo,
  SessionInfo,
  SignedInUser,
} from "@kalends/core/accounts";
import { CAPABILITIES, can } from "@kalends/core/interface";

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Converts a UTC text of the form `YYYY-MM-DD HH:MM:SS` to ISO 8601. */
const toIso = (utc: string): string => `${utc.replace(" ", "T")}Z`;

/** Way in which people sign in, and the sign-in features of this calendar. */
export interface SignInWays {
  readonly kind: "session" | "host";
  /** Address of the sign-in page of a host. */
  readonly url?: string | undefined;
  readonly features: {
    readonly passkeys: boolean;
    readonly mail: boolean;
    readonly forgottenPassword: boolean;
  };
}

/** User behind a caller. Users of a host have no role in the calendar. */
export interface SessionUser extends Omit<SignedInUser, "role"> {
  readonly role?: Role;
}

/**
 * Converts the caller, with rights and session, to the JSON object of `GET session`.
 * Source: rules/sign-in.md#session-route.
 */
export const presentSession = (
  actor: Actor,
  user: SessionUser | undefined,
  { kind, url, features }: SignInWays,
): JsonObject => {
  const { credential } = actor;
  return {
    user: user === undefined ? null : presentUser(user),
    capabilities: CAPABILITIES.filter((capability) => can(actor, capability)),
    sign_in: { kind, ...(url !== undefined && { url }) },
    features: {
      passkeys: features.passkeys,
      mail: features.mail,
      forgotten_password: features.forgottenPassword,
    },
    expires: credential?.kind === "session" ? toTime(credential.expires) : null,
  };
};

const presentUser = ({ id, name, displayName, email, role }: SessionUser): JsonObject => ({
  ...{ id, name, display_name: displayName, email, role: role ?? null },
});

/** Converts an account to its JSON object, without secrets. */
export const presentAccount = (account: AccountSummary): JsonObject => {
  const { id, name, displayName = "", email = "", role, isDisabled = false, hasPassword, passkeys } = account;
  return {
    ...presentUser({ id, name, displayName, email, role }),
    ...{ disabled: isDisabled, has_password: hasPassword, passkeys },
  };
};

/**
 * Converts a session to its JSON members. `own`: id of the caller's session, which is marked as `current`.
 */
export const presentOwnSession = (session: SessionInfo, own: string | undefined): JsonObject => ({
  id: session.id,
  device: session.device,
  address: session.address,
  created: toTime(session.created),
  used: toTime(session.used),
  expires: toTime(session.expires),
  current: session.id === own,
});

export const presentPasskey = ({ id, name, createdUtc, usedUtc }: PasskeyInfo): JsonObject => ({
  ...{ id, name, created: toIso(createdUtc) },
  used: usedUtc === undefined ? null : toIso(usedUtc),
});

export const presentCeremony = ({ challengeId, options }: PasskeyCeremony): JsonObject => ({
  challenge: challengeId,
  options,
});

/** Converts an application password or API token to its JSON object, without the secret. */
export const presentCredential = ({
  id,
  label,
  createdUtc,
  scopes = [],
}: AccountSummary["credentials"][number]): JsonObject => ({
  ...{ id, label, scopes },
  created: toIso(createdUtc),
});

/** Converts a one-time link to its JSON members. `expires`: milliseconds since 1970. */
export const presentLink = (link: string, expires: number): JsonObject => ({
  link,
  expires: toTime(expires),
});
