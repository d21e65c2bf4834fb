import type { PluginTexts } from "@kalends/core/plugin";

export const TEXTS: PluginTexts = {
  fr: {
    "Only events that cost at least this: their highest price counts.":
      "Seulement les événements qui coûtent au moins ce prix : c’est le prix le plus élevé qui compte.",
    "Only events that cost at most this: their lowest price counts. 0: those that are free.":
      "Seulement les événements qui coûtent au plus ce prix : c’est le prix le plus bas qui compte. 0 : ceux qui sont gratuits.",
    "Only events that can be visited for free (true), or that have a price above 0 (false). Events without a price are neither.":
      "Seulement les événements que l’on peut visiter gratuitement (true), ou qui ont un prix supérieur à 0 (false). Les événements sans prix ne sont ni l’un ni l’autre.",
    "asc: by the lowest price, desc: by the highest price, descending. Events without a price come last.":
      "asc : par le prix le plus bas, desc : par le prix le plus élevé, décroissant. Les événements sans prix viennent en dernier.",
    "The lowest and the highest price in numbers; null where there is no price.":
      "Le prix le plus bas et le prix le plus élevé en nombres ; null s’il n’y a pas de prix.",
  },
  es: {
    "Only events that cost at least this: their highest price counts.":
      "Solo los eventos que cuestan al menos esto: cuenta su precio más alto.",
    "Only events that cost at most this: their lowest price counts. 0: those that are free.":
      "Solo los eventos que cuestan como máximo esto: cuenta su precio más bajo. 0: los gratuitos.",
    "Only events that can be visited for free (true), or that have a price above 0 (false). Events without a price are neither.":
      "Solo los eventos que se pueden visitar gratis (true), o que tienen un precio superior a 0 (false). Los eventos sin precio no son ni lo uno ni lo otro.",
    "asc: by the lowest price, desc: by the highest price, descending. Events without a price come last.":
      "asc: por el precio más bajo, desc: por el precio más alto, descendente. Los eventos sin precio van al final.",
    "The lowest and the highest price in numbers; null where there is no price.":
      "El precio más bajo y el más alto en números; null si no hay precio.",
  },
  de: {
    "Only events that cost at least this: their highest price counts.":
      "Nur Veranstaltungen, die mindestens so viel kosten: Es zählt ihr höchster Preis.",
    "Only events that cost at most this: their lowest price counts. 0: those that are free.":
      "Nur Veranstaltungen, die höchstens so viel kosten: Es zählt ihr niedrigster Preis. 0: die kostenlosen.",
    "Only events that can be visited for free (true), or that have a price above 0 (false). Events without a price are neither.":
      "Nur Veranstaltungen, die man kostenlos besuchen kann (true), oder die einen Preis über 0 haben (false). Veranstaltungen ohne Preis sind keines von beidem.",
    "asc: by the lowest price, desc: by the highest price, descending. Events without a price come last.":
      "asc: nach dem niedrigsten Preis, desc: absteigend nach dem höchsten. Veranstaltungen ohne Preis kommen zuletzt.",
    "The lowest and the highest price in numbers; null where there is no price.":
      "Der niedrigste und der höchste Preis als Zahlen; null, wo es keinen Preis gibt.",
  },
};
