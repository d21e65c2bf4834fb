import type { PluginTexts } from "@kalends/core/plugin";

export const LIST =
  "The tokens of private feeds of the caller; to whom may edit and delete the records of others, all of them.";
export const MAKE = "Makes a token that opens one feed as the caller sees it, and shows its address once.";
export const REVOKE = "Revokes the token of a private feed, at once and for every process.";
export const FEED = "The address of the feed below the namespace, with its filters.";
export const LABEL = "What the token is for.";
export const NO_FEED = "Name a feed, such as /events.ics or /venues/7.ics?tags=quay.";

export const TOKEN_TEXTS: PluginTexts = {
  fr: {
    [LIST]:
      "Les jetons de flux privés de l’appelant ; tous, pour qui peut modifier et supprimer les fiches des autres.",
    [MAKE]:
      "Crée un jeton qui ouvre un flux tel que l’appelant le voit, et montre son adresse une seule fois.",
    [REVOKE]: "Révoque le jeton d’un flux privé, aussitôt et pour tous les processus.",
    [FEED]: "L’adresse du flux sous l’espace de noms, avec ses filtres.",
    [LABEL]: "À quoi sert le jeton.",
    [NO_FEED]: "Nommez un flux, tel que /events.ics ou /venues/7.ics?tags=quay.",
  },
  es: {
    [LIST]:
      "Los tokens de fuentes privadas de quien llama; todos, para quien puede editar y borrar los registros de otros.",
    [MAKE]:
      "Crea un token que abre una fuente tal como la ve quien llama, y muestra su dirección una sola vez.",
    [REVOKE]: "Revoca el token de una fuente privada, de inmediato y para todos los procesos.",
    [FEED]: "La dirección de la fuente bajo el espacio de nombres, con sus filtros.",
    [LABEL]: "Para qué sirve el token.",
    [NO_FEED]: "Nombre una fuente, como /events.ics o /venues/7.ics?tags=quay.",
  },
  de: {
    [LIST]:
      "Die Tokens privater Feeds des Anfragenden; alle für den, der die Einträge anderer bearbeiten und löschen darf.",
    [MAKE]:
      "Erstellt ein Token, das einen Feed so öffnet, wie ihn der Anfragende sieht, und zeigt seine Adresse ein einziges Mal.",
    [REVOKE]: "Widerruft das Token eines privaten Feeds, sofort und für alle Prozesse.",
    [FEED]: "Die Adresse des Feeds unter dem Namensraum, mit seinen Filtern.",
    [LABEL]: "Wofür das Token ist.",
    [NO_FEED]: "Nennen Sie einen Feed, etwa /events.ics oder /venues/7.ics?tags=quay.",
  },
};
