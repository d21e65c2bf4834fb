import type { PluginTexts } from "@kalends/core/plugin";
import { FORBIDDEN, MISSING, TOO_LONG } from "./house-rules.ts";

const DEAD = "Whether the website was not there the last time it was looked at.";

export const TEXTS: PluginTexts = {
  fr: {
    [MISSING]: "Un événement publié doit en avoir.",
    [TOO_LONG]: "Le titre est trop long.",
    [FORBIDDEN]: "Il y a un mot à ne pas employer.",
    [DEAD]: "Si le site web n'était plus là lors de la dernière vérification.",
  },
  es: {
    [MISSING]: "Un evento publicado debe tenerlo.",
    [TOO_LONG]: "El título es demasiado largo.",
    [FORBIDDEN]: "Hay una palabra que no debe usarse.",
    [DEAD]: "Si el sitio web ya no estaba la última vez que se comprobó.",
  },
  de: {
    [MISSING]: "Ein veröffentlichtes Ereignis muss das haben.",
    [TOO_LONG]: "Der Titel ist zu lang.",
    [FORBIDDEN]: "Es kommt ein Wort vor, das nicht verwendet werden darf.",
    [DEAD]: "Ob die Website bei der letzten Prüfung nicht mehr da war.",
  },
};
