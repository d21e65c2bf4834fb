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
 * Parses the address of a calendar; `webcal:` becomes HTTPS. Returns `undefined` if it is invalid, or if it
 * has credentials but does not use HTTPS.
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

/** Returns the Authorization header with the credentials in UTF-8 (RFC 7617). */
export const authorizationOf = ({ user, password }: Credentials): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
