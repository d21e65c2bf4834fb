import type {
  Account,
  AccountLink,
  Invitation,
  InviteAccountBody,
  Resources,
  UpdateOwnAccountBody,
} from "./interface-types.ts";
import {
  createRecordClient,
  type OnceOptions,
  type RecordClient,
  type RequestOptions,
} from "./record-client.ts";
import type { Send } from "./transport.ts";

type Records = RecordClient<Resources["accounts"]>;

/**
 * Choice for the records of a deleted account. `records: "keep"`: the records keep the id of the deleted
 * account as their author. `author`: id of the account that becomes the author of the records.
 */
export type RecordsOfAccount = { readonly records: "keep" } | { readonly author: number };

/** Methods for accounts; `list`, `create`, `get` and `update` work as for other records. */
export interface AccountClient extends Omit<Records, "delete"> {
  /** Deletes an account and returns its last state. */
  delete(id: number, records: RecordsOfAccount, options?: RequestOptions): Promise<Account>;
  /** Returns the account of the caller. */
  own(options?: RequestOptions): Promise<Account>;
  updateOwn(values: UpdateOwnAccountBody, options?: RequestOptions): Promise<Account>;
  /**
   * Creates an account and mails a link for setting the password. If the server has no mail, the result
   * contains the link.
   */
  invite(values: InviteAccountBody, options?: RequestOptions & OnceOptions): Promise<Invitation>;
  /** Mails a new link for setting the password. If the server has no mail, the result contains the link. */
  link(id: number, options?: RequestOptions & OnceOptions): Promise<AccountLink>;
}

export const createAccountClient = (send: Send): AccountClient => {
  const { list, create, get, update } = createRecordClient<Resources["accounts"]>(send, "accounts");
  return {
    ...{ list, create, get, update },
    delete: (id, choice, options) =>
      send({
        method: "DELETE",
        path: `/accounts/${id}`,
        query: "author" in choice ? { records: "reassign", author: choice.author } : choice,
        ...options,
      }),
    own: (options) => send({ path: "/accounts/me", ...options }),
    updateOwn: (body, options) => send({ method: "PATCH", path: "/accounts/me", body, ...options }),
    invite: (body, options) => send({ method: "POST", path: "/accounts/invite", body, ...options }),
    link: (id, options) => send({ method: "POST", path: `/accounts/${id}/link`, ...options }),
  };
};
