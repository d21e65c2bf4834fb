import type { PluginTexts } from "@kalends/core/plugin";
import { FORBIDDEN, MISSING, TOO_LONG } from "./house-rules.ts";
import { AT_LEAST, FIRST, NOT_YOURS, OF_EVENT } from "./priorities.ts";

const DEAD = "Whether the website was not there the last time it was looked at.";

export const TEXTS: PluginTexts = {
  fr: {
    [MISSING]: "Un événement publié doit en avoir.",
    [TOO_LONG]: "Le titre est trop long.",
    [FORBIDDEN]: "Il y a un mot à ne pas employer.",
    [DEAD]: "Si le site web n'était plus là lors de la dernière vérification.",
    [OF_EVENT]: "Combien la maison tient à ce que l'événement soit vu, de 0 à 100.",
    [AT_LEAST]: "Seulement les événements qui ont au moins cette priorité.",
    [FIRST]: "Par priorité, la plus haute d'abord. Les événements sans priorité viennent en dernier.",
    [NOT_YOURS]: "Les priorités sont l'affaire de qui peut modifier les événements des autres.",
  },
  es: {
    [MISSING]: "Un evento publicado debe tenerlo.",
    [TOO_LONG]: "El título es demasiado largo.",
    [FORBIDDEN]: "Hay una palabra que no debe usarse.",
    [DEAD]: "Si el sitio web ya no estaba la última vez que se comprobó.",
    [OF_EVENT]: "Cuánto desea la casa que se vea el evento, de 0 a 100.",
    [AT_LEAST]: "Solo los eventos que tienen al menos esta prioridad.",
    [FIRST]: "Por prioridad, primero la más alta. Los eventos sin prioridad van al final.",
    [NOT_YOURS]: "Las prioridades son cosa de quien puede editar los eventos de otros.",
  },
  de: {
    [MISSING]: "Ein veröffentlichtes Ereignis muss das haben.",
    [TOO_LONG]: "Der Titel ist zu lang.",
    [FORBIDDEN]: "Es kommt ein Wort vor, das nicht verwendet werden darf.",
    [DEAD]: "Ob die Website bei der letzten Prüfung nicht mehr da war.",
    [OF_EVENT]: "Wie sehr dem Haus daran liegt, dass das Ereignis gesehen wird, von 0 bis 100.",
    [AT_LEAST]: "Nur Ereignisse, die mindestens diese Priorität haben.",
    [FIRST]: "Nach Priorität, die höchste zuerst. Ereignisse ohne Priorität kommen zuletzt.",
    [NOT_YOURS]: "Prioritäten setzt nur, wer die Ereignisse anderer bearbeiten darf.",
  },
};
