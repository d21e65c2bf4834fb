import type { PluginTexts } from "@kalends/core/plugin";

export const NO_ADDRESS = "Must be an HTTP or HTTPS address without a name and a password.";
export const NO_SECRET = "Must be whsec_ and 24 to 64 bytes in base64.";
export const TOO_MANY = "There are 200 webhooks already. Remove one before you create another.";
export const IS_OFF = "The webhook is switched off.";
export const NO_WEBHOOK = "There is no such webhook.";
export const NO_DELIVERY = "There is no such delivery of this webhook.";

export const DESCRIPTIONS = {
  url: "Where messages are sent to, by POST: an HTTP or HTTPS address.",
  events: "The domain events that are sent.",
  categories: "Only events with one of these categories or of those below them, and these categories.",
  tags: "Only events with one of these tags, and these tags.",
  venues: "Only events at one of these venues, and these venues.",
  organizers: "Only events of one of these organizers, and these organizers.",
  statuses: "Only events, venues and organizers with one of these statuses.",
  role: "Whom records are shown as to: a visitor (anonymous), or somebody with the rights of this role.",
  label: "What the webhook is for.",
  enabled: "Whether messages are sent. Switched on again, it goes on with what still waits.",
  secret:
    "What messages are signed with, instead of a secret that is made. The one before signs for another day.",
  rotate: "Makes a new secret and shows it once. The one before signs for another day.",
  list: "The webhooks, without their secrets.",
  create: "Makes a webhook and shows its secret once.",
  show: "A webhook, without its secret.",
  change: "Changes what is sent of a webhook; the rest stays as it is.",
  remove: "Removes a webhook, and what waits for it.",
  test: "Sends a test message at once and answers what became of it.",
  log: "The deliveries of a webhook, the latest first.",
  replay: "Sends a delivery again, or up to 1,000 whose last attempt has failed.",
  delivery: "The id of the delivery; absent: those that have failed.",
  perPage: "How many deliveries, at most 200.",
  cursor: "Of the answer before: what comes after it.",
  madeWith:
    "Labels of the application passwords that decided address, role or secret, separated by commas. Revoking one of them removes the webhook.",
} as const;

const D = DESCRIPTIONS;

