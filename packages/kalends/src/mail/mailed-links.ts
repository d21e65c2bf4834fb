import { oneTimeLinkAddress, type SignIns } from "@kalends/core/accounts";
import { type CreateMailedLink, type MailQueue, problemsOf } from "@kalends/core/interface";
import { type Account, type AccountStore, foldText } from "@kalends/core/storage";

interface MailedLinksDeps {
  readonly accountStore: AccountStore | undefined;
  /** Returns the sign-ins; absent if a host manages the users. */
  readonly signIns: () => Pick<SignIns, "createLink"> | undefined;
  readonly publicAddress: string | undefined;
}

/**
 * Creates the function that makes a new one-time link for each attempt to send a mail. The function returns
 * `undefined` if the account no longer has the address of the mail, or if no link can be made.
 * Source: rules/sign-in.md#one-time-links.
 */
export const createMailedLinks =
  ({ accountStore, signIns, publicAddress }: MailedLinksDeps): CreateMailedLink =>
  async (accountId, purpose, address) => {
    const account = await accountStore?.find(accountId);
    // A changed address may mean that the old mailbox belongs to somebody else.
    if (account?.email === undefined || foldText(account.email) !== foldText(address)) return undefined;
    const link = await signIns()?.createLink(accountId, purpose);
    return link === undefined || publicAddress === undefined
      ? undefined
      : oneTimeLinkAddress(publicAddress, link.token);
  };

/**
 * Queues a mail with a one-time link for an account. `language` is the language of the account's owner; the
 * site's language by default. Rejects with `rest_invalid_param` for `email` if the account has no usable
 * address.
 */
export type QueueLink = (
  account: Pick<Account, "id" | "name" | "displayName" | "email">,
  purpose: "invitation" | "forgotten-password",
  language?: string,
) => Promise<void>;

export const createQueueLink =
  (mailQueue: MailQueue): QueueLink =>
  ({ id, name, displayName = "", email = "" }, purpose, language) =>
    problemsOf("email", () =>
      mailQueue.queue({
        template: purpose,
        to: { name: displayName, address: email },
        ...(language !== undefined && { language }),
        values: { account: id, name },
      }),
    );
