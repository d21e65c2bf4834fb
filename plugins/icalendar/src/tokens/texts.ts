import type { PluginTexts } from "@kalends/core/plugin";

export const LIST =
  "The tokens of private feeds of the caller; to whom may edit and delete the records of others, all of them.";
export const MAKE = "Makes a token that opens one feed as the caller sees it, and shows its address once.";
export const REVOKE = "Revokes the token of a private feed, at once and for every process.";
export const FEED = "The address of the feed below the namespace, with its filters.";
export const LABEL = "What the token is for.";
export const USER = "Only the tokens of this user.";
export const PER_PAGE = "How many tokens on a page, at most 200.";
export const CURSOR = "The next_cursor of the page before.";
export const MADE_WITH = "The label of the application password that the token was created with.";
export const TOO_MANY_TOKENS =
  "A user can have at most 50 tokens of private feeds. Revoke one that is no longer needed.";
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
    [USER]: "Seulement les jetons de cet utilisateur.",
    [PER_PAGE]: "Combien de jetons par page, 200 au plus.",
    [CURSOR]: "Le next_cursor de la page précédente.",
    [MADE_WITH]: "Le libellé du mot de passe d’application avec lequel le jeton a été créé.",
    [TOO_MANY_TOKENS]:
      "Un utilisateur peut avoir 50 jetons de flux privés au plus. Révoquez-en un qui ne sert plus.",
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
    [USER]: "Solo los tokens de este usuario.",
    [PER_PAGE]: "Cuántos tokens por página, 200 como máximo.",
    [CURSOR]: "El next_cursor de la página anterior.",
    [MADE_WITH]: "La etiqueta de la contraseña de aplicación con la que se creó el token.",
    [TOO_MANY_TOKENS]:
      "Un usuario puede tener como máximo 50 tokens de fuentes privadas. Revoque uno que ya no necesite.",
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
    [USER]: "Nur die Tokens dieses Benutzers.",
    [PER_PAGE]: "Wie viele Tokens auf einer Seite, höchstens 200.",
    [CURSOR]: "Der next_cursor der vorigen Seite.",
    [MADE_WITH]: "Die Bezeichnung des Anwendungspassworts, mit dem das Token erstellt wurde.",
    [TOO_MANY_TOKENS]:
      "Ein Benutzer kann höchstens 50 Tokens privater Feeds haben. Widerrufen Sie eines, das nicht mehr gebraucht wird.",
  },
};