export const TEXTS: PluginTexts = {
  fr: {
    [NO_ADDRESS]: "Doit être une adresse HTTP ou HTTPS sans nom ni mot de passe.",
    [NO_SECRET]: "Doit être whsec_ suivi de 24 à 64 octets en base64.",
    [TOO_MANY]: "Il y a déjà 200 webhooks. Supprimez-en un avant d’en créer un autre.",
    [IS_OFF]: "Le webhook est désactivé.",
    [NO_WEBHOOK]: "Ce webhook n'existe pas.",
    [NO_DELIVERY]: "Ce webhook n'a pas cet envoi.",
    [D.url]: "Où les messages sont envoyés, par POST : une adresse HTTP ou HTTPS.",
    [D.events]: "Les événements du domaine qui sont envoyés.",
    [D.categories]:
      "Seulement les événements d'une de ces catégories ou de leurs sous-catégories, et ces catégories.",
    [D.tags]: "Seulement les événements avec une de ces étiquettes, et ces étiquettes.",
    [D.venues]: "Seulement les événements dans un de ces lieux, et ces lieux.",
    [D.organizers]: "Seulement les événements d'un de ces organisateurs, et ces organisateurs.",
    [D.statuses]: "Seulement les événements, lieux et organisateurs qui ont un de ces statuts.",
    [D.role]:
      "À qui les fiches sont montrées : un visiteur (anonymous), ou quelqu'un avec les droits de ce rôle.",
    [D.label]: "À quoi sert le webhook.",
    [D.enabled]: "Si les messages sont envoyés. Réactivé, il reprend ce qui attend encore.",
    [D.secret]:
      "Ce qui signe les messages, au lieu d'un secret généré. Le précédent signe encore pendant un jour.",
    [D.rotate]:
      "Génère un nouveau secret et le montre une seule fois. Le précédent signe encore pendant un jour.",
    [D.list]: "Les webhooks, sans leurs secrets.",
    [D.create]: "Crée un webhook et montre son secret une seule fois.",
    [D.show]: "Un webhook, sans son secret.",
    [D.change]: "Modifie ce qui est envoyé d'un webhook ; le reste ne change pas.",
    [D.remove]: "Supprime un webhook et ce qui attend pour lui.",
    [D.test]: "Envoie aussitôt un message d'essai et répond ce qu'il en est advenu.",
    [D.log]: "Les envois d'un webhook, les plus récents d'abord.",
    [D.replay]: "Renvoie un envoi, ou jusqu'à 1 000 dont le dernier essai a échoué.",
    [D.delivery]: "L'identifiant de l'envoi ; absent : ceux qui ont échoué.",
    [D.perPage]: "Combien d'envois, 200 au plus.",
    [D.cursor]: "De la réponse précédente : ce qui vient après.",
    [D.madeWith]:
      "Les libellés, séparés par des virgules, des mots de passe d’application qui ont décidé de l’adresse, du rôle ou du secret. La révocation de l’un d’eux supprime le webhook.",
  },
  es: {
    [NO_ADDRESS]: "Debe ser una dirección HTTP o HTTPS sin nombre ni contraseña.",
    [NO_SECRET]: "Debe ser whsec_ y de 24 a 64 bytes en base64.",
    [TOO_MANY]: "Ya hay 200 webhooks. Elimine uno antes de crear otro.",
    [IS_OFF]: "El webhook está desactivado.",
    [NO_WEBHOOK]: "No existe ese webhook.",
    [NO_DELIVERY]: "Este webhook no tiene ese envío.",
    [D.url]: "Adónde se envían los mensajes, por POST: una dirección HTTP o HTTPS.",
    [D.events]: "Los eventos del dominio que se envían.",
    [D.categories]: "Solo eventos con una de estas categorías o de las que hay debajo, y estas categorías.",
    [D.tags]: "Solo eventos con una de estas etiquetas, y estas etiquetas.",
    [D.venues]: "Solo eventos en uno de estos lugares, y estos lugares.",
    [D.organizers]: "Solo eventos de uno de estos organizadores, y estos organizadores.",
    [D.statuses]: "Solo eventos, lugares y organizadores con uno de estos estados.",
    [D.role]:
      "A quién se muestran los registros: un visitante (anonymous), o alguien con los derechos de este rol.",
    [D.label]: "Para qué sirve el webhook.",
    [D.enabled]: "Si se envían mensajes. Al reactivarse, sigue con lo que aún espera.",
    [D.secret]:
      "Con qué se firman los mensajes, en lugar de un secreto generado. El anterior firma un día más.",
    [D.rotate]: "Genera un secreto nuevo y lo muestra una sola vez. El anterior firma un día más.",
    [D.list]: "Los webhooks, sin sus secretos.",
    [D.create]: "Crea un webhook y muestra su secreto una sola vez.",
    [D.show]: "Un webhook, sin su secreto.",
    [D.change]: "Cambia lo que se envía de un webhook; lo demás queda igual.",
    [D.remove]: "Elimina un webhook y lo que espera para él.",
    [D.test]: "Envía de inmediato un mensaje de prueba y responde qué fue de él.",
    [D.log]: "Los envíos de un webhook, los más recientes primero.",
    [D.replay]: "Repite un envío, o hasta 1000 cuyo último intento falló.",
    [D.delivery]: "El identificador del envío; ausente: los que han fallado.",
    [D.perPage]: "Cuántos envíos, 200 como máximo.",
    [D.cursor]: "De la respuesta anterior: lo que viene después.",
    [D.madeWith]:
      "Las etiquetas, separadas por comas, de las contraseñas de aplicación que decidieron la dirección, el rol o el secreto. Al revocar una de ellas, el webhook se elimina.",
  },
  de: {
    [NO_ADDRESS]: "Muss eine HTTP- oder HTTPS-Adresse ohne Name und Passwort sein.",
    [NO_SECRET]: "Muss whsec_ und 24 bis 64 Bytes in Base64 sein.",
    [TOO_MANY]: "Es gibt schon 200 Webhooks. Entfernen Sie einen, bevor Sie einen weiteren erstellen.",
    [IS_OFF]: "Der Webhook ist ausgeschaltet.",
    [NO_WEBHOOK]: "Diesen Webhook gibt es nicht.",
    [NO_DELIVERY]: "Eine solche Zustellung hat dieser Webhook nicht.",
    [D.url]: "Wohin Nachrichten gesendet werden, per POST: eine HTTP- oder HTTPS-Adresse.",
    [D.events]: "Die Domänenereignisse, die gesendet werden.",
    [D.categories]:
      "Nur Veranstaltungen mit einer dieser Kategorien oder einer darunter, und diese Kategorien.",
    [D.tags]: "Nur Veranstaltungen mit einem dieser Schlagwörter, und diese Schlagwörter.",
    [D.venues]: "Nur Veranstaltungen an einem dieser Orte, und diese Orte.",
    [D.organizers]: "Nur Veranstaltungen eines dieser Veranstalter, und diese Veranstalter.",
    [D.statuses]: "Nur Veranstaltungen, Orte und Veranstalter mit einem dieser Status.",
    [D.role]:
      "Wem Einträge gezeigt werden: einem Besucher (anonymous) oder jemandem mit den Rechten dieser Rolle.",
    [D.label]: "Wofür der Webhook ist.",
    [D.enabled]:
      "Ob Nachrichten gesendet werden. Wieder eingeschaltet, geht es mit dem weiter, was noch wartet.",
    [D.secret]:
      "Womit Nachrichten signiert werden, statt eines erzeugten Geheimnisses. Das vorige signiert noch einen Tag lang.",
    [D.rotate]:
      "Erzeugt ein neues Geheimnis und zeigt es ein einziges Mal. Das vorige signiert noch einen Tag lang.",
    [D.list]: "Die Webhooks, ohne ihre Geheimnisse.",
    [D.create]: "Erstellt einen Webhook und zeigt sein Geheimnis ein einziges Mal.",
    [D.show]: "Ein Webhook, ohne sein Geheimnis.",
    [D.change]: "Ändert, was von einem Webhook gesendet wird; der Rest bleibt, wie er ist.",
    [D.remove]: "Entfernt einen Webhook und was für ihn wartet.",
    [D.test]: "Sendet sofort eine Testnachricht und antwortet, was aus ihr wurde.",
    [D.log]: "Die Zustellungen eines Webhooks, die neuesten zuerst.",
    [D.replay]:
      "Sendet eine Zustellung noch einmal, oder bis zu 1000, deren letzter Versuch gescheitert ist.",
    [D.delivery]: "Die Kennung der Zustellung; fehlt sie: die gescheiterten.",
    [D.perPage]: "Wie viele Zustellungen, höchstens 200.",
    [D.cursor]: "Aus der vorigen Antwort: was danach kommt.",
    [D.madeWith]:
      "Die Bezeichnungen der Anwendungspasswörter, durch Kommas getrennt, die Adresse, Rolle oder Geheimnis bestimmt haben. Wird eines davon widerrufen, wird der Webhook entfernt.",
  },
};
