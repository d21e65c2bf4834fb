import type { PluginTexts } from "@kalends/core/plugin";

export const CALENDAR =
  "Events as iCalendar (RFC 5545), for calendar programs: each series as one, with its rules.";
export const EXPAND = "Whether occurrences come as single events, instead of their series.";

export const ATOM = "The events that were published last, as Atom (RFC 4287).";
export const RSS = "The events that were published last, as RSS 2.0.";
export const JSON_FEED = "The events that were published last, as JSON Feed 1.1.";

export const FEED_TEXTS: PluginTexts = {
  fr: {
    [CALENDAR]:
      "Les événements en iCalendar (RFC 5545), pour les agendas : chaque série en un seul, avec ses règles.",
    [EXPAND]: "Si les occurrences sont des événements à part, au lieu de leurs séries.",
    [ATOM]: "Les derniers événements publiés, en Atom (RFC 4287).",
    [RSS]: "Les derniers événements publiés, en RSS 2.0.",
    [JSON_FEED]: "Les derniers événements publiés, en JSON Feed 1.1.",
  },
  es: {
    [CALENDAR]:
      "Los eventos en iCalendar (RFC 5545), para programas de calendario: cada serie como uno, con sus reglas.",
    [EXPAND]: "Si las ocurrencias son eventos sueltos, en lugar de sus series.",
    [ATOM]: "Los últimos eventos publicados, como Atom (RFC 4287).",
    [RSS]: "Los últimos eventos publicados, como RSS 2.0.",
    [JSON_FEED]: "Los últimos eventos publicados, como JSON Feed 1.1.",
  },
  de: {
    [CALENDAR]:
      "Veranstaltungen als iCalendar (RFC 5545), für Kalenderprogramme: jede Reihe als eine, mit ihren Regeln.",
    [EXPAND]: "Ob Termine einzeln kommen statt ihrer Reihen.",
    [ATOM]: "Die zuletzt veröffentlichten Veranstaltungen als Atom (RFC 4287).",
    [RSS]: "Die zuletzt veröffentlichten Veranstaltungen als RSS 2.0.",
    [JSON_FEED]: "Die zuletzt veröffentlichten Veranstaltungen als JSON Feed 1.1.",
  },
};

const CANCELLED: Readonly<Record<string, string>> = {
  de: "Abgesagt",
  es: "Cancelado",
  fr: "Annulé",
};

/** The word that marks the titles of cancelled events, in the language of the site, else in English. */
export const cancelledIn = (language: string): string =>
  CANCELLED[language.slice(0, 2).toLowerCase()] ?? "Cancelled";
