import type { PluginTexts } from "@kalends/core/plugin";

const LIST = "The API keys of the caller; to whom may edit and delete the records of others, all of them.";
const MAKE = "Makes an API key that stands for the caller, and shows it once.";
const REVOKE = "Revokes an API key, at once and for every process.";
const LABEL = "What the key is for.";
const DAYS = "For how many days the key holds, 1 to 3,650.";

export const TEXTS: PluginTexts = {
  fr: {
    [LIST]:
      "Les clés d'API de l'appelant ; toutes, pour qui peut modifier et supprimer les fiches des autres.",
    [MAKE]: "Crée une clé d'API au nom de l'appelant et la montre une seule fois.",
    [REVOKE]: "Révoque une clé d'API, aussitôt et pour tous les processus.",
    [LABEL]: "À quoi sert la clé.",
    [DAYS]: "Durée de validité de la clé en jours, de 1 à 3 650.",
  },
  es: {
    [LIST]:
      "Las claves de API de quien llama; todas, para quien puede editar y borrar los registros de otros.",
    [MAKE]: "Crea una clave de API en nombre de quien llama y la muestra una sola vez.",
    [REVOKE]: "Revoca una clave de API, de inmediato y para todos los procesos.",
    [LABEL]: "Para qué sirve la clave.",
    [DAYS]: "Cuántos días vale la clave, de 1 a 3650.",
  },
  de: {
    [LIST]:
      "Die API-Schlüssel des Anfragenden; alle für den, der die Einträge anderer bearbeiten und löschen darf.",
    [MAKE]: "Erstellt einen API-Schlüssel für den Anfragenden und zeigt ihn ein einziges Mal.",
    [REVOKE]: "Widerruft einen API-Schlüssel, sofort und für alle Prozesse.",
    [LABEL]: "Wofür der Schlüssel ist.",
    [DAYS]: "Wie viele Tage der Schlüssel gilt, 1 bis 3650.",
  },
};
