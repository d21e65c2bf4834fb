/** User and password of an address. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Address of a calendar, without the credentials that were in it. */
export interface CalendarAddress {
  readonly url: string;
  readonly credentials?: Credentials;
}

/**
 * An address of a calendar; those for programs (`webcal:`) are the same over HTTPS. `undefined`: it is none, or has a user or a password
 * that would be sent without HTTPS.
 */
export const toCalendarAddress = (text: string): CalendarAddress | undefined => {
  const address = text.trim().replace(/^webcals?:\/\//i, "https://");
  if (!/^https?:\/\//i.test(address) || address.length > 2_000 || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const { username, password, protocol } = url;
  if (username === "" && password === "") return { url: url.href };
  if (protocol !== "https:") return undefined;
  [url.username, url.password] = ["", ""];
  return { url: url.href, credentials: { user: decoded(username), password: decoded(password) } };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The header that sends credentials (RFC 7617), as UTF-8. */
export const authorizationOf = ({ user, password }: Credentials): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
