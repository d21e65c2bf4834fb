import type { PluginTexts } from "@kalends/core/plugin";

export const UID =
  "What calendar programs know the event by: the UID of a calendar that it comes from. Editors write it.";
export const RELATED = "The UID of the series that this one was the later part of. Editors write it.";
export const SEQUENCE =
  "How often its time, place or cancellation has changed, as calendar programs count it. Editors write it.";
export const FOR_EDITORS =
  "What calendar programs know an event by is for those who may edit the events of others.";

export const IDENTITY_TEXTS: PluginTexts = {
  fr: {
    [UID]:
      "Ce par quoi les agendas reconnaissent l’événement : l’UID du calendrier dont il vient. Réservé aux éditeurs.",
    [RELATED]: "L’UID de la série dont celle-ci était la suite. Réservé aux éditeurs.",
    [SEQUENCE]:
      "Combien de fois sa date, son lieu ou son annulation ont changé, comme les agendas le comptent. Réservé aux éditeurs.",
    [FOR_EDITORS]:
      "Ce par quoi les agendas reconnaissent un événement est réservé à qui peut modifier les événements des autres.",
  },
  es: {
    [UID]:
      "Por lo que los programas de calendario conocen el evento: el UID del calendario del que viene. Lo escriben editores.",
    [RELATED]: "El UID de la serie de la que esta era la parte posterior. Lo escriben editores.",
    [SEQUENCE]:
      "Cuántas veces han cambiado su fecha, su lugar o su cancelación, como cuentan los calendarios. Lo escriben editores.",
    [FOR_EDITORS]:
      "Aquello por lo que los calendarios conocen un evento es de quien puede editar los eventos de otros.",
  },
  de: {
    [UID]:
      "Woran Kalenderprogramme die Veranstaltung erkennen: die UID des Kalenders, aus dem sie kommt. Für Redakteure.",
    [RELATED]: "Die UID der Reihe, deren späterer Teil diese war. Für Redakteure.",
    [SEQUENCE]:
      "Wie oft sich Zeit, Ort oder Absage geändert haben, so wie Kalenderprogramme zählen. Für Redakteure.",
    [FOR_EDITORS]:
      "Woran Kalenderprogramme eine Veranstaltung erkennen, schreibt nur, wer die Veranstaltungen anderer bearbeiten darf.",
  },
};
