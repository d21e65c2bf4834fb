import type { PluginTexts } from "@kalends/core/plugin";
import { IMPORTED_DESCRIPTION, SOURCE_DESCRIPTION } from "./import-fields.ts";

export const NO_ADDRESS = "Must be an HTTP, HTTPS or webcal address without a name and a password.";

export const DESCRIPTIONS = {
  import:
    "Takes over the events of a calendar (iCalendar), sent as text/calendar or read at an address: those whose UID is known are updated. Answers what became of each.",
  url: "Where the calendar is, where none is sent: an HTTP, HTTPS or webcal address.",
  status: "The status of new events; without it they are published, private ones as private.",
  categoriesAs: "What the categories of other programs become.",
  dryRun: "Writes nothing, and answers what would become of each.",
} as const;

const D = DESCRIPTIONS;

export const IMPORT_TEXTS: PluginTexts = {
  fr: {
    [NO_ADDRESS]: "Doit être une adresse HTTP, HTTPS ou webcal sans nom ni mot de passe.",
    [SOURCE_DESCRIPTION]: "L'abonnement dont vient l'événement ; défini par les importations.",
    [IMPORTED_DESCRIPTION]: "Ce qu'une importation a repris en dernier ; défini par les importations.",
    [D.import]:
      "Reprend les événements d'un calendrier (iCalendar), envoyé en text/calendar ou lu à une adresse : ceux dont l'UID est connu sont mis à jour. Répond ce qu'il est advenu de chacun.",
    [D.url]: "Où est le calendrier, si aucun n'est envoyé : une adresse HTTP, HTTPS ou webcal.",
    [D.status]:
      "Le statut des nouveaux événements ; sans lui ils sont publiés, ceux qui sont privés en privé.",
    [D.categoriesAs]: "Ce que deviennent les catégories d'autres programmes.",
    [D.dryRun]: "N'écrit rien et répond ce qu'il adviendrait de chacun.",
  },
  es: {
    [NO_ADDRESS]: "Debe ser una dirección HTTP, HTTPS o webcal sin nombre ni contraseña.",
    [SOURCE_DESCRIPTION]: "La suscripción de la que viene el evento; la ponen las importaciones.",
    [IMPORTED_DESCRIPTION]: "Lo último que tomó una importación; lo ponen las importaciones.",
    [D.import]:
      "Toma los eventos de un calendario (iCalendar), enviado como text/calendar o leído en una dirección: los de UID conocido se actualizan. Responde qué fue de cada uno.",
    [D.url]: "Dónde está el calendario, si no se envía ninguno: una dirección HTTP, HTTPS o webcal.",
    [D.status]: "El estado de los eventos nuevos; sin él se publican, los privados como privados.",
    [D.categoriesAs]: "En qué se convierten las categorías de otros programas.",
    [D.dryRun]: "No escribe nada y responde qué sería de cada uno.",
  },
  de: {
    [NO_ADDRESS]: "Muss eine HTTP-, HTTPS- oder webcal-Adresse ohne Name und Passwort sein.",
    [SOURCE_DESCRIPTION]: "Das Abonnement, aus dem der Termin ist; von Importen gesetzt.",
    [IMPORTED_DESCRIPTION]: "Was ein Import zuletzt übernommen hat; von Importen gesetzt.",
    [D.import]:
      "Übernimmt die Termine eines Kalenders (iCalendar), der als text/calendar gesendet oder unter einer Adresse gelesen wird: solche mit bekannter UID werden aktualisiert. Antwortet, was aus jedem wurde.",
    [D.url]: "Wo der Kalender ist, wenn keiner gesendet wird: eine HTTP-, HTTPS- oder webcal-Adresse.",
    [D.status]: "Der Status neuer Termine; ohne ihn werden sie veröffentlicht, private als privat.",
    [D.categoriesAs]: "Was aus den Kategorien anderer Programme wird.",
    [D.dryRun]: "Schreibt nichts und antwortet, was aus jedem würde.",
  },
};
