import type { PluginTexts } from "@kalends/core/plugin";

export const TOO_MANY = "There are 200 subscriptions already. Remove one before you create another.";
export const NO_SUBSCRIPTION = "There is no such subscription.";
export const IS_RUNNING = "The calendar is being read already.";
/** Stored as the reason why a subscription is off; not part of an error response. */
export const REVOKED =
  "An application password that created or changed this subscription was revoked. Check its address, then switch it on again.";

export const SUBSCRIPTION_DESCRIPTIONS = {
  list: "The subscriptions to calendars elsewhere, and what came of them.",
  create: "Subscribes to a calendar elsewhere, whose events are taken over from now on.",
  show: "A subscription to a calendar elsewhere, and what came of it.",
  change: "Changes what is sent of a subscription; the rest stays as it is. Its calendar is read anew.",
  remove: "Ends a subscription. Its events stay.",
  run: "Reads the calendar of a subscription at once and answers what became of its events.",
  url: "Where the calendar is: an HTTP, HTTPS or webcal address.",
  label: "What the subscription is for.",
  enabled: "Whether its calendar is read.",
  interval: "After how many minutes the calendar is read again, at the earliest; it may itself ask for more.",
  vanished:
    "What becomes of events that are in their calendar no more and are not over: they stay (keep), go to the trash, or are cancelled (cancel).",
  categories: "Ids of categories that all its events get.",
  tags: "Ids of tags that all its events get.",
  venue: "The id of the venue of events that name none; 0: none.",
  status: "The status of new events; without it they are published, private ones as private.",
  categoriesAs: "What the categories of the calendar become.",
  madeWith:
    "Labels of the application passwords that decided address, status, vanished or enabled, separated by commas. Revoking one of them switches the subscription off.",
} as const;

const D = SUBSCRIPTION_DESCRIPTIONS;

