import type { PluginTexts } from "@kalends/core/plugin";

export const CALENDAR =
  "Events as iCalendar (RFC 5545), for calendar programs: each series as one, with its rules.";
export const EXPAND = "Whether occurrences come as single events, instead of their series.";

export const FEED_TEXTS: PluginTexts = {
  fr: {
    [CALENDAR]:
      "Les événements en iCalendar (RFC 5545), pour les agendas : chaque série en un seul, avec ses règles.",
    [EXPAND]: "Si les occurrences sont des événements à part, au lieu de leurs séries.",
  },
  es: {
    [CALENDAR]:
      "Los eventos en iCalendar (RFC 5545), para programas de calendario: cada serie como uno, con sus reglas.",
    [EXPAND]: "Si las ocurrencias son eventos sueltos, en lugar de sus series.",
  },
  de: {
    [CALENDAR]:
      "Veranstaltungen als iCalendar (RFC 5545), für Kalenderprogramme: jede Reihe als eine, mit ihren Regeln.",
    [EXPAND]: "Ob Termine einzeln kommen statt ihrer Reihen.",
  },
};
