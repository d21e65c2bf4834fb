import { type Actor, ANONYMOUS, CalendarError, type JsonObject } from "@kalends/core";
import type { SignIns } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import {
  presentCeremony,
  presentSession,
  type SessionUser,
  type SignInWays,
} from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { CONFIRMATION, PASSKEY_SIGN_IN, SIGN_IN } from "./parameters.ts";
import { hasSession } from "./rights.ts";
import { signInRoute } from "./sign-in-route.ts";

/** Returns the user behind a caller; `undefined` for visitors. */
export type UserOf = (actor: Actor) => Promise<SessionUser | undefined>;

interface SessionRouteDeps {
  readonly userOf: UserOf;
  readonly ways: SignInWays;
}

const TAG = "Signing in";

/**
 * Creates the route `GET session`, which also exists if a host manages the users.
 * Source: rules/sign-in.md#session-route.
 */
export const createReadSessionRoute = ({ userOf, ways }: SessionRouteDeps): DeclaredRoute =>
  signInRoute({
    method: "GET",
    path: "/session",
    operation: "getSession",
    tag: TAG,
    answer: "answer.session",
    schema: ref("Session"),
    isForVisitors: true,
    permits: () => true,
    run: async (_values, { actor, client: { previous } }) => ({
      body: presentSession(actor, await userOf(actor), ways),
      // A person who has just signed in must not get a response that was cached before. Responses to requests
      // with a cookie are never shared.
      isUncacheable: previous === undefined,
    }),
  });

interface Confirmation {
  readonly password: string | undefined;
  readonly challenge: string | undefined;
  readonly response: JsonObject | undefined;
}

interface PasskeyResponse {
  readonly challenge: string;
  readonly response: JsonObject;
}

/**
 * Creates the routes that open, end and confirm sessions. The routes for passkeys exist only if passkeys are
 * enabled.
 * Source: rules/sign-in.md#sign-in, rules/sign-in.md#confirmation, rules/sign-in.md#passkeys.
 */
export const createSessionRoutes = (
  { userOf, ways }: SessionRouteDeps,
  signIns: SignIns,
): readonly DeclaredRoute[] => {
  const present = async (actor: Actor): Promise<JsonObject> =>
    presentSession(actor, await userOf(actor), ways);
  const answer = { answer: "answer.session", schema: ref("Session") } as const;
  const toOpen = { tag: TAG, isForVisitors: true, needsSameOrigin: true, ignoresBadCookie: true } as const;
  const toConfirm = { tag: TAG, needsSameOrigin: true, permits: hasSession } as const;
  const passkeys = [
    signInRoute({
      ...toOpen,
      method: "POST",
      path: "/session/passkey/options",
      operation: "beginPasskeySignIn",
      answer: "answer.passkey.options",
      schema: ref("PasskeyCeremony"),
      permits: () => true,
      run: async (_values, { client }) => ({
        body: presentCeremony(await signIns.beginPasskeySignIn(client)),
        isUncacheable: true,
      }),
    }),
    signInRoute<PasskeyResponse>({
      ...toOpen,
      ...answer,
      method: "POST",
      path: "/session/passkey",
      operation: "signInWithPasskey",
      parameters: PASSKEY_SIGN_IN,
      errors: ["rest_sign_in_failed"],
      permits: () => true,
      async run({ challenge, response }, { client }) {
        const { token, actor } = await signIns.openWithPasskey(challenge, response, client);
        return { body: await present(actor), session: token, isUncacheable: true };
      },
    }),
    signInRoute({
      ...toConfirm,
      method: "POST",
      path: "/session/confirm/options",
      operation: "beginConfirmation",
      answer: "answer.passkey.options",
      schema: ref("PasskeyCeremony"),
      run: async (_values, { actor }) => ({ body: presentCeremony(await signIns.beginConfirmation(actor)) }),
    }),
  ];
  return [
    signInRoute<{ readonly name: string; readonly password: string }>({
      ...toOpen,
      ...answer,
      method: "POST",
      path: "/session",
      operation: "signIn",
      parameters: SIGN_IN,
      errors: ["rest_sign_in_failed"],
      permits: () => true,
      async run({ name, password }, { client }) {
        const { token, actor } = await signIns.openWithPassword(name, password, client);
        return { body: await present(actor), session: token, isUncacheable: true };
      },
    }),
    signInRoute({
      ...answer,
      method: "DELETE",
      path: "/session",
      operation: "signOut",
      tag: TAG,
      isForVisitors: true,
      setsCookie: true,
      ignoresBadCookie: true,
      permits: () => true,
      async run(_values, { actor: { id, credential } }) {
        const body = await present(ANONYMOUS);
        if (id === undefined || credential?.kind !== "session") return { body };
        await signIns.endSession(id, credential.id);
        return { body, session: null };
      },
    }),
    signInRoute<Confirmation>({
      ...toConfirm,
      ...answer,
      method: "POST",
      path: "/session/confirm",
      operation: "confirmSession",
      parameters: CONFIRMATION,
      errors: ["rest_missing_callback_param", "rest_sign_in_failed"],
      async run({ password, challenge, response }, { actor, client }) {
        if (password !== undefined) await signIns.confirmWithPassword(actor, password, client);
        else if (signIns.hasPasskeys && challenge !== undefined && response !== undefined)
          await signIns.confirmWithPasskey(actor, challenge, response, client);
        else throw new CalendarError("rest_missing_callback_param", { missing: ["password"] });
        return { body: await present(actor) };
      },
    }),
    ...(signIns.hasPasskeys ? passkeys : []),
  ];
};
