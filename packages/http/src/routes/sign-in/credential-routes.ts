import type { Actor, JsonObject } from "@kalends/core";
import type { AccountDirectory, AccountSummary, CredentialScope } from "@kalends/core/accounts";
import { ref } from "../../document/schemas/schema.ts";
import { presentCredential } from "../../presenters/account-presenter.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { NEW_CREDENTIAL } from "./parameters.ts";
import {
  accountOf,
  credentialNotFound,
  type FindManaged,
  isManager,
  mayManageOwn,
  userNotFound,
} from "./rights.ts";
import { signInRoute } from "./sign-in-route.ts";

interface CredentialRouteDeps {
  readonly directory: AccountDirectory;
  readonly findManaged: FindManaged;
}

const KINDS = {
  passwords: { kind: "password", list: "PasswordList", Name: "Password" },
  tokens: { kind: "token", list: "TokenList", Name: "Token" },
} as const;

interface NewCredential {
  readonly label: string;
  readonly scopes: readonly CredentialScope[] | undefined;
}

const TAG = "Accounts";

/**
 * Creates the routes of application passwords and of API tokens: of the caller's own account, and of others.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createCredentialRoutes = (deps: CredentialRouteDeps): readonly DeclaredRoute[] =>
  (["passwords", "tokens"] as const).flatMap((name) => createRoutesOf(name, deps));

const createRoutesOf = (
  name: keyof typeof KINDS,
  { directory, findManaged }: CredentialRouteDeps,
): readonly DeclaredRoute[] => {
  const { kind, list, Name } = KINDS[name];
  const answer = { answer: `answer.${name}`, schema: ref(list) } as const;
  const removal = {
    method: "DELETE",
    tag: TAG,
    answer: "answer.removed",
    schema: ref("RemovedItem"),
    needsConfirmation: true,
  } as const;

  const credentialsIn = ({ credentials }: AccountSummary): AccountSummary["credentials"] =>
    credentials.filter((credential) => credential.kind === kind);
  const present = (account: AccountSummary): JsonObject => ({
    [name]: credentialsIn(account).map(presentCredential),
  });
  const findOwn = async (actor: Actor): Promise<AccountSummary> => {
    const account = await directory.find(accountOf(actor));
    if (account === undefined) throw userNotFound();
    return account;
  };
  const findCredential = async (actor: Actor, id: string): Promise<JsonObject | undefined> => {
    const found = credentialsIn(await findOwn(actor)).find((credential) => credential.id === id);
    return found && presentCredential(found);
  };
  const revoke = async (account: AccountSummary, id: string): Promise<JsonObject> => {
    const isThere = credentialsIn(account).some((credential) => credential.id === id);
    if (!isThere || !(await directory.revoke(account.id, id))) throw credentialNotFound();
    return { id };
  };

  return [
    signInRoute({
      ...answer,
      method: "GET",
      path: `/accounts/me/${name}`,
      operation: `listOwn${Name}s`,
      tag: TAG,
      permits: mayManageOwn,
      run: async (_values, { actor }) => ({ body: present(await findOwn(actor)) }),
    }),
    signInRoute<NewCredential>({
      method: "POST",
      path: `/accounts/me/${name}`,
      operation: `create${Name}`,
      tag: TAG,
      parameters: NEW_CREDENTIAL,
      status: 201,
      answer: "answer.credential",
      schema: ref("IssuedCredential"),
      errors: ["rest_limit_reached"],
      permits: mayManageOwn,
      issuesCredentials: true,
      secrets: {
        members: ["secret"],
        reread: ({ id }, { actor }) => findCredential(actor, String(id)),
      },
      async run({ label, scopes = [] }, { actor }) {
        const { id, secret } = await directory.issue(actor, kind, { label, scopes });
        const credential = await findCredential(actor, id);
        if (credential === undefined) throw credentialNotFound();
        return { body: { ...credential, secret } };
      },
    }),
    signInRoute({
      ...removal,
      path: `/accounts/me/${name}/{credential}`,
      operation: `revokeOwn${Name}`,
      permits: mayManageOwn,
      run: async (_values, { actor, name: id }) => ({ body: await revoke(await findOwn(actor), id) }),
    }),
    signInRoute({
      ...answer,
      method: "GET",
      path: `/accounts/{id}/${name}`,
      operation: `list${Name}s`,
      tag: TAG,
      permits: isManager,
      run: async (_values, { actor, id }) => ({ body: present(await findManaged(actor, id)) }),
    }),
    signInRoute({
      ...removal,
      path: `/accounts/{id}/${name}/{credential}`,
      operation: `revoke${Name}`,
      permits: isManager,
      run: async (_values, { actor, id, name: credential }) => ({
        body: await revoke(await findManaged(actor, id), credential),
      }),
    }),
  ];
};
