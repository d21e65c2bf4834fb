/** Parts of an SMTP URL: the mail server, and the credentials for it. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** True for `smtps`: the connection is encrypted from the start. */
  readonly isSecure: boolean;
  readonly user?: string;
  readonly password?: string;
}

const [SUBMISSION, SUBMISSIONS] = [587, 465];

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/**
 * Parses an SMTP URL such as `smtp://user:password@mail.example:587` or `smtps://...`. Returns `undefined`
 * for any other form. A path or query is refused, because it would have no effect.
 */
export const parseSmtpAddress = (address: string): SmtpAddress | undefined => {
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(address);
  const isSecure = protocol === "smtps:";
  const [user, secret] = [decoded(username), decoded(password)];
  if (hostname === "" || user === undefined || secret === undefined) return undefined;
  if ((user === "") !== (secret === "")) return undefined;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? SUBMISSIONS : SUBMISSION) : Number(port),
    isSecure,
    ...(user !== "" && { user, password: secret }),
  };
};
