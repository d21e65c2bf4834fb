import type { JsonObject } from "@kalends/core";
import type { PasskeyInfo, SignIns } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import { presentCeremony, presentPasskey } from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { PASSKEY_CHANGE, PASSKEY_REGISTRATION } from "./parameters.ts";
import { accountOf, credentialNotFound, hasAccount, hasSession } from "./rights.ts";
import { signInRoute } from "./sign-in-route.ts";

interface Registration {
  readonly name: string;
  readonly challenge: string;
  readonly response: JsonObject;
}

const TAG = "Signing in";

/**
 * Members that the routes for registering a passkey share. These routes need a session, to which the
 * challenge belongs.
 */
const REGISTRATION = { tag: TAG, permits: hasSession, issuesCredentials: true } as const;
const CHANGE = { tag: TAG, permits: hasAccount, issuesCredentials: true } as const;

/**
 * Creates the routes of the caller's own passkeys. The routes for registering a passkey exist only if
 * passkeys are enabled.
 * Source: rules/sign-in.md#passkeys.
 */
export const createPasskeyRoutes = (signIns: SignIns): readonly DeclaredRoute[] => {
  const findPasskey = async (accountId: number, id: string): Promise<PasskeyInfo> => {
    const found = (await signIns.passkeysOf(accountId)).find((passkey) => passkey.id === id);
    if (found === undefined) throw credentialNotFound();
    return found;
  };
  const registration = [
    signInRoute({
      ...REGISTRATION,
      method: "POST",
      path: "/me/passkeys/options",
      operation: "beginPasskeyRegistration",
      answer: "answer.passkey.options",
      schema: ref("PasskeyCeremony"),
      errors: ["rest_limit_reached"],
      run: async (_values, { actor }) => ({ body: presentCeremony(await signIns.beginRegistration(actor)) }),
    }),
    signInRoute<Registration>({
      ...REGISTRATION,
      method: "POST",
      path: "/me/passkeys",
      operation: "registerPasskey",
      parameters: PASSKEY_REGISTRATION,
      status: 201,
      answer: "answer.passkey",
      schema: ref("Passkey"),
      errors: ["rest_limit_reached"],
      run: async ({ name, challenge, response }, { actor }) => ({
        body: presentPasskey(await signIns.finishRegistration(actor, name, challenge, response)),
      }),
    }),
  ];
  return [
    signInRoute({
      method: "GET",
      path: "/me/passkeys",
      operation: "listPasskeys",
      tag: TAG,
      permits: hasAccount,
      answer: "answer.passkeys",
      schema: ref("PasskeyList"),
      run: async (_values, { actor }) => ({
        body: { passkeys: (await signIns.passkeysOf(accountOf(actor))).map(presentPasskey) },
      }),
    }),
    ...(signIns.hasPasskeys ? registration : []),
    signInRoute<{ readonly name: string }>({
      ...CHANGE,
      method: "PATCH",
      path: "/me/passkeys/{passkey}",
      operation: "renamePasskey",
      parameters: PASSKEY_CHANGE,
      answer: "answer.passkey",
      schema: ref("Passkey"),
      async run({ name }, { actor, name: id }) {
        const account = accountOf(actor);
        if (!(await signIns.renamePasskey(account, id, name))) throw credentialNotFound();
        return { body: presentPasskey(await findPasskey(account, id)) };
      },
    }),
    signInRoute({
      ...CHANGE,
      method: "DELETE",
      path: "/me/passkeys/{passkey}",
      operation: "removePasskey",
      answer: "answer.removed",
      schema: ref("RemovedItem"),
      async run(_values, { actor, name: id }) {
        if (!(await signIns.removePasskey(accountOf(actor), id))) throw credentialNotFound();
        return { body: { id } };
      },
    }),
  ];
};
