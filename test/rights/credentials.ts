import { createAccounts } from "@kalends/accounts";
import { expect } from "chai";
import { SignJWT } from "jose";
import { NOW, type StartedCalendar } from "../http/start-calendar.ts";
import type { Caller } from "./rights-table.ts";

/** Option `jwtKey` of the calendar. It signs the JSON Web Tokens of the tests. */
export const JWT_KEY = "a secret of at least thirty-two bytes";

/** Kinds of credentials. */
export const KINDS_OF_CREDENTIALS = ["password", "jwt", "token", "key", "feed-token"] as const;
export type KindOfCredential = (typeof KINDS_OF_CREDENTIALS)[number];

/** Headers and query string that authenticate a request. */
export interface SignedIn {
  readonly headers: Readonly<Record<string, string>>;
  /** Query string, including the `?`. */
  readonly query?: string;
}

export const PASSWORD_LABEL = "a laptop";

/** Adds an application password to an account. Returns its id and the credentials for requests. */
export const addPassword = async (
  { accounts }: Pick<StartedCalendar, "accounts">,
  name: string,
): Promise<SignedIn & { readonly id: string }> => {
  const administration = createAccounts({ store: accounts, clock: { now: () => NOW } });
  const added = await administration.addPassword(name, PASSWORD_LABEL);
  if (added === undefined) throw new Error(`There is no account ${name}`);
  const pair = Buffer.from(`${name}:${added.password}`).toString("base64");
  return { id: added.id, headers: { authorization: `Basic ${pair}` } };
};

/**
 * Creates a credential of each kind for an account. The calendar must have `jwtKey` and the plugins for API
 * keys and feed tokens.
 */
export const everyCredential = async (
  calendar: StartedCalendar,
  name: Exclude<Caller, "anonymous">,
): Promise<Readonly<Record<KindOfCredential, SignedIn>>> => {
  const password = await addPassword(calendar, name);
  const make = async (path: string, json: object) => {
    const { status, text, body } = await calendar.post(path, { headers: password.headers, json });
    expect(status, text).to.equal(201);
    return body;
  };
  const jwt = await new SignJWT({ sub: name, exp: NOW / 1000 + 3600 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.from(JWT_KEY));
  const { key } = await make("/api-keys", { label: name });
  const { url } = await make("/feed-tokens", { feed: "/events.ics" });
  return {
    password,
    jwt: { headers: { authorization: `Bearer ${jwt}` } },
    token: { headers: { authorization: `Bearer ${calendar.token(name)}` } },
    key: { headers: { "x-api-key": key } },
    "feed-token": { headers: {}, query: new URL(url).search },
  };
};
