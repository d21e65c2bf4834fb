import { ROLES } from "@kalends/core";
import { CAPABILITIES, type JsonSchema } from "@kalends/core/interface";
import { flag, integer, listOf, type Members, object, ref, text } from "./schema.ts";

const TIME = "2031-05-16T12:00:00.000Z";
const ID = "9uXb0gO5mJ2bVv1rQ7nqk1bWm8yO4h0Yt6d0c3S2aZE";

const time = (description: string): JsonSchema => text(description, TIME, { format: "date-time" });
const timeOrNull = (description: string): JsonSchema => ({ ...time(description), type: ["string", "null"] });

const capabilities: JsonSchema = listOf({ type: "string", enum: CAPABILITIES }, "session.capabilities");
const role: JsonSchema = { type: "string", description: "account.role", enum: ROLES };

const USER: Members = {
  id: integer("account.id", 7, { minimum: 1 }),
  name: text("account.name", "ann"),
  display_name: text("account.display_name", "Ann Lee"),
  email: text("account.email", "ann@example.org"),
  role,
};

const ACCOUNT: Members = {
  ...USER,
  disabled: flag("account.disabled"),
  has_password: flag("account.has_password"),
  passkeys: integer("account.passkeys", 1, { minimum: 0 }),
};

/** Members that contain a one-time link. Responses have them only if mail is not configured. */
const LINK: Members = {
  link: text("link.link", "https://calendar.example/sign-in#TOKEN"),
  expires: time("link.expires"),
};

/**
 * Schema of the response of `GET session`: the caller, their rights and their session.
 * Source: rules/sign-in.md#session-route.
 */
export const session: JsonSchema = object("answer.session", {
  user: {
    ...object("session.user", {
      ...USER,
      role: { ...role, type: ["string", "null"], enum: [...ROLES, null] },
    }),
    type: ["object", "null"],
  },
  capabilities,
  sign_in: object(
    "session.sign_in",
    { kind: { type: "string", description: "session.sign_in.kind", enum: ["session", "host"] } },
    { url: text("session.sign_in.url", "https://example.org/login", { format: "uri" }) },
  ),
  features: object("session.features", {
    passkeys: flag("session.features.passkeys"),
    mail: flag("session.features.mail"),
    forgotten_password: flag("session.features.forgotten_password"),
  }),
  expires: timeOrNull("session.expires"),
});

const ownSession: JsonSchema = object("own_session.about", {
  id: text("parameter.session.id", ID),
  device: text("own_session.device", "Mozilla/5.0"),
  address: text("own_session.address", "192.0.2.7"),
  created: time("own_session.created"),
  used: time("own_session.used"),
  expires: time("own_session.expires"),
  current: flag("own_session.current"),
});

export const sessionList: JsonSchema = object("own_session.list", {
  sessions: listOf(ownSession, "own_session.list"),
});

export const endedSessions: JsonSchema = object("answer.sessions.ended", {
  ended: integer("own_session.ended", 2, { minimum: 0 }),
});

export const passkey: JsonSchema = object("passkey.about", {
  id: text("parameter.passkey.id", ID),
  name: text("passkey.name", "Laptop"),
  created: time("passkey.created"),
  used: timeOrNull("passkey.used"),
});

export const passkeyList: JsonSchema = object("passkey.list", {
  passkeys: listOf(ref("Passkey"), "passkey.list"),
});

export const passkeyCeremony: JsonSchema = object("passkey.ceremony", {
  challenge: text("passkey.challenge", ID),
  options: { type: "object", description: "passkey.options" },
});

const CREDENTIAL: Members = {
  id: text("credential.id", "k3v9x2"),
  label: text("credential.label", "Import"),
  scopes: listOf({ type: "string", enum: ["accounts"] }, "credential.scopes"),
  created: time("credential.created"),
};

const credentialList = (name: "passwords" | "tokens"): JsonSchema =>
  object(`credential.${name}`, {
    [name]: listOf(object("credential.about", CREDENTIAL), `credential.${name}`),
  });

export const passwordList: JsonSchema = credentialList("passwords");
export const tokenList: JsonSchema = credentialList("tokens");

export const issuedCredential: JsonSchema = object("credential.issued", CREDENTIAL, {
  secret: text("credential.secret", "k3v9x2.SECRET"),
});

/** Schema of the id of a session, passkey, password or token that was removed. */
export const removedItem: JsonSchema = object("answer.removed", { id: text("removed.id", ID) });

export const account: JsonSchema = object("account.about", ACCOUNT);

export const invitation: JsonSchema = object(
  "account.invitation",
  { ...ACCOUNT, sent: flag("link.sent") },
  LINK,
);

export const accountLink: JsonSchema = object("link.about", { sent: flag("link.sent") }, LINK);

export const roleList: JsonSchema = object("role.list", {
  roles: listOf(object("role.about", { name: role, capabilities }), "role.list"),
});

export const nothing: JsonSchema = object("nothing.about", {});
