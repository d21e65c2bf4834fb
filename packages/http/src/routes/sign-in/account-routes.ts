import { type Actor, CalendarError, type Parameters, type Role } from "@kalends/core";
import type { AccountChange, AccountDirectory, AccountSummary } from "@kalends/core/accounts";
import { mayIssueCredentials } from "@kalends/core/interface";
import { ref } from "../../document/schemas/schema.ts";
import { presentAccount } from "../../presenters/account-presenter.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import { requireConfirmed } from "../../request/caller/confirmation.ts";
import type { DeclaredRoute } from "../declared/declared-route.ts";
import { ACCOUNT_CHANGE, ACCOUNT_FILTERS, newAccount, OWN_PROFILE, REMOVAL } from "./parameters.ts";
import { accountOf, type FindManaged, hasAccount, isManager, mayManageOwn, userNotFound } from "./rights.ts";
import { signInRoute } from "./sign-in-route.ts";

interface AccountRouteDeps {
  readonly directory: AccountDirectory;
  readonly findManaged: FindManaged;
  /** Parameters that select a page of a list. */
  readonly paging: Parameters;
  /** Returns the time, in milliseconds since 1970. */
  readonly now: () => number;
}

interface List {
  readonly search: string | undefined;
  readonly role: Role | undefined;
  readonly disabled: boolean | undefined;
  readonly page: number;
  readonly per_page: number;
}

interface Profile {
  readonly display_name: string | undefined;
  readonly email: string | undefined;
}

/** Values of a request that creates an account. */
export interface Creation extends Profile {
  readonly name: string;
  readonly role: Role;
}

interface Change extends Profile {
  readonly name: string | undefined;
  readonly role: Role | undefined;
  readonly disabled: boolean | undefined;
}

interface Removal {
  readonly records: "keep" | "reassign";
  readonly author: number | undefined;
}

const TAG = "Accounts";
const ACCOUNT = { tag: TAG, answer: "answer.account", schema: ref("Account") } as const;
const ITEM = { ...ACCOUNT, path: "/accounts/{id}", permits: isManager } as const;

/** Throws an error if the change was not made; otherwise does nothing. */
const requireDone = (change: AccountChange): void => {
  if (change === "missing") throw userNotFound();
  if (change === "last-administrator") throw new CalendarError("rest_forbidden");
};

/**
 * True if the values change the role or the email address. A session needs a recent proof of identity for
 * such a change.
 */
const isSensitive = ({ role, email = "" }: AccountSummary, values: Pick<Change, "role" | "email">): boolean =>
  (values.role !== undefined && values.role !== role) ||
  (values.email !== undefined && values.email !== email);

/**
 * Throws `rest_forbidden` if a caller who uses an API token or an authentication scheme of a plugin changes
 * an email address. One-time links are mailed to this address, so such a caller could set passwords.
 * Source: rules/sign-in.md#credential-scopes.
 */
const requireMayAddress = (actor: Actor, old: string, email = old): void => {
  if (email !== old && !mayIssueCredentials(actor))
    throw new CalendarError("rest_forbidden", { explanation: "no-issuing" });
};

/**
 * Creates the routes of the list of accounts, of single accounts, and of the caller's own account.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createAccountRoutes = ({
  directory,
  findManaged,
  paging,
  now,
}: AccountRouteDeps): readonly DeclaredRoute[] => {
  const find = async (id: number): Promise<AccountSummary> => {
    const account = await directory.find(id);
    if (account === undefined) throw userNotFound();
    return account;
  };
  const listed = { ...ACCOUNT_FILTERS, ...paging };
  return [
    signInRoute({
      ...ACCOUNT,
      method: "GET",
      path: "/accounts/me",
      operation: "getOwnAccount",
      permits: hasAccount,
      run: async (_values, { actor }) => ({ body: presentAccount(await find(accountOf(actor))) }),
    }),
    signInRoute<Profile>({
      ...ACCOUNT,
      method: "PATCH",
      path: "/accounts/me",
      operation: "updateOwnAccount",
      parameters: OWN_PROFILE,
      permits: mayManageOwn,
      errors: ["rest_confirmation_required"],
      async run({ display_name: displayName, email }, { actor }) {
        const id = accountOf(actor);
        const account = await find(id);
        requireMayAddress(actor, account.email ?? "", email);
        if (isSensitive(account, { role: undefined, email })) requireConfirmed(actor, now());
        requireDone(await directory.change(actor, id, { displayName, email }));
        return { body: presentAccount(await find(id)) };
      },
    }),
    signInRoute<List>({
      method: "GET",
      path: "/accounts",
      operation: "listAccounts",
      tag: TAG,
      parameters: ACCOUNT_FILTERS,
      paging,
      isList: true,
      answer: "answer.accounts",
      schema: ref("AccountList"),
      headers: ["X-TEC-Total", "X-TEC-TotalPages"],
      permits: isManager,
      async run(values, { namespace }) {
        const { search, role, disabled: isDisabled, page, per_page: perPage } = values;
        const { accounts, total } = await directory.list({ search, role, isDisabled, page, perPage });
        return presentList(
          "accounts",
          { total, page, perPage, understood: { search, role, disabled: isDisabled } },
          accounts.map(presentAccount),
          { namespace, parameters: listed, sentPerPage: true },
        );
      },
    }),
    signInRoute<Creation>({
      ...ACCOUNT,
      method: "POST",
      path: "/accounts",
      operation: "createAccount",
      parameters: newAccount(false),
      status: 201,
      permits: isManager,
      needsConfirmation: true,
      async run({ display_name: displayName, ...values }, { actor }) {
        requireMayAddress(actor, "", values.email);
        const id = await directory.create(actor, { ...values, displayName });
        return { body: presentAccount(await find(id)) };
      },
    }),
    signInRoute({
      ...ITEM,
      method: "GET",
      operation: "getAccount",
      run: async (_values, { id = 0 }) => ({ body: presentAccount(await find(id)) }),
    }),
    signInRoute<Change>({
      ...ITEM,
      method: "PATCH",
      operation: "updateAccount",
      parameters: ACCOUNT_CHANGE,
      errors: ["rest_confirmation_required"],
      async run({ display_name: displayName, disabled: isDisabled, ...values }, { actor, id = 0 }) {
        const account = await findManaged(actor, id);
        requireMayAddress(actor, account.email ?? "", values.email);
        if (isSensitive(account, values)) requireConfirmed(actor, now());
        requireDone(await directory.change(actor, id, { ...values, displayName, isDisabled }));
        return { body: presentAccount(await find(id)) };
      },
    }),
    signInRoute<Removal>({
      ...ITEM,
      method: "DELETE",
      operation: "deleteAccount",
      parameters: REMOVAL,
      errors: ["rest_too_many_records"],
      async run({ records, author }, { actor, id = 0 }) {
        const account = await findManaged(actor, id);
        if (records === "reassign" && author === undefined)
          throw new CalendarError("rest_missing_callback_param", { missing: ["author"] });
        const choice = records === "keep" || author === undefined ? ({ keep: true } as const) : { author };
        requireDone(await directory.remove(actor, id, choice));
        return { body: presentAccount(account) };
      },
    }),
  ];
};
