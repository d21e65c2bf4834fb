import type { PluginTexts } from "@kalends/core/plugin";
import { IMPORTED_DESCRIPTION } from "./import-fields.ts";

export const NO_ADDRESS = "Must be an HTTP, HTTPS or webcal address; a user name and a password need HTTPS.";

export const DESCRIPTIONS = {
  import:
    "Takes over the events of a calendar (iCalendar), sent as text/calendar or read at an address: those that an import made are updated by their UID. Answers what became of each.",
  url: "Where the calendar is, where none is sent: an HTTP, HTTPS or webcal address.",
  status: "The status of new events; without it they are published, private ones as private.",
  categoriesAs: "What the categories of other programs become.",
  own: "Events of this calendar that no import made: by default they are skipped; update changes them to what the calendar says.",
  dryRun: "Writes nothing, and answers what would become of each.",
} as const;

const D = DESCRIPTIONS;

export const IMPORT_TEXTS: PluginTexts = {
  fr: {
    [NO_ADDRESS]: "Doit être une adresse HTTP, HTTPS ou webcal ; un nom et un mot de passe exigent HTTPS.",
    [IMPORTED_DESCRIPTION]: "Ce qu'une importation a repris en dernier ; défini par les importations.",
    [D.import]:
      "Reprend les événements d'un calendrier (iCalendar), envoyé en text/calendar ou lu à une adresse : ceux qu'une importation a créés sont mis à jour d'après leur UID. Répond ce qu'il est advenu de chacun.",
    [D.url]: "Où est le calendrier, si aucun n'est envoyé : une adresse HTTP, HTTPS ou webcal.",
    [D.status]:
      "Le statut des nouveaux événements ; sans lui ils sont publiés, ceux qui sont privés en privé.",
    [D.categoriesAs]: "Ce que deviennent les catégories d'autres programmes.",
    [D.own]:
      "Les événements de ce calendrier qu'aucune importation n'a créés : par défaut ils sont laissés ; update les change selon le calendrier.",
    [D.dryRun]: "N'écrit rien et répond ce qu'il adviendrait de chacun.",
  },
  es: {
    [NO_ADDRESS]: "Debe ser una dirección HTTP, HTTPS o webcal; un nombre y una contraseña exigen HTTPS.",
    [IMPORTED_DESCRIPTION]: "Lo último que tomó una importación; lo ponen las importaciones.",
    [D.import]:
      "Toma los eventos de un calendario (iCalendar), enviado como text/calendar o leído en una dirección: los que creó una importación se actualizan según su UID. Responde qué fue de cada uno.",
    [D.url]: "Dónde está el calendario, si no se envía ninguno: una dirección HTTP, HTTPS o webcal.",
    [D.status]: "El estado de los eventos nuevos; sin él se publican, los privados como privados.",
    [D.categoriesAs]: "En qué se convierten las categorías de otros programas.",
    [D.own]:
      "Los eventos de este calendario que no creó ninguna importación: por defecto se omiten; update los cambia según el calendario.",
    [D.dryRun]: "No escribe nada y responde qué sería de cada uno.",
  },
  de: {
    [NO_ADDRESS]: "Muss eine HTTP-, HTTPS- oder webcal-Adresse sein; Name und Passwort erfordern HTTPS.",
    [IMPORTED_DESCRIPTION]: "Was ein Import zuletzt übernommen hat; von Importen gesetzt.",
    [D.import]:
      "Übernimmt die Termine eines Kalenders (iCalendar), der als text/calendar gesendet oder unter einer Adresse gelesen wird: solche, die ein Import angelegt hat, werden nach ihrer UID aktualisiert. Antwortet, was aus jedem wurde.",
    [D.url]: "Wo der Kalender ist, wenn keiner gesendet wird: eine HTTP-, HTTPS- oder webcal-Adresse.",
    [D.status]: "Der Status neuer Termine; ohne ihn werden sie veröffentlicht, private als privat.",
    [D.categoriesAs]: "Was aus den Kategorien anderer Programme wird.",
    [D.own]:
      "Termine dieses Kalenders, die kein Import angelegt hat: Sie bleiben, wie sie sind; update ändert sie nach dem Kalender.",
    [D.dryRun]: "Schreibt nichts und antwortet, was aus jedem würde.",
  },
};
