import { STATUS_CODES } from "node:http";
import { escapeHtml } from "@kalends/core";
import type { Language } from "../messages/languages.ts";
import { tagged } from "../representation/representation.ts";
import { NOTHING_ALLOWED } from "../response/content-security-policy.ts";
import type { Prepared } from "../response/preparation.ts";

/** Content of an error page. */
export interface ErrorPage {
  readonly status: number;
  readonly message: string;
  readonly language: Language;
  readonly headers?: Readonly<Record<string, string>>;
}

export const toErrorPage = ({ status, message, language, headers }: ErrorPage): Prepared => {
  const title = escapeHtml(`${status} ${STATUS_CODES[status] ?? ""}`.trim());
  const html = `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
</body>
</html>
`;
  return {
    answer: {
      status,
      headers: {
        ...NOTHING_ALLOWED,
        "Content-Language": language,
        ...headers,
        "Content-Type": "text/html; charset=UTF-8",
      },
    },
    representation: tagged(Buffer.from(html)),
  };
};