export const SUBSCRIPTION_TEXTS: PluginTexts = {
  fr: {
    [TOO_MANY]: "Il y a déjà 200 abonnements. Supprimez-en un avant d’en créer un autre.",
    [NO_SUBSCRIPTION]: "Cet abonnement n'existe pas.",
    [IS_RUNNING]: "Le calendrier est déjà en cours de lecture.",
    [D.list]: "Les abonnements à des calendriers d'ailleurs, et ce qu'il en est advenu.",
    [D.create]: "S'abonne à un calendrier d'ailleurs, dont les événements sont désormais repris.",
    [D.show]: "Un abonnement à un calendrier d'ailleurs, et ce qu'il en est advenu.",
    [D.change]:
      "Modifie ce qui est envoyé d'un abonnement ; le reste ne change pas. Son calendrier est relu.",
    [D.remove]: "Met fin à un abonnement. Ses événements restent.",
    [D.run]: "Lit aussitôt le calendrier d'un abonnement et répond ce que sont devenus ses événements.",
    [D.url]: "Où est le calendrier : une adresse HTTP, HTTPS ou webcal.",
    [D.label]: "À quoi sert l'abonnement.",
    [D.enabled]: "Si son calendrier est lu.",
    [D.interval]:
      "Au bout de combien de minutes le calendrier est relu, au plus tôt ; il peut lui-même en demander plus.",
    [D.vanished]:
      "Ce que deviennent les événements qui ne sont plus dans leur calendrier et ne sont pas passés : ils restent (keep), vont à la corbeille (trash) ou sont annulés (cancel).",
    [D.categories]: "Les identifiants des catégories que reçoivent tous ses événements.",
    [D.tags]: "Les identifiants des étiquettes que reçoivent tous ses événements.",
    [D.venue]: "L'identifiant du lieu des événements qui n'en nomment aucun ; 0 : aucun.",
    [D.status]:
      "Le statut des nouveaux événements ; sans lui ils sont publiés, ceux qui sont privés en privé.",
    [D.categoriesAs]: "Ce que deviennent les catégories du calendrier.",
    [D.madeWith]:
      "Les libellés, séparés par des virgules, des mots de passe d’application qui ont décidé de l’adresse, du statut, de vanished ou d’enabled. La révocation de l’un d’eux désactive l’abonnement.",
  },
  es: {
    [TOO_MANY]: "Ya hay 200 suscripciones. Elimine una antes de crear otra.",
    [NO_SUBSCRIPTION]: "No existe esa suscripción.",
    [IS_RUNNING]: "El calendario ya se está leyendo.",
    [D.list]: "Las suscripciones a calendarios de otros sitios y qué fue de ellas.",
    [D.create]: "Se suscribe a un calendario de otro sitio, cuyos eventos se toman desde ahora.",
    [D.show]: "Una suscripción a un calendario de otro sitio y qué fue de ella.",
    [D.change]:
      "Cambia lo que se envía de una suscripción; lo demás queda igual. Su calendario se lee de nuevo.",
    [D.remove]: "Termina una suscripción. Sus eventos se quedan.",
    [D.run]: "Lee de inmediato el calendario de una suscripción y responde qué fue de sus eventos.",
    [D.url]: "Dónde está el calendario: una dirección HTTP, HTTPS o webcal.",
    [D.label]: "Para qué sirve la suscripción.",
    [D.enabled]: "Si se lee su calendario.",
    [D.interval]:
      "Tras cuántos minutos se lee de nuevo el calendario, como pronto; él mismo puede pedir más.",
    [D.vanished]:
      "Qué pasa con los eventos que ya no están en su calendario y no han terminado: se quedan (keep), van a la papelera (trash) o se cancelan (cancel).",
    [D.categories]: "Los identificadores de las categorías que reciben todos sus eventos.",
    [D.tags]: "Los identificadores de las etiquetas que reciben todos sus eventos.",
    [D.venue]: "El identificador del lugar de los eventos que no nombran ninguno; 0: ninguno.",
    [D.status]: "El estado de los eventos nuevos; sin él se publican, los privados como privados.",
    [D.categoriesAs]: "En qué se convierten las categorías del calendario.",
    [D.madeWith]:
      "Las etiquetas, separadas por comas, de las contraseñas de aplicación que decidieron la dirección, el estado, vanished o enabled. Al revocar una de ellas, la suscripción se desactiva.",
  },
  de: {
    [TOO_MANY]: "Es gibt schon 200 Abonnements. Entfernen Sie eines, bevor Sie ein weiteres erstellen.",
    [NO_SUBSCRIPTION]: "Dieses Abonnement gibt es nicht.",
    [IS_RUNNING]: "Der Kalender wird schon gelesen.",
    [D.list]: "Die Abonnements von Kalendern anderswo, und was aus ihnen wurde.",
    [D.create]: "Abonniert einen Kalender anderswo, dessen Termine von nun an übernommen werden.",
    [D.show]: "Ein Abonnement eines Kalenders anderswo, und was aus ihm wurde.",
    [D.change]:
      "Ändert, was von einem Abonnement gesendet wird; der Rest bleibt. Sein Kalender wird neu gelesen.",
    [D.remove]: "Beendet ein Abonnement. Seine Termine bleiben.",
    [D.run]: "Liest den Kalender eines Abonnements sofort und antwortet, was aus seinen Terminen wurde.",
    [D.url]: "Wo der Kalender ist: eine HTTP-, HTTPS- oder webcal-Adresse.",
    [D.label]: "Wofür das Abonnement ist.",
    [D.enabled]: "Ob sein Kalender gelesen wird.",
    [D.interval]:
      "Nach wie vielen Minuten der Kalender frühestens wieder gelesen wird; er selbst kann um mehr bitten.",
    [D.vanished]:
      "Was aus Terminen wird, die nicht mehr in ihrem Kalender stehen und nicht vorbei sind: sie bleiben (keep), kommen in den Papierkorb (trash) oder werden abgesagt (cancel).",
    [D.categories]: "Ids von Kategorien, die alle seine Termine bekommen.",
    [D.tags]: "Ids von Schlagwörtern, die alle seine Termine bekommen.",
    [D.venue]: "Die Id des Ortes von Terminen, die keinen nennen; 0: keiner.",
    [D.status]: "Der Status neuer Termine; ohne ihn werden sie veröffentlicht, private als privat.",
    [D.categoriesAs]: "Was aus den Kategorien des Kalenders wird.",
    [D.madeWith]:
      "Die Bezeichnungen der Anwendungspasswörter, durch Kommas getrennt, die Adresse, Status, vanished oder enabled bestimmt haben. Wird eines davon widerrufen, wird das Abonnement abgeschaltet.",
  },
};
