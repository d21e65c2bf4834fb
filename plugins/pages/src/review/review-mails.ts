import type { MailTemplate, PluginDeps } from "@kalends/core/plugin";
import { CORRECTION_PATH, createCorrections } from "./corrections.ts";
import type { DecisionName } from "./decisions.ts";

const LONG = ["reason"];

const ASKED: MailTemplate["texts"] = {
  en: {
    subject: "Question about your event at {site}: {title}",
    paragraphs: ["The editors of {site} have a question about your event: {title}", "{reason}"],
  },
  de: {
    subject: "Frage zu Ihrer Veranstaltung bei {site}: {title}",
    paragraphs: ["Die Redaktion von {site} hat eine Frage zu Ihrer Veranstaltung: {title}", "{reason}"],
  },
  fr: {
    subject: "Question sur votre événement sur {site} : {title}",
    paragraphs: ["La rédaction de {site} a une question sur votre événement : {title}", "{reason}"],
  },
  es: {
    subject: "Pregunta sobre su evento en {site}: {title}",
    paragraphs: ["La redacción de {site} tiene una pregunta sobre su evento: {title}", "{reason}"],
  },
};

/** Paragraph and label of the link with which a sender corrects a proposal, by language. */
const CORRECT = {
  en: ["With this link you can correct your proposal until it is decided, for 14 days.", "Correct the event"],
  de: [
    "Mit diesem Link können Sie Ihren Vorschlag berichtigen, bis er entschieden ist, höchstens 14 Tage lang.",
    "Veranstaltung berichtigen",
  ],
  fr: [
    "Ce lien vous permet de corriger votre proposition jusqu’à la décision, pendant 14 jours au plus.",
    "Corriger l’événement",
  ],
  es: [
    "Con este enlace puede corregir su propuesta hasta que se decida, durante 14 días como máximo.",
    "Corregir el evento",
  ],
} as const;

const withLink = (language: keyof typeof CORRECT) => {
  const { subject, paragraphs } = ASKED[language] ?? ASKED.en;
  const [paragraph, link] = CORRECT[language];
  return { subject, paragraphs: [...paragraphs, paragraph], link };
};

/** Returns the address at which the sender corrects a proposal; `undefined` without a public address. */
const createLink = async (
  event: string | number,
  { address }: { readonly address: string },
  deps: PluginDeps,
): Promise<string | undefined> => {
  const { baseUrl, mountPath = "" } = deps.site;
  const token = baseUrl && (await createCorrections(deps).create(Number(event), address));
  return token && `${baseUrl.replace(/\/+$/, "")}${mountPath}${CORRECTION_PATH}${token}/`;
};

/** Mails of the review. Their texts contain nothing but the title and what the editor wrote. */
export const REVIEW_MAILS: readonly MailTemplate[] = [
  {
    name: "proposal-approved",
    long: LONG,
    texts: {
      en: {
        subject: "Your event at {site} is approved: {title}",
        paragraphs: ["The editors of {site} have approved your event: {title}", "Note: {reason}"],
      },
      de: {
        subject: "Ihre Veranstaltung bei {site} ist angenommen: {title}",
        paragraphs: [
          "Die Redaktion von {site} hat Ihre Veranstaltung angenommen: {title}",
          "Hinweis: {reason}",
        ],
      },
      fr: {
        subject: "Votre événement sur {site} est accepté : {title}",
        paragraphs: ["La rédaction de {site} a accepté votre événement : {title}", "Remarque : {reason}"],
      },
      es: {
        subject: "Su evento en {site} ha sido aceptado: {title}",
        paragraphs: ["La redacción de {site} ha aceptado su evento: {title}", "Nota: {reason}"],
      },
    },
  },
  {
    name: "proposal-refused",
    long: LONG,
    texts: {
      en: {
        subject: "Your event at {site} is not published: {title}",
        paragraphs: ["The editors of {site} do not publish your event: {title}", "Reason: {reason}"],
      },
      de: {
        subject: "Ihre Veranstaltung bei {site} wird nicht veröffentlicht: {title}",
        paragraphs: [
          "Die Redaktion von {site} veröffentlicht Ihre Veranstaltung nicht: {title}",
          "Grund: {reason}",
        ],
      },
      fr: {
        subject: "Votre événement sur {site} n’est pas publié : {title}",
        paragraphs: ["La rédaction de {site} ne publie pas votre événement : {title}", "Motif : {reason}"],
      },
      es: {
        subject: "Su evento en {site} no se publica: {title}",
        paragraphs: ["La redacción de {site} no publica su evento: {title}", "Motivo: {reason}"],
      },
    },
  },
  { name: "proposal-asked", long: LONG, texts: ASKED },
  {
    name: "proposal-correction",
    link: "link",
    createLink: { from: "event", create: createLink },
    long: LONG,
    texts: { en: withLink("en"), de: withLink("de"), fr: withLink("fr"), es: withLink("es") },
  },
];

const NAMES = { approve: "proposal-approved", refuse: "proposal-refused", ask: "proposal-asked" } as const;

/** Returns the name of the mail for a decision. `mayCorrect`: the mail of `ask` has a link for corrections. */
export const mailNameOf = (decision: DecisionName, mayCorrect: boolean): string =>
  decision === "ask" && mayCorrect ? "proposal-correction" : NAMES[decision];
