/** User name and password that a URL contained. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** URL of a remote calendar, with its credentials removed into a separate member. */
export interface CalendarAddress {
  readonly url: string;
  readonly credentials?: Credentials;
}

/**
 * Parses the URL of a calendar. `webcal:` is replaced by `https:`. Returns `undefined` for an invalid URL, a
 * URL of more than 2,000 characters, and an `http:` URL with credentials.
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

/** Returns the value of the Authorization header. The credentials are encoded in UTF-8 (RFC 7617). */
export const authorizationOf = ({ user, password }: Credentials): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`;
