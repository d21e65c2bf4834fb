import { CalendarError, invalidParameter, type JsonObject } from "@kalends/core";
import { type AccountSummary, oneTimeLinkAddress, type SignIns } from "@kalends/core/accounts";
import { isMailAddress, type MailQueue } from "@kalends/core/interface";
import { presentLink } from "../../presenters/account-presenter.ts";
import type { Addresses } from "../../request/address/addresses.ts";

interface AccountLinksDeps {
  readonly signIns: Pick<SignIns, "createLink">;
  /** Queue for outgoing mail. Without it, responses contain the links. */
  readonly mailQueue: MailQueue | undefined;
  /** Public address of the site, for links; by default, the address to which the request was sent. */
  readonly publicAddress: string | undefined;
}

/** Purpose of a link that a manager of accounts creates for the owner of an account. */
export type GivenLink = "invitation" | "forgotten-password";

/**
 * Gives the owner of an account a one-time link. Sends it by mail, or returns it if mail is not configured.
 */
export type GiveLink = (
  account: AccountSummary,
  purpose: GivenLink,
  addresses: Pick<Addresses, "site">,
) => Promise<JsonObject>;

/** Throws `rest_invalid_param` if no link can be mailed to the address. */
export const requireMailable = (email: string): void => {
  if (email === "") throw invalidParameter("email", { reason: "empty" });
  if (!isMailAddress(email)) throw invalidParameter("email", { reason: "not-acceptable" });
};

/**
 * Creates the function that sends or returns links. It throws `rest_forbidden` for a disabled account, and
 * `rest_invalid_param` if mail is configured but cannot be sent to the address of the account.
 * Source: rules/sign-in.md#one-time-links.
 */
export const createGiveLink =
  ({ signIns, mailQueue, publicAddress }: AccountLinksDeps): GiveLink =>
  async ({ id, name, displayName = name, email = "", isDisabled = false }, purpose, { site }) => {
    if (isDisabled) throw new CalendarError("rest_forbidden");
    if (mailQueue !== undefined) {
      requireMailable(email);
      const to = { name: displayName, address: email };
      await mailQueue.queue({ template: purpose, to, values: { account: id, name } });
      return { sent: true };
    }
    const link = await signIns.createLink(id, purpose);
    if (link === undefined) throw new CalendarError("rest_forbidden");
    const address = oneTimeLinkAddress(publicAddress ?? site, link.token);
    return { sent: false, ...presentLink(address, link.expires) };
  };
