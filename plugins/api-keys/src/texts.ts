import type { PluginTexts } from "@kalends/core/plugin";

export const LIST =
  "The API keys of the caller; to whom may edit and delete the records of others, all of them.";
export const MAKE = "Makes an API key that stands for the caller, and shows it once.";
export const REVOKE = "Revokes an API key, at once and for every process.";
export const LABEL = "What the key is for.";
export const DAYS_OF_KEY = "For how many days the key holds, 1 to 3,650.";
export const USER = "Only the keys of this user.";
export const PER_PAGE = "How many keys on a page, at most 200.";
export const CURSOR = "The next_cursor of the page before.";
export const MADE_WITH = "The label of the application password that the key was created with.";
export const TOO_MANY =
  "A user can have at most 50 API keys that have not expired. Revoke one that is no longer needed.";

export const TEXTS: PluginTexts = {
  fr: {
    [LIST]:
      "Les clés d'API de l'appelant ; toutes, pour qui peut modifier et supprimer les fiches des autres.",
    [MAKE]: "Crée une clé d'API au nom de l'appelant et la montre une seule fois.",
    [REVOKE]: "Révoque une clé d'API, aussitôt et pour tous les processus.",
    [LABEL]: "À quoi sert la clé.",
    [DAYS_OF_KEY]: "Durée de validité de la clé en jours, de 1 à 3 650.",
    [USER]: "Seulement les clés de cet utilisateur.",
    [PER_PAGE]: "Combien de clés par page, 200 au plus.",
    [CURSOR]: "Le next_cursor de la page précédente.",
    [MADE_WITH]: "Le libellé du mot de passe d’application avec lequel la clé a été créée.",
    [TOO_MANY]:
      "Un utilisateur peut avoir 50 clés d’API non expirées au plus. Révoquez-en une qui ne sert plus.",
  },
  es: {
    [LIST]:
      "Las claves de API de quien llama; todas, para quien puede editar y borrar los registros de otros.",
    [MAKE]: "Crea una clave de API en nombre de quien llama y la muestra una sola vez.",
    [REVOKE]: "Revoca una clave de API, de inmediato y para todos los procesos.",
    [LABEL]: "Para qué sirve la clave.",
    [DAYS_OF_KEY]: "Cuántos días vale la clave, de 1 a 3650.",
    [USER]: "Solo las claves de este usuario.",
    [PER_PAGE]: "Cuántas claves por página, 200 como máximo.",
    [CURSOR]: "El next_cursor de la página anterior.",
    [MADE_WITH]: "La etiqueta de la contraseña de aplicación con la que se creó la clave.",
    [TOO_MANY]:
      "Un usuario puede tener como máximo 50 claves de API que no hayan caducado. Revoque una que ya no necesite.",
  },
  de: {
    [LIST]:
      "Die API-Schlüssel des Anfragenden; alle für den, der die Einträge anderer bearbeiten und löschen darf.",
    [MAKE]: "Erstellt einen API-Schlüssel für den Anfragenden und zeigt ihn ein einziges Mal.",
    [REVOKE]: "Widerruft einen API-Schlüssel, sofort und für alle Prozesse.",
    [LABEL]: "Wofür der Schlüssel ist.",
    [DAYS_OF_KEY]: "Wie viele Tage der Schlüssel gilt, 1 bis 3650.",
    [USER]: "Nur die Schlüssel dieses Benutzers.",
    [PER_PAGE]: "Wie viele Schlüssel auf einer Seite, höchstens 200.",
    [CURSOR]: "Der next_cursor der vorigen Seite.",
    [MADE_WITH]: "Die Bezeichnung des Anwendungspassworts, mit dem der Schlüssel erstellt wurde.",
    [TOO_MANY]:
      "Ein Benutzer kann höchstens 50 API-Schlüssel haben, die nicht abgelaufen sind. Widerrufen Sie einen, der nicht mehr gebraucht wird.",
  },
};
