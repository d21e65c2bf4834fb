import { invalidParameter } from "../../errors.ts";
import { toUnlinkedLine } from "../../model/text/unlinked-text.ts";
import type { MailAddress } from "../../ports/mailer.ts";

/**
 * Matches a part of the local part, which is the text before the `@`; dots separate the parts. Quoted texts
 * and comments are not accepted.
 */
const ATOM = /^[^\s\p{C}\p{Z}"(),.:;<>@[\\\]]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
/** Maximum lengths of an address, of the part before the `@`, and of a domain label (RFC 5321, 4.5.3.1). */
const [MAX_ADDRESS, MAX_LOCAL, MAX_LABEL] = [254, 64, 63];
const MAX_NAME = 100;

/** True if the text is exactly one mail address without name and comment. Source: rules/sign-in.md#mail. */
export const isMailAddress = (text: string): boolean => {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    text.length <= MAX_ADDRESS &&
    local.length <= MAX_LOCAL &&
    local.split(".").every((atom) => ATOM.test(atom)) &&
    domain.split(".").every((label) => label.length <= MAX_LABEL && LABEL.test(label))
  );
};

/**
 * Returns the mailbox. Its name is changed so that mail programs find no address to link in it. Throws an
 * error for `parameter` if the address is not valid.
 */
export const requireMailbox = (parameter: string, { name, address }: MailAddress): MailAddress => {
  if (typeof address !== "string" || !isMailAddress(address))
    throw invalidParameter(parameter, { reason: "not-acceptable" });
  return { name: toUnlinkedLine(String(name), MAX_NAME), address };
};

const NAMED = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>$/;

/**
 * Parses `ann@example.org` or `Ann Lee <ann@example.org>`. Returns `undefined` unless the text is exactly one
 * mailbox.
 */
export const parseMailbox = (text: string): MailAddress | undefined => {
  const [, quoted, plain = "", address = text] = NAMED.exec(text.trim()) ?? [];
  const bare = address.trim();
  return isMailAddress(bare) ? { name: toUnlinkedLine(quoted ?? plain, MAX_NAME), address: bare } : undefined;
};
