import { escapeHtml } from "../../model/text/html.ts";
import { toUnlinkedLine } from "../../model/text/unlinked-text.ts";
import type { MailTemplate, MailTexts } from "../../plugins/mail-template.ts";
import type { MailMessage, QueuedMail } from "../../ports/mailer.ts";

/** Maximum number of characters of a value that a mail shows, and of a value in `long`. */
const [MAX_SHOWN, MAX_LONG] = [200, 2_000];
const PLACEHOLDER = /\{([a-z][A-Za-z0-9_]*)\}/g;
/** Placeholder for the host name of the calendar. */
const SITE = "site";

const namesIn = ({ subject, paragraphs, link = "" }: MailTexts): readonly string[] =>
  [subject, ...paragraphs, link].flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name),
  );

/** Returns the names of the values that a template needs. */
export const valuesOfTemplate = ({ texts, link }: MailTemplate): ReadonlySet<string> => {
  const names = new Set(Object.values(texts).flatMap(namesIn));
  names.delete(SITE);
  if (link !== undefined) names.add(link);
  return names;
};

/** Settings of the installation that mails depend on. */
export interface MailSite {
  /** Language of the site, such as `fr-CA`. */
  readonly language: string;
  /** Host name of the public address; `Kalends` if it is not known. */
  readonly name: string;
}

const textsFor = (
  { texts }: MailTemplate,
  languages: readonly string[],
): { readonly language: string; readonly own: MailTexts } => {
  for (const tag of languages) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    const own = Object.hasOwn(texts, language) ? texts[language] : undefined;
    if (own !== undefined) return { language, own };
  }
  return { language: "en", own: texts.en };
};

const STYLE = "font-family: sans-serif; line-height: 1.5; max-width: 40em; margin: 1em";

/**
 * Creates the message in the language of the recipient, otherwise in that of the site, otherwise in English.
 * `values` must contain the names that `valuesOfTemplate` returns.
 */
export const renderMail = (
  template: MailTemplate,
  { to, replyTo, language = "", values }: Omit<QueuedMail, "template">,
  site: MailSite,
): MailMessage => {
  const { language: lang, own } = textsFor(template, [language, site.language]);
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (_all, name: string) =>
      name === SITE
        ? site.name
        : toUnlinkedLine(String(values[name] ?? ""), template.long?.includes(name) ? MAX_LONG : MAX_SHOWN),
    );
  const subject = fill(own.subject).replace(/\s+/g, " ");
  const paragraphs = own.paragraphs.map(fill);
  const address = template.link === undefined ? undefined : String(values[template.link] ?? "");
  const label = fill(own.link ?? "");
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(address === undefined
      ? []
      : [
          `<p><a href="${escapeHtml(address)}">${escapeHtml(label || address)}</a></p>`,
          `<p>${escapeHtml(address)}</p>`,
        ]),
  ];
  return {
    to,
    ...(replyTo && { replyTo }),
    subject,
    text: `${[...paragraphs, ...(address === undefined ? [] : [address])].join("\n\n")}\n`,
    html: [
      `<!doctype html>`,
      `<html lang="${lang}">`,
      `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="${STYLE}">`,
      ...html,
      `</body>`,
      `</html>`,
      "",
    ].join("\n"),
  };
};
