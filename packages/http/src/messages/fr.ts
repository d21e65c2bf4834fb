import type { Translation } from "./catalogue.ts";

/** Before `:`, `;`, `?`, `!` and inside guillemets there is a narrow no-break space, U+202F. */
export const fr: Translation = {
  free: "Gratuit",
  asJson: "En JSON : {address}",
  explanations: {
    "done-and-gone":
      "Cette requête a déjà été exécutée ; sa réponse ou ce qu’elle a créé n’existe plus. Envoyez un nouvel Idempotency-Key pour l’exécuter encore.",
    "no-issuing":
      "Vous vous êtes identifié avec une clé ou un jeton, qui ne peut ni créer ni modifier des identifiants, des webhooks ou des abonnements à des calendriers. Identifiez-vous avec un mot de passe d’application.",
  },
  errors: {
    rest_no_route: "Il n’y a rien à cette adresse pour cette méthode.",
    rest_invalid_json: "Le corps de la requête est illisible : {detail}.",
    rest_missing_callback_param: "Paramètres manquants : {names}",
    rest_invalid_param: "Valeur incorrecte : {names}",
    rest_invalid_type: "La valeur n’est pas du bon type.",
    rest_forbidden: "Vous n’avez pas le droit de faire cela.",
    rest_cannot_edit_others: "Vous n’avez pas le droit de désigner quelqu’un d’autre comme auteur.",
    rest_invalid_namespace: "Cet espace de noms n’existe pas.",
    rest_body_too_large: "Le corps de la requête dépasse {limit} octets.",
    rest_unsupported_media_type:
      "Un corps de ce type, ou compressé de cette façon, n’est pas accepté ici ; un lot ne reçoit que des réponses en JSON.",
    rest_too_many_requests: "Trop de requêtes : veuillez réessayer dans {seconds} secondes.",
    rest_malformed_request: "Ceci n’est pas une requête HTTP lisible.",
    rest_request_timeout: "La requête n’est pas arrivée à temps.",
    rest_headers_too_large: "L’adresse et les en-têtes de la requête sont trop longs.",
    rest_storage_unavailable:
      "Le calendrier ne peut pas répondre pour le moment. Veuillez réessayer dans quelques secondes.",
    rest_storage_full: "Le calendrier n’a plus de place pour enregistrer cela. Veuillez réessayer plus tard.",
    rest_failed_dependency:
      "Une autre requête du lot a échoué : celle-ci a été annulée, ou n’a pas été exécutée.",
    rest_idempotency_conflict:
      "Une autre requête avec cette Idempotency-Key est encore en cours. Veuillez réessayer dans quelques secondes.",
    rest_idempotency_mismatch:
      "Autre chose a déjà été envoyé avec cette Idempotency-Key : chaque requête a besoin de la sienne.",
    rest_precondition_failed: "La fiche a été modifiée entre-temps : il faut la relire.",
    rest_precondition_required:
      "If-Match doit dire quelle version de la fiche est visée : avec l’ETag de la dernière réponse.",
    rest_limit_reached: "Il y en a déjà {maximum}. Supprimez-en un avant d’en créer un autre.",
    rest_image_in_use: "L’image est encore utilisée par d’autres fiches.",
    rest_image_refused: "L’image a été refusée.",
    rest_token_expired:
      "Le jeton est trop ancien, ou n’est pas de cet appelant ou de ce calendrier : il faut recommencer.",
    rest_term_invalid: "Ce terme n’existe pas.",
    rest_taxonomy_not_hierarchical: "Les termes de ce type n’ont pas de parent.",
    term_exists: "Il existe déjà un terme de ce nom.",
    duplicate_term_slug: "Un autre terme utilise déjà ce slug.",
    empty_term_name: "Le nom est vide.",
    missing_parent: "Ce parent n’existe pas.",
    invalid_username: "Cet utilisateur n’existe pas.",
    incorrect_password: "Le mot de passe est incorrect.",
    "rest-event-not-found": "Aucun événement ne porte cet identifiant.",
    "rest-invalid-event-id": "Cet identifiant est celui d’autre chose qu’un événement.",
    "event-no-longer-available": "L’événement est dans la corbeille.",
    "event-not-accessible": "Vous n’avez pas le droit de lire cet événement.",
    "event-is-in-trash": "L’événement est déjà dans la corbeille.",
    "event-archive-page-not-found": "Cette page de la liste ne contient aucun événement.",
    "event-tickets-not-active": "Il n’y a pas de billetterie ici.",
    "venue-not-accessible": "Vous n’avez pas le droit de lire ce lieu.",
    "organizer-not-accessible": "Vous n’avez pas le droit de lire cet organisateur.",
    "venue-is-in-trash": "Le lieu est déjà dans la corbeille.",
    "organizer-is-in-trash": "L’organisateur est déjà dans la corbeille.",
    "could-not-create-venue": "Rien ne permet de créer un lieu.",
    "could-not-create-organizer": "Rien ne permet de créer un organisateur.",
    "venue-archive-page-not-found": "Cette page de la liste ne contient aucun lieu.",
    "organizer-archive-page-not-found": "Cette page de la liste ne contient aucun organisateur.",
    internal_server_error:
      "Une erreur s’est produite de notre côté. Le journal en contient le détail sous {request}.",
  },
  problems: {
    "not-acceptable": "N’est pas acceptable.",
    "not-a-boolean": "Doit être un booléen.",
    "not-an-integer": "Doit être un nombre entier.",
    "not-a-number": "Doit être un nombre.",
    "not-a-string": "Doit être un texte.",
    "not-a-positive-integer": "Doit être un nombre entier à partir de 1.",
    "not-positive-integers": "Doit être une liste de nombres entiers à partir de 1.",
    "not-a-recurrence":
      "Doit être des lignes RRULE, RDATE et EXDATE, sans DTSTART ni EXRULE, ou un objet tel que {example}.",
    "not-a-date": "N’est pas une date et une heure compréhensibles.",
    "not-a-time-zone": "N’est ni un fuseau horaire ni un décalage par rapport à UTC.",
    "not-a-url": "N’est pas une URL absolue.",
    "not-a-scalar": "Doit être une valeur unique, et non une liste ou un objet.",
    empty: "Ne doit pas être vide.",
    "too-long": "Doit comporter au plus {maximum} caractères.",
    "too-short": "Doit comporter au moins {minimum} caractères.",
    "too-few": "Doit comporter au moins {minimum} éléments.",
    "too-many": "Doit comporter au plus {maximum} éléments.",
    "too-low": "Doit être au moins {minimum}.",
    "too-high": "Doit être au plus {maximum}.",
    "not-one-of": "Doit être l’une de ces valeurs : {names}.",
    "out-of-range": "Doit être compris entre {minimum} et {maximum}.",
    "named-keys": "Doit être une liste sans clés nommées.",
    "not-a-key": "Doit avoir de 1 à 255 caractères ASCII visibles.",
    "not-atomic": "Ne peut pas faire partie d’un lot indivisible.",
    "too-many-occurrences":
      "Avec ceci, le lot indivisible lit ou écrit plus d’occurrences qu’il n’en admet : {maximum}.",
    "key-with-content": "Un corps de ce type ne peut pas être envoyé avec une clé.",
    unpaired: "Doit être envoyé avec {other}.",
    "unknown-user": "Cet utilisateur n’existe pas.",
    "unknown-status": "Ce statut n’existe pas.",
    "forbidden-status": "Vous n’avez pas le droit de demander ce statut.",
    "forbidden-transition": "Une fiche ne peut pas passer de {from} à {to}.",
    "unknown-event": "Cet événement n’existe pas.",
    "unknown-venue": "Ce lieu n’existe pas.",
    "unknown-organizer": "Cet organisateur n’existe pas.",
    "unknown-category": "Cette catégorie n’existe pas.",
    "unknown-tag": "Cette étiquette n’existe pas.",
    "unknown-slug": "Rien ne porte ce slug.",
    "unknown-image": "Cette image n’existe pas.",
    "image-unreachable": "L’image ne peut pas être téléchargée depuis cette adresse.",
    "forbidden-address":
      "Les images sont téléchargées par HTTP ou HTTPS et jamais de HTTPS vers HTTP, sur les ports 80, 443 et 8080, sans utilisateur dans l’adresse.",
    "image-host-unknown":
      "L’image ne peut pas être téléchargée : l’hôte de l’adresse est inconnu ou ne se trouve pas sur l’internet public.",
    "image-host-silent": "L’image ne peut pas être téléchargée : son hôte ne répond pas.",
    "image-host-insecure":
      "L’image ne peut pas être téléchargée : la connexion sécurisée à son hôte échoue, peut-être à cause de son certificat.",
    "image-wrong-status":
      "L’image ne peut pas être téléchargée : son hôte répond avec le statut {status} et non 200.",
    "image-wrong-answer":
      "L’image ne peut pas être téléchargée : la réponse de son hôte n’est pas valide ou s’interrompt.",
    "dry-run-in-transaction": "Dans une transaction, aucun essai à blanc n’est possible.",
    "image-in-transaction":
      "L’image n’est pas encore enregistrée : dans une transaction, seules celles qui le sont peuvent servir.",
    "image-too-slow": "L’image ne peut pas être téléchargée : cela prend trop de temps.",
    "too-many-redirects": "L’image ne peut pas être téléchargée : l’adresse redirige trop souvent.",
    "image-too-large": "L’image dépasse {maximum} octets.",
    "image-too-many-pixels":
      "L’image a trop de pixels ou de vues : {maximum} pixels au plus, moins pour les types qui demandent plus de mémoire.",
    "image-profile-too-large": "Le profil de couleurs de l’image est trop volumineux.",
    "not-an-image": "N’est pas une image de type JPEG, PNG, GIF, WebP ou AVIF.",
    "image-damaged": "L’image ne peut pas être décodée.",
    "no-image-decoder": "Ce calendrier n’accepte pas d’images : ce qui les décode n’est pas installé.",
    "upload-not-allowed": "Vous n’avez pas le droit d’ajouter des images.",
    "no-file": "N’accepte pas de fichier.",
    "tickets-not-active": "Il n’y a pas de billetterie ici.",
    missing: "Manque.",
    "invalid-text": "Contient des caractères qui ne sont pas du texte.",
    "too-deep": "Est imbriqué trop profondément : {maximum} niveaux au plus.",
    "end-before-start": "Précède le début.",
    "impossible-date": "Est une date ou une heure qui n’existe pas.",
    "skipped-time": "Est une heure que le passage à l’heure d’été saute.",
    "not-rescheduled": "Concerne les événements reprogrammés, et celui-ci ne l’est pas.",
    "whole-day": "Contient une heure, mais l’événement dure des journées entières.",
    "reduced-status": "Vous ne pouvez pas donner ce statut.",
    "status-by-date": "Ne va pas avec la date de publication.",
    "slug-normalized": "N’est pas écrit comme un slug.",
    "slug-taken": "Une autre fiche a ce slug.",
    "slug-withheld": "Il n’y a pas de slug avant la relecture.",
    "html-cleaned": "Contient du HTML qui n’est pas conservé.",
    "text-cleaned": "Contient des balises ou des caractères qui ne sont pas conservés.",
    "negative-cost": "Ne doit pas être négatif.",
    "not-true-or-false": "N’est ni vrai ni faux.",
    "circular-parent": "Le parent est la catégorie elle-même ou se trouve au-dessous d’elle.",
    "first-of-several": "Doit être unique.",
    "linked-by-id": "N’est pas modifié par un événement qui désigne la fiche par son identifiant.",
    "record-reused": "Une fiche de ce nom existe déjà et garde ce qu’elle a.",
    "image-not-fetched": "L’image n’a pas pu être récupérée.",
    amended: "N’est pas enregistré tel qu’envoyé : ce calendrier le modifie.",
    "occurrences-trashed":
      "Des dates avec leurs propres modifications n’ont plus lieu et sont dans la corbeille.",
    "unknown-parameter": "Ce paramètre n’existe pas.",
    "misspelled-parameter": "Ce paramètre n’existe pas ; vouliez-vous dire {name} ?",
    "no-effect": "Est sans effet ici.",
    "scope-this": "Seule la série entière peut avoir cela : écrivez avec scope=following ou scope=all.",
    "unwanted-occurrence":
      "La série n’a pas lieu à ce moment : retirez le début de recurrence.except ou ajoutez-le à recurrence.dates.",
    "too-much-markup":
      "Contient trop de balisage : tous les textes d’une requête peuvent avoir ensemble {maximum} balises.",
    "rule-unknown-part": "Contient la partie {part}, que la RFC 5545 ne connaît pas.",
    "rule-repeated-part": "Contient la partie {part} plus d’une fois.",
    "rule-without-frequency": "N’est pas une règle : FREQ manque.",
    "rule-bad-value": "{value} n’est pas une valeur de {part}.",
    "rule-clash": "{part} n’est pas possible avec {other}.",
    "rule-skip-alone": "SKIP demande RSCALE à ses côtés (RFC 7529), par exemple RSCALE=GREGORIAN.",
    "rule-ends-early": "Se termine le {until}, avant le premier début.",
    "rule-too-costly":
      "Demande trop de calcul : faites commencer l’événement plus tard, ou indiquez moins de règles, moins de valeurs ou des pas plus grands.",
    "first-start-misfit": "Le premier début ne convient pas : le prochain qui convient est {next}.",
    "date-before-first": "Précède le premier début, {first}.",
    "recurrence-never": "N’a pas lieu dans les 100 ans qui suivent le premier début.",
    "recurrence-excepted": "Les exceptions ne laissent aucune date.",
    "recurrence-too-many": "A plus de {maximum} dates jusqu’au {until}.",
    "recurrence-too-dense":
      "Deux dates doivent être séparées d’au moins une heure : {start} commence trop tôt après la précédente.",
    "split-misfit":
      "{rule} ne peut pas être poursuivie à partir du {start} : divisez la série à un début de cette règle.",
  },
  descriptions: {
    "Data as they are sent to create a venue, or an id.":
      "Les données telles qu’on les envoie pour créer un lieu, ou un identifiant.",
    "Data as they are sent to create an organizer, or an id.":
      "Les données telles qu’on les envoie pour créer un organisateur, ou un identifiant.",
    "## Caching": "## Cache",
    "## Dates and time zones": "## Dates et fuseaux horaires",
    "## Errors": "## Erreurs",
    "## Ids": "## Identifiants",
    "## Images": "## Les images",
    "## Languages": "## Langues",
    "## Lists": "## Listes",
    "## Requests": "## Requêtes",
    "## Signing in": "## Identification",
    "## Statuses": "## Statuts",
    "A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB.": "Un JPEG, PNG, GIF, WebP ou AVIF, de 10 Mio au plus.",
    "A calendar of events.": "Un calendrier d’événements.",
    "A category or a tag as it stands inside an event.":
      "Une catégorie ou une étiquette telle qu’elle figure dans un événement.",
    "A category or a tag.": "Une catégorie ou une étiquette.",
    "A field.": "Un champ.",
    "A link.": "Un lien.",
    "A page of a list, with links to its neighbours that keep all filters.":
      "Une page d’une liste, avec des liens vers ses voisines qui conservent tous les filtres.",
    "A page of the list.": "Une page de la liste.",
    "A parameter.": "Un paramètre.",
    "A short description of the event, as HTML, which is cleaned. Empty: none.":
      "Une courte description de l’événement, en HTML, qui est nettoyé. Vide : aucune.",
    "A short description, as HTML with paragraphs.": "Une courte description, en HTML avec des paragraphes.",
    "A stable code.": "Un code stable.",
    "A venue. What is empty is absent.": "Un lieu. Ce qui est vide est absent.",
    "Addresses in this interface.": "Les adresses dans cette interface.",
    "Something else was sent before with the same Idempotency-Key.":
      "Autre chose a déjà été envoyé avec la même Idempotency-Key.",
    "Another request with the same Idempotency-Key is still under way.":
      "Une autre requête avec la même Idempotency-Key est encore en cours.",
    "Names the request: sent again with the same key within 24 hours, it is not done again, but answered as before.":
      "Nomme la requête : envoyée de nouveau avec la même clé dans les 24 heures, elle n’est pas exécutée une seconde fois, mais reçoit la même réponse.",
    "The request was answered before; absent: it was done now.":
      "La requête avait déjà reçu cette réponse ; absent : elle vient d’être exécutée.",
    "At least one has failed.": "Au moins une a échoué.",
    "All have succeeded.": "Toutes ont réussi.",
    "What the requests of a batch are answered.": "Ce qui est répondu aux requêtes d’un lot.",
    "What one request of a batch is answered.": "Ce qui est répondu à une requête d’un lot.",
    "The status that it would have by itself.": "Le statut qu’elle aurait seule.",
    "The JSON of the answer.": "Le JSON de la réponse.",
    "Below the namespace, with its query.": "Sous l’espace de noms, avec ses paramètres.",
    "Do several requests at once": "Exécuter plusieurs requêtes à la fois",
    "Each request is done in its order as if it came by itself, as the caller of the batch. With atomic all are done or none: the first one that fails undoes all.":
      "Chaque requête est exécutée dans l’ordre comme si elle venait seule, au nom de l’auteur du lot. Avec atomic, toutes ou aucune : la première qui échoue annule tout.",
    "In the order of the requests.": "Dans l’ordre des requêtes.",
    "Its headers, by their names in lower case.": "Ses en-têtes, par leurs noms en minuscules.",
    "After how many seconds it is worth to ask again.":
      "Le nombre de secondes après lequel il vaut la peine de redemander.",
    "All events as a file": "Tous les événements dans un fichier",
    "Always 0.": "Toujours 0.",
    "Always empty.": "Toujours vide.",
    "Always raw.": "Toujours raw.",
    "An API token, or a JWT.": "Un jeton de l’interface ou un JWT.",
    "An event as a file": "Un événement dans un fichier",
    "An event. Every member is always present, whether it is empty or not, but for json_ld and what only some events have.":
      "Un événement. Chaque membre est toujours présent, vide ou non, sauf json_ld et ce que seuls certains événements ont.",
    "An image. What is not known of it is absent.": "Une image. Ce que l’on n’en sait pas est absent.",
    "An organizer. What is empty is absent.": "Un organisateur. Ce qui est vide est absent.",
    "Answers give dates as `YYYY-MM-DD HH:MM:SS`: `start_date` and `end_date` on the clock of the event's own time zone, the members with `utc` in their names in UTC, publication dates on the clock of the site. Requests may also use `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (English words) or a Unix time in seconds; what has an offset is an instant and is converted. A time zone is an IANA name such as `Europe/Rome` or an offset such as `UTC+5:30`.":
      "Les réponses donnent les dates sous la forme `YYYY-MM-DD HH:MM:SS` : `start_date` et `end_date` dans le fuseau horaire de l’événement, les membres dont le nom contient `utc` en UTC, les dates de publication dans le fuseau du site. Les requêtes peuvent aussi employer `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (mots anglais) ou un temps Unix en secondes ; une date avec un décalage est un instant et est convertie. Un fuseau horaire est un nom IANA tel que `Europe/Rome` ou un décalage tel que `UTC+5:30`.",
    "By name, unless orderby says otherwise. A page beyond the last one is empty.":
      "Par nom, sauf si orderby dit autre chose. Une page au-delà de la dernière est vide.",
    "Change a category": "Modifier une catégorie",
    "Change a tag": "Modifier une étiquette",
    "Change a venue": "Modifier un lieu",
    "Change an event": "Modifier un événement",
    "Change an organizer": "Modifier un organisateur",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this event. A status takes it out of the trash.":
      "Modifie ce qui est envoyé et ne touche pas au reste. Il faut avoir le droit de modifier cet événement. Un statut le sort de la corbeille.",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this record.":
      "Modifie ce qui est envoyé et ne touche pas au reste. Il faut avoir le droit de modifier cette fiche.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage categories: authors have it.":
      "Modifie ce qui est envoyé et ne touche pas au reste. Il faut avoir le droit de gérer les catégories : les auteurs l’ont.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage tags: editors have it.":
      "Modifie ce qui est envoyé et ne touche pas au reste. Il faut avoir le droit de gérer les étiquettes : les éditeurs l’ont.",
    "Changes with the body; If-None-Match with it is answered 304 as long as it holds.":
      "Change avec le corps ; avec cette valeur, If-None-Match reçoit 304 tant qu’elle reste valable.",
    "Create a category": "Créer une catégorie",
    "Create a tag": "Créer une étiquette",
    "Create a venue": "Créer un lieu",
    "Create an event": "Créer un événement",
    "Create an organizer": "Créer un organisateur",
    "Delete a category": "Supprimer une catégorie",
    "Delete a tag": "Supprimer une étiquette",
    "Delete a venue": "Supprimer un lieu",
    "Delete an event": "Supprimer un événement",
    "Delete an image": "Supprimer une image",
    "Delete an organizer": "Supprimer un organisateur",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage categories: authors have it.":
      "La supprime définitivement, la retire de tous les événements et la donne en réponse. Il faut avoir le droit de gérer les catégories : les auteurs l’ont.",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage tags: editors have it.":
      "La supprime définitivement, la retire de tous les événements et la donne en réponse. Il faut avoir le droit de gérer les étiquettes : les éditeurs l’ont.",
    "Deletes the image with its files and answers with it. Own images need the right to delete, others the right to delete what others wrote. While a record shows it, also one in the trash, it stays: data.records names those that the caller may know of.":
      "Supprime l’image avec ses fichiers et la donne en réponse. Pour ses propres images, il faut avoir le droit de supprimer, pour les autres, celui de supprimer ce que d’autres ont écrit. Tant qu’une fiche la montre, même dans la corbeille, elle reste : data.records désigne celles que l’appelant peut connaître.",
    "Events with their venues, organizers, categories and tags.":
      "Des événements avec leurs lieux, leurs organisateurs, leurs catégories et leurs étiquettes.",
    "Events, venues and organizers show an image: `image` names it by its id, or by an address from which it is fetched once, or is its file in a multipart form. Uploads on their own go to `/images`. Everybody can read the files, at the addresses in `url` and `sizes` of an image: they never change, and can be read in parts (`Range`).":
      "Les événements, les lieux et les organisateurs montrent une image : `image` la désigne par son identifiant, ou par une adresse d’où elle est téléchargée une seule fois, ou en est le fichier dans un formulaire multipart. Les envois séparés vont à `/images`. Tout le monde peut lire les fichiers, aux adresses données par `url` et `sizes` d’une image : ils ne changent jamais et peuvent être lus par parties (`Range`).",
    "Every answer to GET has an `ETag`; sent back in `If-None-Match`, it saves the body as long as nothing has changed (304).":
      "Chaque réponse à GET a un `ETag` ; renvoyé dans `If-None-Match`, il épargne le corps tant que rien n’a changé (304).",
    "Every error has a status, a stable `code` for programs and a `message` for people, which may change. `data.params` names the parameters in question. A request that is refused has changed nothing. Each operation lists its codes; an address that is none, or a method that it does not have, is answered with 404 `rest_no_route`.":
      "Chaque erreur a un statut, un `code` stable pour les programmes et un `message` pour les humains, qui peut changer. `data.params` nomme les paramètres en cause. Une requête refusée n’a rien changé. Chaque opération énumère ses codes ; une adresse qui n’existe pas, ou une méthode qu’elle n’a pas, reçoit la réponse 404 `rest_no_route`.",
    "Everybody may read it.": "Tout le monde peut la lire.",
    "Everybody may read published events; others need the rights to see them.":
      "Tout le monde peut lire les événements publiés ; les autres demandent le droit de les voir.",
    "Everybody may read published records; others need the rights to see them.":
      "Tout le monde peut lire les fiches publiées ; les autres demandent le droit de les voir.",
    "Everybody sees published events, signed-in callers also others that they may read. By start; without dates, those from yesterday to 24 months ahead. Hidden events are never listed.":
      "Tout le monde voit les événements publiés ; qui est identifié voit aussi les autres qu’il a le droit de lire. Par date de début ; sans dates, ceux d’hier à dans 24 mois. Les événements masqués ne figurent jamais dans les listes.",
    "Everybody sees published records, signed-in callers also others that they may read. The newest publication comes first.":
      "Tout le monde voit les fiches publiées ; qui est identifié voit aussi les autres qu’il a le droit de lire. La publication la plus récente vient en premier.",
    "Further fields by name, or an empty list when there are none.":
      "D’autres champs par nom, ou une liste vide s’il n’y en a pas.",
    "Height in pixels.": "La hauteur en pixels.",
    "Height of the full size in pixels.": "La hauteur de la taille réelle en pixels.",
    "How it is called.": "Son intitulé.",
    "How many pages that makes.": "Le nombre de pages que cela fait.",
    "How many pages that makes; 0 when nothing matches.":
      "Le nombre de pages que cela fait ; 0 si rien ne correspond.",
    "How many published, listed events have it.": "Le nombre d’événements publiés et listés qui l’ont.",
    "How many records a page holds, from 1. Numbers above the maximum are reduced to it, without an error.":
      "Le nombre de fiches par page, à partir de 1. Au-delà du maximum, ce nombre y est ramené sans erreur.",
    "How many records match that the caller may see, on all pages together.":
      "Le nombre de fiches correspondantes que l’appelant peut voir, toutes pages confondues.",
    "How many records match, on all pages together.":
      "Le nombre de fiches correspondantes, toutes pages confondues.",
    "Ids are positive whole numbers. Events, venues, organizers and images share one sequence, categories and tags another; none is used twice. Events, venues and organizers can be named by their slug as well.":
      "Les identifiants sont des nombres entiers positifs. Les événements, les lieux, les organisateurs et les images partagent une même suite, les catégories et les étiquettes une autre ; aucun ne sert deux fois. Les événements, les lieux et les organisateurs peuvent aussi être désignés par leur slug.",
    "Its status. Without it, a new one is published, or a draft where the caller may not publish.":
      "Son statut. Sans lui, une nouvelle fiche est publiée, ou reste un brouillon si l’appelant n’a pas le droit de publier.",
    "Latitude in degrees.": "La latitude en degrés.",
    "Latitude in degrees; sent together with geo_lng. Empty: the position is unknown.":
      "La latitude en degrés ; envoyée avec geo_lng. Vide : la position est inconnue.",
    "Latitude to search around, in degrees, together with geoloc_lng. Needs the premium geolocation plugin.":
      "La latitude autour de laquelle chercher, en degrés, avec geoloc_lng. Demande l’extension premium de géolocalisation.",
    "Leaves these categories out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Laisse de côté ces catégories : un tableau ou une liste à virgules d’identifiants ou de slugs, sauf si include est aussi envoyé.",
    "Leaves these tags out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Laisse de côté ces étiquettes : un tableau ou une liste à virgules d’identifiants ou de slugs, sauf si include est aussi envoyé.",
    "Links.": "Des liens.",
    "List all paths with their parameters": "Lister tous les chemins avec leurs paramètres",
    "List categories": "Lister les catégories",
    "List events": "Lister les événements",
    "List images": "Lister les images",
    "List organizers": "Lister les organisateurs",
    "List tags": "Lister les étiquettes",
    "List venues": "Lister les lieux",
    "Lists come in pages, with the number of all records and links to the next and the previous page that keep every filter. Filters narrow together; several values of one filter mean any of them.":
      "Les listes sont données page par page, avec le nombre total de fiches et des liens vers la page suivante et la page précédente qui conservent tous les filtres. Les filtres se cumulent ; plusieurs valeurs d’un même filtre signifient n’importe laquelle d’entre elles.",
    "Longitude in degrees.": "La longitude en degrés.",
    "Longitude in degrees; sent together with geo_lat. Empty: the position is unknown.":
      "La longitude en degrés ; envoyée avec geo_lat. Vide : la position est inconnue.",
    "Longitude to search around, in degrees, together with geoloc_lat. Needs the premium geolocation plugin.":
      "La longitude autour de laquelle chercher, en degrés, avec geoloc_lat. Demande l’extension premium de géolocalisation.",
    "Messages are in the language that `Accept-Language` asks for, as far as it is spoken here, descriptions in that of the site. A site may have addresses for further languages, such as `/fr/wp-json`: there both are in that language. Codes, names and data are the same in all of them.":
      "Les messages sont dans la langue que demande `Accept-Language`, pourvu qu’elle soit parlée ici, les descriptions dans celle du site. Un site peut avoir des adresses pour d’autres langues, telles que `/fr/wp-json` : les uns et les autres y sont dans cette langue. Les codes, les noms et les données sont les mêmes dans toutes.",
    "Methods of HTTP.": "Des méthodes HTTP.",
    "More about it.": "Plus de détails.",
    "More about the type.": "Des précisions sur le type.",
    "Moves the event to the trash and answers with it. Needs the right to delete this event.":
      "Met l’événement à la corbeille et le donne en réponse. Il faut avoir le droit de supprimer cet événement.",
    "Moves the record to the trash, takes it off all events and answers with it. Needs the right to delete this record.":
      "Met la fiche à la corbeille, la retire de tous les événements et la donne en réponse. Il faut avoir le droit de supprimer cette fiche.",
    "Name and application password.": "Le nom et un mot de passe d’application.",
    "Names of members to keep of the answer, as a comma list; dots lead into members: id,venue.city.":
      "Les noms des membres de la réponse à garder, en liste à virgules ; les points mènent à l’intérieur des membres : id,venue.city.",
    "Names of parameters that were not stored as they were sent, percent-encoded, as a comma list of at most 20; absent when all were. A request with `Prefer: handling=strict` is refused instead, with the reason for each.":
      "Les noms des paramètres qui n’ont pas été enregistrés tels qu’envoyés, encodés en pourcents, en liste à virgules d’au plus 20 ; absent si tous l’ont été. Une requête avec `Prefer: handling=strict` est refusée à la place, avec la raison pour chacun.",
    "Only events that start on this day or earlier, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Seulement les événements qui commencent ce jour-là ou avant, à leur propre horloge ; sans elle, quel que soit leur début. Ce sont des jours entiers qui comptent, et les mots tels que tomorrow sont lus en UTC ; strict_dates en fait une heure exacte.",
    "Only events that start on this day or later, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Seulement les événements qui commencent ce jour-là ou après, à leur propre horloge ; sans elle, quel que soit leur début. Ce sont des jours entiers qui comptent, et les mots tels que tomorrow sont lus en UTC ; strict_dates en fait une heure exacte.",
    "The ETag of the record as it was read, or several: when it has been written since, the request is refused. * stands for any. Required where the calendar is set up so.":
      "L’ETag de la fiche telle qu’elle a été lue, ou plusieurs : si elle a été écrite depuis, la requête est refusée. * vaut pour n’importe lequel. Obligatoire là où le calendrier est réglé ainsi.",
    "The events at a venue as a file": "Les événements d’un lieu dans un fichier",
    "The events in a category as a file": "Les événements d’une catégorie dans un fichier",
    "The events of an organizer as a file": "Les événements d’un organisateur dans un fichier",
    "The events with a tag as a file": "Les événements d’une étiquette dans un fichier",
    "The file.": "Le fichier.",
    "The record has been written since: nothing has changed.":
      "La fiche a été écrite depuis : rien n’a changé.",
    "This calendar demands an If-Match.": "Ce calendrier exige un If-Match.",
    "What the request preferred and was granted.": "Ce que la requête préférait et qui lui est accordé.",
    "Names of parameters that were sent but had no effect, percent-encoded, as a comma list of at most 20; absent when all had one. A request with `Prefer: handling=strict` is refused instead, with the nearest name for each.":
      "Les noms des paramètres envoyés mais restés sans effet, encodés en pourcents, en liste à virgules d’au plus 20 ; absent si tous en ont eu un. Une requête avec `Prefer: handling=strict` est refusée à la place, avec le nom le plus proche pour chacun.",
    "Needs the right to manage categories: authors have it.":
      "Il faut avoir le droit de gérer les catégories : les auteurs l’ont.",
    "Needs the right to manage tags: editors have it.":
      "Il faut avoir le droit de gérer les étiquettes : les éditeurs l’ont.",
    "Needs the right to write. Venues, organizers, categories and tags that come with it are created together with it, or nothing at all is.":
      "Il faut avoir le droit d’écrire. Les lieux, organisateurs, catégories et étiquettes qui l’accompagnent sont créés avec lui, ou rien du tout ne l’est.",
    "Needs the right to write. When one like it exists already, that one is answered instead of a second one.":
      "Il faut avoir le droit d’écrire. S’il existe déjà une fiche semblable, c’est elle qui est donnée en réponse, et non une seconde.",
    "Nothing has changed since the ETag of If-None-Match.": "Rien n’a changé depuis l’ETag de If-None-Match.",
    "OPTIONS answers the same for a single path. Everybody may read it.":
      "OPTIONS répond la même chose pour un seul chemin. Tout le monde peut le lire.",
    "Of which kind it is: tribe_events_cat for categories, post_tag for tags.":
      "Ce que c’est : tribe_events_cat pour une catégorie, post_tag pour une étiquette.",
    "One size of an image.": "Une taille d’une image.",
    "Only categories of the event with this id.":
      "Seulement les catégories de l’événement qui a cet identifiant.",
    "Only categories with this text in their name or slug.":
      "Seulement les catégories dont le nom ou le slug contient ce texte.",
    "Only events at one of these venues: IDs, as an array or a comma list.":
      "Seulement les événements dans l’un de ces lieux : des identifiants, en tableau ou en liste à virgules.",
    "Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list.":
      "Seulement les événements de l’une de ces catégories ou d’une de leurs sous-catégories : des identifiants ou des slugs, en tableau ou en liste à virgules.",
    "Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such events. Without it: all that the caller may see, but the trash.":
      "Seulement les événements dans l’un de ces statuts, en tableau ou en liste à virgules : publish, future, draft, pending, private, trash. Les autres que publish demandent le droit de voir de tels événements. Sans ce paramètre : tous ceux que l’appelant peut voir, sauf la corbeille.",
    "Only events of one of these organizers: IDs, as an array or a comma list.":
      "Seulement les événements de l’un de ces organisateurs : des identifiants, en tableau ou en liste à virgules.",
    "Only events that belong to the event with this ID.":
      "Seulement les événements qui dépendent de l’événement qui a cet identifiant.",
    "Only events that end after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Seulement les événements qui finissent après la fin de ce jour ; avec strict_dates, après cette heure. Désactive les valeurs par défaut de start_date et de end_date.",
    "Only events that end before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Seulement les événements qui finissent avant la fin de ce jour ; avec strict_dates, avant cette heure. Désactive les valeurs par défaut de start_date et de end_date.",
    "Only events that start after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Seulement les événements qui commencent après la fin de ce jour ; avec strict_dates, après cette heure. Désactive les valeurs par défaut de start_date et de end_date.",
    "Only events that start before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Seulement les événements qui commencent avant la fin de ce jour ; avec strict_dates, avant cette heure. Désactive les valeurs par défaut de start_date et de end_date.",
    "Only events that start on this day or earlier, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, in 24 months, does not hold together with starts_before and the like.":
      "Seulement les événements qui commencent ce jour-là ou avant, à leur propre horloge. Ce sont des jours entiers qui comptent, et les mots tels que tomorrow sont lus en UTC ; strict_dates en fait une heure exacte. La valeur par défaut, dans 24 mois, ne vaut pas avec starts_before et les paramètres semblables.",
    "Only events that start on this day or later, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, yesterday, does not hold together with starts_before and the like.":
      "Seulement les événements qui commencent ce jour-là ou après, à leur propre horloge. Ce sont des jours entiers qui comptent, et les mots tels que tomorrow sont lus en UTC ; strict_dates en fait une heure exacte. La valeur par défaut, hier, ne vaut pas avec starts_before et les paramètres semblables.",
    "Only events whose venue has a known position (true) or none (false). Needs the premium geolocation plugin.":
      "Seulement les événements dont le lieu a une position connue (true) ou n’en a pas (false). Demande l’extension premium de géolocalisation.",
    'Only events with all these words in their title, description or excerpt, whatever the case and the accents; "quoted words" stand together.':
      'Seulement les événements dont le titre, la description ou l’extrait contient tous ces mots, sans tenir compte de la casse ni des accents ; les mots "entre guillemets droits" vont ensemble.',
    "Only events with one of these tags: IDs or slugs, as an array or a comma list.":
      "Seulement les événements qui ont l’une de ces étiquettes : des identifiants ou des slugs, en tableau ou en liste à virgules.",
    "Only featured events (true), or only those that are not (false).":
      "Seulement les événements mis en avant (true), ou seulement les autres (false).",
    "Only organizers of the event with this id.":
      "Seulement les organisateurs de l’événement qui a cet identifiant.",
    "Only organizers that have events (true), or only those that have none (false).":
      "Seulement les organisateurs qui ont des événements (true), ou seulement ceux qui n’en ont pas (false).",
    "Only organizers that have events which are still to come (true); false, the default: all.":
      "Seulement les organisateurs qui ont des événements à venir (true) ; false, par défaut : tous.",
    "Only organizers with this text in their title, description or one of their other fields.":
      "Seulement les organisateurs dont le titre, la description ou un autre champ contient ce texte.",
    "Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such records. Without it: all that the caller may see, but the trash.":
      "Seulement les fiches dans l’un de ces statuts, en tableau ou en liste à virgules : publish, future, draft, pending, private, trash. Les autres que publish demandent le droit de voir de telles fiches. Sans ce paramètre : toutes celles que l’appelant peut voir, sauf la corbeille.",
    "Only tags of the event with this id.": "Seulement les étiquettes de l’événement qui a cet identifiant.",
    "Only tags with this text in their name or slug.":
      "Seulement les étiquettes dont le nom ou le slug contient ce texte.",
    "Only the direct children of the category with this id; 0: only categories of the top level.":
      "Seulement les enfants directs de la catégorie qui a cet identifiant ; 0 : seulement les catégories de premier niveau.",
    "Only the events with these ids, as an array or a comma list, by publication date. No date filter applies then, and unknown ids are simply absent.":
      "Seulement les événements qui ont ces identifiants, en tableau ou en liste à virgules, par date de publication. Aucun filtre de dates ne s’applique alors, et les identifiants inconnus sont simplement absents.",
    "Only the one with this slug.": "Seulement celle qui a ce slug.",
    "Only these categories: an array or a comma list of ids or slugs.":
      "Seulement ces catégories : un tableau ou une liste à virgules d’identifiants ou de slugs.",
    "Only these tags: an array or a comma list of ids or slugs.":
      "Seulement ces étiquettes : un tableau ou une liste à virgules d’identifiants ou de slugs.",
    "Only venues of the event with this id.": "Seulement les lieux de l’événement qui a cet identifiant.",
    "Only venues that have events (true), or only those that have none (false).":
      "Seulement les lieux qui ont des événements (true), ou seulement ceux qui n’en ont pas (false).",
    "Only venues that have events which are still to come (true); false, the default: all.":
      "Seulement les lieux qui ont des événements à venir (true) ; false, par défaut : tous.",
    "Only venues with this text in their title, description or one of their other fields.":
      "Seulement les lieux dont le titre, la description ou un autre champ contient ce texte.",
    "Parameters are sent in the query of GET, and in the body of the other methods as JSON, as a form (`application/x-www-form-urlencoded`) or as `multipart/form-data`. POST, PUT and PATCH on a record do the same: they change what is sent and leave the rest alone. Clients that can only send GET and POST name the method in `_method` or in the header `X-HTTP-Method-Override`. Unknown parameters are ignored: reads name them in `X-Kalends-Ignored`. What a write does not store as it was sent is named in `X-Kalends-Adjusted`. With `Prefer: handling=strict` both are refused. Lists of values are arrays or comma lists: `1,2,3`.":
      "Les paramètres sont envoyés dans l’adresse pour GET, et dans le corps pour les autres méthodes : en JSON, en formulaire (`application/x-www-form-urlencoded`) ou en `multipart/form-data`. POST, PUT et PATCH sur une fiche font la même chose : ils modifient ce qui est envoyé et ne touchent pas au reste. Les clients qui ne peuvent envoyer que GET et POST indiquent la méthode dans `_method` ou dans l’en-tête `X-HTTP-Method-Override`. Les paramètres inconnus sont ignorés : les lectures les nomment dans `X-Kalends-Ignored`. Ce qu’une écriture n’enregistre pas tel qu’envoyé est nommé dans `X-Kalends-Adjusted`. Avec `Prefer: handling=strict`, les deux sont refusés. Les listes de valeurs sont des tableaux ou des listes à virgules : `1,2,3`.",
    "Published records can be read by everybody. Everything else asks to sign in on each request: with a name and an application password (HTTP Basic), or with an API token or a JWT (`Authorization: Bearer`). Wrong credentials are refused everywhere, also where none are needed. What a caller may do depends on the role: subscribers read; contributors write drafts; authors publish; editors change what others wrote; administrators do everything. Values are checked before rights: a bad request is told what is wrong with it, whoever sends it.":
      "Tout le monde peut lire les fiches publiées. Tout le reste demande de s’identifier à chaque requête : par un nom et un mot de passe d’application (HTTP Basic), ou par un jeton de l’interface ou un JWT (`Authorization: Bearer`). Des identifiants de connexion incorrects sont refusés partout, même là où il n’en faut pas. Ce que l’appelant a le droit de faire dépend de son rôle : les abonnés lisent, les contributeurs écrivent des brouillons, les auteurs publient, les éditeurs modifient ce que d’autres ont écrit, les administrateurs font tout. Les valeurs sont vérifiées avant les droits : une mauvaise requête apprend ce qui ne va pas, quel que soit son expéditeur.",
    "Read a category": "Lire une catégorie",
    "Read a tag": "Lire une étiquette",
    "Read a venue": "Lire un lieu",
    "Read an event": "Lire un événement",
    "Read an image": "Lire une image",
    "Read an organizer": "Lire un organisateur",
    "Read this document": "Lire ce document",
    "Records show the image.": "Des fiches montrent l’image.",
    "Something went wrong here: data.request_id names the entry of the log that has the details.":
      "Une erreur s’est produite de notre côté : data.request_id nomme l’entrée du journal qui en contient le détail.",
    "State or province, whichever the country has.": "L’État ou la province, selon ce qu’a le pays.",
    "State or province; without it, derived from these and the country.":
      "L’État ou la province ; sans ce paramètre, déduit de ceux-ci et du pays.",
    "Street and number.": "La rue et le numéro.",
    "The ISO 4217 code; empty when it is not known.": "Le code ISO 4217 ; vide s’il n’est pas connu.",
    'The REST root, as rel="https://api.w.org/".': 'La racine REST, avec rel="https://api.w.org/".',
    "The abbreviation of the zone that holds at the start.": "L’abréviation du fuseau en vigueur au début.",
    "The absolute address of the event's own website. Empty: none.":
      "L’adresse absolue du site web de l’événement. Vide : aucune.",
    "The absolute address of the organizer's website. Empty: none.":
      "L’adresse absolue du site web de l’organisateur. Vide : aucune.",
    "The absolute address of the venue's website. Empty: none.":
      "L’adresse absolue du site web du lieu. Vide : aucune.",
    "The address of the event in this interface.": "L’adresse de l’événement dans cette interface.",
    "The address of the file.": "L’adresse du fichier.",
    "The address of the full size.": "L’adresse de la taille réelle.",
    "The address of the new record.": "L’adresse de la nouvelle fiche.",
    "The address of the site.": "L’adresse du site.",
    "The address of this page.": "L’adresse de cette page.",
    "The body is too large.": "Le corps de la requête est trop grand.",
    "The caller may not do this.": "L’appelant n’a pas le droit de faire cela.",
    "The categories of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new category. Empty: none.":
      "Les catégories de l’événement à la place de toutes les précédentes : des identifiants, des slugs ou des noms, en liste ou en liste à virgules. Un texte qui n’en désigne aucune devient une nouvelle catégorie. Vide : aucune.",
    "The categories, by name.": "Les catégories, par nom.",
    "The category or tag itself.": "La catégorie ou l’étiquette elle-même.",
    "The changed record.": "La fiche modifiée.",
    "The city.": "La ville.",
    "The country.": "Le pays.",
    "The credentials are wrong, or there are none and some are needed.":
      "Les identifiants de connexion sont incorrects, ou il en faut et il n’y en a pas.",
    "The day of the month, 01 to 31.": "Le jour du mois, de 01 à 31.",
    "The different numbers, ascending, as texts with a decimal point; for a cost in words, that text.":
      "Les différents nombres, par ordre croissant, en textes avec un point décimal ; pour un prix en mots, ce texte.",
    "The e-mail address.": "L’adresse électronique.",
    "The end in UTC.": "La fin en UTC.",
    "The end, in the time zone of the event.": "La fin, dans le fuseau horaire de l’événement.",
    "The entries of a list.": "Les éléments d’une liste.",
    "The error of one parameter.": "L’erreur d’un seul paramètre.",
    "The extension of the file, without a dot.": "L’extension du fichier, sans point.",
    "The file is the field file of a form, or the body itself with its name in Content-Disposition; its content decides what it is. Needs the right to upload: authors have it.":
      "Le fichier est le champ file d’un formulaire, ou le corps lui-même, avec son nom dans Content-Disposition ; c’est son contenu qui décide de ce qu’il est. Il faut avoir le droit d’ajouter des images : les auteurs l’ont.",
    "The global id, then those under which the record was known elsewhere before.":
      "L’identifiant global, puis ceux sous lesquels la fiche était connue ailleurs auparavant.",
    "The hour, 00 to 23.": "L’heure, de 00 à 23.",
    "The id of the category.": "L’identifiant de la catégorie.",
    "The id of the event.": "L’identifiant de l’événement.",
    "The id of the image, which can be sent as the image of a record.":
      "L’identifiant de l’image, qui peut être envoyé comme image d’une fiche.",
    "The id of the image.": "L’identifiant de l’image.",
    "The id of the organizer.": "L’identifiant de l’organisateur.",
    "The id of the parent category, 0 at the top level and of tags.":
      "L’identifiant de la catégorie parente, 0 au premier niveau et pour les étiquettes.",
    "The id of the parent category, 0 at the top level; tags have none.":
      "L’identifiant de la catégorie parente, 0 au premier niveau ; les étiquettes n’en ont pas.",
    "The id of the parent category; 0: the category is at the top level.":
      "L’identifiant de la catégorie parente ; 0 : la catégorie est au premier niveau.",
    "The id of the tag.": "L’identifiant de l’étiquette.",
    "The id of the user who is its author; without it, whoever creates it. Naming somebody else needs the right to edit what others wrote.":
      "L’identifiant de l’utilisateur qui en est l’auteur ; sans lui, celui qui la crée. Désigner quelqu’un d’autre demande le droit de modifier ce que d’autres ont écrit.",
    "The id of the user who is the author of the event; without it, whoever creates it. Naming somebody else needs the right to edit the events of others.":
      "L’identifiant de l’utilisateur qui est l’auteur de l’événement ; sans lui, celui qui le crée. Désigner quelqu’un d’autre demande le droit de modifier les événements des autres.",
    "The id of the user who is the author, as text.":
      "L’identifiant de l’utilisateur qui est l’auteur, en texte.",
    "The id of the venue.": "L’identifiant du lieu.",
    "The id with the host of the site: unique among all sites.":
      "L’identifiant avec l’hôte du site : unique parmi tous les sites.",
    "The id, unique among categories and tags.":
      "L’identifiant, unique parmi les catégories et les étiquettes.",
    "The id, unique among events, venues, organizers and images.":
      "L’identifiant, unique parmi les événements, les lieux, les organisateurs et les images.",
    "The image as it was deleted.": "L’image telle qu’elle a été supprimée.",
    "The image to show with it: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "L’image qui l’illustre : l’identifiant d’une image, en texte, ou l’adresse d’une image à télécharger. Vide : aucune.",
    "The image to show with the event: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "L’image qui illustre l’événement : l’identifiant d’une image, en texte, ou l’adresse d’une image à télécharger. Vide : aucune.",
    "The image, as the file of a multipart form: JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB. A body that is the file itself, with its name in Content-Disposition, does as well.":
      "L’image, en fichier d’un formulaire multipart : JPEG, PNG, GIF, WebP ou AVIF, de 10 Mio au plus. Un corps qui est le fichier lui-même, avec son nom dans Content-Disposition, convient aussi.",
    "The image, or false when there is none.": "L’image, ou false s’il n’y en a pas.",
    "The image.": "L’image.",
    "The index.": "L’index.",
    "The interface as it describes itself.": "L’interface telle qu’elle se décrit elle-même.",
    "The interface in the words of OpenAPI. Everybody may read it.":
      "L’interface dans les termes d’OpenAPI. Tout le monde peut le lire.",
    "The link, as the only entry.": "Le lien, seul élément.",
    "The list of all.": "La liste de toutes.",
    "The media type.": "Le type de média.",
    "The methods that the caller may use at this address.":
      "Les méthodes que l’appelant peut employer à cette adresse.",
    "By which the log of the server knows this request.":
      "Sous quoi le journal du serveur connaît cette requête.",
    "The minutes, 00 to 59.": "Les minutes, de 00 à 59.",
    "The month, 01 to 12.": "Le mois, de 01 à 12.",
    "The name in addresses, percent-encoded where it is not ASCII; empty for a draft that has none yet.":
      "Le nom dans les adresses, encodé en pourcents là où il n’est pas en ASCII ; vide pour un brouillon qui n’en a pas encore.",
    "The name in addresses, unique among its kind; without it, made from the name.":
      "Le nom dans les adresses, unique en son genre ; sans lui, tiré du nom.",
    "The name in addresses.": "Le nom dans les adresses.",
    "The name of the category.": "Le nom de la catégorie.",
    "The name of the event in addresses, unique; without it, made from the title.":
      "Le nom de l’événement dans les adresses, unique ; sans lui, tiré du titre.",
    "The name of the organizer, as plain text or with the HTML that titles may have.":
      "Le nom de l’organisateur, en texte simple ou avec le HTML admis dans les titres.",
    "The name of the parameter, with the field in it that is at fault.":
      "Le nom du paramètre, avec le champ en cause à l’intérieur.",
    "The name of the tag.": "Le nom de l’étiquette.",
    "The name of the venue, as plain text or with the HTML that titles may have.":
      "Le nom du lieu, en texte simple ou avec le HTML admis dans les titres.",
    "The name, as HTML.": "Le nom, en HTML.",
    "The namespace of the interface.": "L’espace de noms de l’interface.",
    "The namespace to describe.": "L’espace de noms à décrire.",
    "The namespaces of the interfaces here.": "Les espaces de noms des interfaces présentes ici.",
    "The new image.": "La nouvelle image.",
    "The new record.": "La nouvelle fiche.",
    "The newest first. Needs the right to upload: authors have it. A page beyond the last one is empty.":
      "Les plus récentes d’abord. Il faut avoir le droit d’ajouter des images : les auteurs l’ont. Une page au-delà de la dernière est vide.",
    "The next page; absent on the last one.": "La page suivante ; absente à la dernière.",
    "The organizers of the event in place of all former ones, in their order: ids; or the data of organizers, who are created unless some like them exist. Empty or 0: none.":
      "Les organisateurs de l’événement à la place de tous les précédents, dans leur ordre : des identifiants, ou les données d’organisateurs, qui sont créés sauf s’il en existe de semblables. Vide ou 0 : aucun.",
    "The organizers, in their order.": "Les organisateurs, dans leur ordre.",
    "The other sizes by name, such as thumbnail or medium.":
      "Les autres tailles par nom, telles que thumbnail ou medium.",
    "The page before; absent on the first one.": "La page précédente ; absente à la première.",
    "The page of the list to return, from 1. A page beyond the last one is an error, except in lists of terms.":
      "La page de la liste à donner, à partir de 1. Une page au-delà de la dernière est une erreur, sauf dans les listes de termes.",
    "The parent category; absent at the top level and of tags.":
      "La catégorie parente ; absente au premier niveau et pour les étiquettes.",
    "The parts of a date and time, as texts with leading zeros.":
      "Les parties d’une date et d’une heure, en textes avec des zéros initiaux.",
    "The parts of end_date.": "Les parties de end_date.",
    "The parts of start_date.": "Les parties de start_date.",
    "The parts of utc_end_date.": "Les parties de utc_end_date.",
    "The parts of utc_start_date.": "Les parties de utc_start_date.",
    "The phone number.": "Le numéro de téléphone.",
    "The postal code.": "Le code postal.",
    "The province, outside the United States.": "La province, hors des États-Unis.",
    "The province.": "La province.",
    "The public page of the event.": "La page publique de l’événement.",
    "The public page with its events.": "La page publique avec ses événements.",
    "The public page.": "La page publique.",
    "The record as it was deleted.": "La fiche telle qu’elle a été supprimée.",
    "The record as structured data in the words of schema.org; only where a single record is read.":
      "La fiche en données structurées selon schema.org ; seulement là où une seule fiche est lue.",
    "The record is in the trash already.": "La fiche est déjà dans la corbeille.",
    "The record.": "La fiche.",
    "The records of this page; empty when nothing matches.":
      "Les fiches de cette page ; vide si rien ne correspond.",
    "The request cannot be read, or a value in it is refused: data.params names which and says why.":
      "La requête est illisible, ou l’une de ses valeurs est refusée : data.params dit laquelle et pourquoi.",
    "The same as id.": "La même chose que id.",
    "The same as post, and what counts when both are sent.":
      "La même chose que post, et ce qui compte si les deux sont envoyés.",
    "The same in UTC.": "La même chose en UTC.",
    "The same in UTC; 0000-00-00 00:00:00 for a draft without a publication date.":
      "La même chose en UTC ; 0000-00-00 00:00:00 pour un brouillon sans date de publication.",
    "The same.": "La même chose.",
    "The seconds, 00 to 59.": "Les secondes, de 00 à 59.",
    "The size of the file in bytes.": "La taille du fichier en octets.",
    "The slug of the event.": "Le slug de l’événement.",
    "The slug of the organizer.": "Le slug de l’organisateur.",
    "The slug of the venue.": "Le slug du lieu.",
    "The start in UTC.": "Le début en UTC.",
    "The start, in the time zone of the event.": "Le début, dans le fuseau horaire de l’événement.",
    "The state, in the United States.": "L’État, aux États-Unis.",
    "The state.": "L’État.",
    "The status of the answer.": "Le statut de la réponse.",
    "The status of the event. Without it, a new one is published, or a draft where the caller may not publish.":
      "Le statut de l’événement. Sans lui, un nouvel événement est publié, ou reste un brouillon si l’appelant n’a pas le droit de publier.",
    "The status: publish, future, draft, pending, private or trash.":
      "Le statut : publish, future, draft, pending, private ou trash.",
    "The storage does not answer at the moment: nothing has changed, and the request can be sent again.":
      "Le stockage ne répond pas pour le moment : rien n’a changé, et la requête peut être renvoyée.",
    "The storage has no room left: nothing has changed, and the request can be sent again when it has some.":
      "Le stockage est plein : rien n’a changé, et la requête peut être renvoyée quand il y aura de la place.",
    "The symbol that was sent with the cost; empty when there was none.":
      "Le symbole envoyé avec le prix ; vide s’il n’y en avait pas.",
    "The tags of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new tag. Empty: none.":
      "Les étiquettes de l’événement à la place de toutes les précédentes : des identifiants, des slugs ou des noms, en liste ou en liste à virgules. Un texte qui n’en désigne aucune devient une nouvelle étiquette. Vide : aucune.",
    "The tags, by name.": "Les étiquettes, par nom.",
    "The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. Without it, a new event is in the zone of the site.":
      "Le fuseau horaire de l’événement : un nom IANA tel que Europe/Rome, ou un décalage tel que UTC+5:30. Sans lui, un nouvel événement est dans le fuseau du site.",
    "The time zone: an IANA name or a UTC offset.":
      "Le fuseau horaire : un nom IANA ou un décalage par rapport à UTC.",
    "The title of the event, as plain text or with the HTML that titles may have.":
      "Le titre de l’événement, en texte simple ou avec le HTML admis dans les titres.",
    "The title, as HTML.": "Le titre, en HTML.",
    "The type of its values; absent where there are several.":
      "Le type de ses valeurs ; absent s’il y en a plusieurs.",
    "The venue of the event: its id; or the data of a venue, which is created unless one like it exists. Of several the first one counts. Empty or 0: none.":
      "Le lieu de l’événement : son identifiant, ou les données d’un lieu, qui est créé sauf s’il en existe un semblable. De plusieurs, le premier compte. Vide ou 0 : aucun.",
    "The venue, or an empty list when there is none.": "Le lieu, ou une liste vide s’il n’y en a pas.",
    "The version of OpenAPI: 3.0, 3.1 (whose schemas are JSON Schema 2020-12), or 2.0, which is Swagger.":
      "La version d’OpenAPI : 3.0, 3.1 (dont les schémas sont en JSON Schema 2020-12), ou 2.0, c’est-à-dire Swagger.",
    "The website of the event, as HTML; the public page when none was ever given.":
      "Le site web de l’événement, en HTML ; la page publique si aucun n’a jamais été donné.",
    "The website.": "Le site web.",
    "The year.": "L’année.",
    "Their type.": "Leur type.",
    "There is no such record or page.": "Cette fiche ou cette page n’existe pas.",
    "This document.": "Ce document.",
    "Upload an image": "Envoyer une image",
    "Ways to sign in beside the headers of HTTP: none.":
      "Les façons de s’identifier en plus des en-têtes HTTP : aucune.",
    "What answers under the REST root.": "Ce qui répond sous la racine REST.",
    "What can be done at a path.": "Ce que l’on peut faire sous un chemin.",
    "What can be done, by method.": "Ce que l’on peut faire, par méthode.",
    "What can be done, by path; the variable parts of paths are regular expressions.":
      "Ce que l’on peut faire, par chemin ; les parties variables des chemins sont des expressions régulières.",
    "What else there is to know.": "Ce qu’il y a d’autre à savoir.",
    "What holds without it.": "Ce qui vaut sans lui.",
    "What is seen, for those who do not see it: plain text.":
      "Ce que l’on voit, pour qui ne le voit pas : du texte simple.",
    "What is wrong, for people.": "Ce qui ne va pas, pour les humains.",
    "What it means.": "Ce qu’il signifie.",
    "What it says.": "Ce qu’il dit.",
    "What runs here.": "Ce qui fonctionne ici.",
    "What some of the methods do alike.": "Ce que certaines des méthodes font de la même manière.",
    "What taking part costs, to be shown, as HTML; empty when nothing was said.":
      "Ce que coûte la participation, à afficher, en HTML ; vide si rien n’a été dit.",
    "What taking part costs: a number or a text such as 20$ or Varies, or a list of these. Empty: nothing is said.":
      "Ce que coûte la participation : un nombre ou un texte tel que 20$ ou Varies, ou une liste de ceux-ci. Vide : rien n’est dit.",
    "What the cost of an event was made of.": "Ce dont le prix d’un événement est fait.",
    "What there is to say about it.": "Ce qu’il y a à en dire.",
    "What there is to say about the category, as HTML, which is cleaned.":
      "Ce qu’il y a à dire de la catégorie, en HTML, qui est nettoyé.",
    "What there is to say about the event, as HTML, which is cleaned. Empty: nothing.":
      "Ce qu’il y a à dire de l’événement, en HTML, qui est nettoyé. Vide : rien.",
    "What there is to say about the organizer, as HTML, which is cleaned. Empty: nothing.":
      "Ce qu’il y a à dire de l’organisateur, en HTML, qui est nettoyé. Vide : rien.",
    "What there is to say about the tag, as HTML, which is cleaned.":
      "Ce qu’il y a à dire de l’étiquette, en HTML, qui est nettoyé.",
    "What there is to say about the venue, as HTML, which is cleaned. Empty: nothing.":
      "Ce qu’il y a à dire du lieu, en HTML, qui est nettoyé. Vide : rien.",
    "What there is to say, as HTML with paragraphs.": "Ce qu’il y a à dire, en HTML avec des paragraphes.",
    "What to sort by: id, name (the default), slug, description, count, parent, include (the order of that list) or none. Equals are sorted by id.":
      "Le critère de tri : id, name (par défaut), slug, description, count, parent, include (l’ordre de cette liste) ou none. Les ex æquo sont triés par identifiant.",
    "What went wrong, for people; may change at any time.":
      "Ce qui n’a pas marché, pour les humains ; peut changer à tout moment.",
    "What went wrong: one of the stable codes, for programs.":
      "Ce qui n’a pas marché : l’un des codes stables, pour les programmes.",
    "When it is published, in UTC; instead of date.": "La date de publication, en UTC ; au lieu de date.",
    "When it is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "La date de publication, dans le fuseau horaire du site ; sans elle, maintenant. Une date à venir en fait une fiche programmée.",
    "When it was last changed, in the time zone of the site.":
      "La date de la dernière modification, dans le fuseau horaire du site.",
    "When it was or will be published, in the time zone of the site.":
      "La date de publication, passée ou à venir, dans le fuseau horaire du site.",
    "When the event ends, in its time zone, in the same forms, or how long it lasts: PT90M, P1D. An end before the start counts as the start.":
      "La fin de l’événement, dans son fuseau horaire, sous les mêmes formes, ou sa durée : PT90M, P1D. Une fin avant le début compte comme le début.",
    "When the event is published, in UTC; instead of date.":
      "La date de publication de l’événement, en UTC ; au lieu de date.",
    "When the event is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "La date de publication de l’événement, dans le fuseau horaire du site ; sans elle, maintenant. Une date à venir en fait un événement programmé.",
    "When the event starts, in its time zone: 2031-05-16 20:30:00, or another form of a date. One with an offset is an instant and is converted.":
      "Le début de l’événement, dans son fuseau horaire : 2031-05-16 20:30:00, ou une autre forme de date. Une date avec un décalage est un instant et est convertie.",
    "Where it leads.": "Où il mène.",
    "Whether all dates of the request are exact times (true), those without an offset in UTC, instead of whole days.":
      "Si toutes les dates de la requête sont des heures exactes (true), celles sans décalage étant en UTC, au lieu de jours entiers.",
    "Whether all lists leave the event out.": "Si toutes les listes laissent l’événement de côté.",
    "Whether all lists leave the event out; it can still be read by its id.":
      "Si toutes les listes laissent l’événement de côté ; il reste lisible par son identifiant.",
    "Whether categories that no published event has are left out; false shows them too.":
      "Si les catégories qu’aucun événement publié ne porte sont laissées de côté ; false les montre aussi.",
    "Whether clients show a link to a map of the venue.":
      "Si les clients affichent un lien vers un plan du lieu.",
    "Whether clients show a map of the venue.": "Si les clients affichent un plan du lieu.",
    "Whether events at the venue show a link to a map of it.":
      "Si les événements de ce lieu affichent un lien vers un plan.",
    "Whether events at the venue show a link to a map of it: true or false.":
      "Si les événements de ce lieu affichent un lien vers un plan : true ou false.",
    "Whether events at the venue show a map of it.": "Si les événements de ce lieu affichent un plan.",
    "Whether events at the venue show a map of it: true or false.":
      "Si les événements de ce lieu affichent un plan : true ou false.",
    "Whether it must be sent.": "S’il faut l’envoyer.",
    "Whether tags that no published event has are left out; false shows them too.":
      "Si les étiquettes qu’aucun événement publié ne porte sont laissées de côté ; false les montre aussi.",
    "Whether to answer only what would be (true), with all checks: nothing is stored and no image is fetched; what does not exist yet has no id.":
      "Si seul ce qui serait est répondu (true), avec toutes les vérifications : rien n’est enregistré et aucune image n’est chargée ; ce qui n’existe pas encore n’a pas d’id.",
    "With dry_run: what would be. Where a record does not exist yet, id, global_id and rest_url are null.":
      "Avec dry_run : ce qui serait. Là où une fiche n’existe pas encore, id, global_id et rest_url sont null.",
    "What a write on an occurrence is for: this one, this and all following ones, which become a series of their own, or all of the series.":
      "À quoi s’applique une écriture sur une occurrence : à celle-ci, à celle-ci et à toutes les suivantes, qui deviennent une série à part, ou à toute la série.",
    "Whether the event comes first in the calendar view.":
      "Si l’événement vient en premier dans la vue du calendrier.",
    "Whether and how the event takes place. Without it, a new event does as scheduled.":
      "Si et comment l’événement a lieu. Sans lui, un nouvel événement a lieu comme prévu.",
    "Why the event does not take place as planned, as plain text. Empty: nothing is said.":
      "Pourquoi l’événement n’a pas lieu comme prévu, en texte brut. Vide : rien n’est dit.",
    "When a rescheduled event was to start, in its time zone; without it, the start that it had before. Empty: not known.":
      "Quand un événement reprogrammé devait commencer, dans son fuseau horaire ; sans elle, le début qu’il avait avant. Vide : inconnu.",
    "Whether and how the event takes place.": "Si et comment l’événement a lieu.",
    "Why the event does not take place as planned.": "Pourquoi l’événement n’a pas lieu comme prévu.",
    "Of a rescheduled event: when it was to start, in its time zone.":
      "D’un événement reprogrammé : quand il devait commencer, dans son fuseau horaire.",
    "Whether the event is featured on the site.": "Si l’événement est mis en avant sur le site.",
    "Whether the event lasts whole days.": "Si l’événement dure des journées entières.",
    "Whether the event lasts whole days: from the beginning of the day on which it starts to the end of that on which it ends.":
      "Si l’événement dure des journées entières : du début du jour où il commence à la fin de celui où il finit.",
    "Whether the symbol stands before or after the number; empty when it is not known.":
      "Si le symbole est avant ou après le nombre ; vide si on ne le sait pas.",
    "Whoever may upload reads all images, others those of records that they may read, and their own.":
      "Qui peut ajouter des images les lit toutes ; les autres lisent celles des fiches qu’ils peuvent lire, et les leurs.",
    "Why a request was refused or failed.": "Pourquoi une requête a été refusée ou a échoué.",
    "Width in pixels.": "La largeur en pixels.",
    "Width of the full size in pixels.": "La largeur de la taille réelle en pixels.",
    "`_fields=id,venue.city` keeps only the named members of an answer, also inside lists.":
      "`_fields=id,venue.city` ne garde que les membres nommés d’une réponse, y compris à l’intérieur des listes.",
    "`publish`: everybody can read it. `future`: is published at its date. `draft`: being written. `pending`: waits for review. `private`: for its author and for editors. `trash`: deleted; a new status restores it. Callers who may not publish get `pending` or `draft` instead of the status that they asked for.":
      "`publish` : tout le monde peut la lire. `future` : sera publiée à sa date. `draft` : en cours d’écriture. `pending` : attend une relecture. `private` : pour son auteur et pour les éditeurs. `trash` : supprimée ; un nouveau statut la restaure. L’appelant qui n’a pas le droit de publier obtient `pending` ou `draft` au lieu du statut demandé.",
    "asc, the default, for ascending order; any other text, such as desc, for descending.":
      "asc, par défaut, pour l’ordre croissant ; tout autre texte, tel que desc, pour l’ordre décroissant.",
    "internal_server_error: under which id the log has the details.":
      "internal_server_error : l’identifiant sous lequel le journal contient le détail.",
    "rest_image_in_use: the ids of the records that show the image.":
      "rest_image_in_use : les identifiants des fiches qui montrent l’image.",
    "rest_invalid_json: the number of the problem.": "rest_invalid_json : le numéro du problème.",
    "rest_invalid_json: what cannot be read.": "rest_invalid_json : ce qui est illisible.",
    "rest_invalid_param: the errors behind it that have codes of their own, by parameter.":
      "rest_invalid_param : les erreurs sous-jacentes qui ont leur propre code, par paramètre.",
    "rest_invalid_param: what is wrong, by the name of the parameter. rest_missing_callback_param: the names of the missing ones.":
      "rest_invalid_param : ce qui ne va pas, par nom de paramètre. rest_missing_callback_param : les noms de ceux qui manquent.",
    "term_exists: the id of the category or tag that is in the way.":
      "term_exists : l’identifiant de la catégorie ou de l’étiquette qui fait obstacle.",
    "view or help, which makes no difference here.": "view ou help, ce qui ne fait pas de différence ici.",
    "A record that has changed: as it is now, or that it is gone.":
      "Une fiche qui a changé : telle qu’elle est à présent, ou le fait qu’elle n’est plus là.",
    "All categories.": "Toutes les catégories.",
    "All events.": "Tous les événements.",
    "All organizers.": "Tous les organisateurs.",
    "All tags.": "Toutes les étiquettes.",
    "All venues.": "Tous les lieux.",
    "Each record once; there may be none although has_more is true.":
      "Chaque fiche une seule fois ; il peut n’y en avoir aucune bien que has_more soit vrai.",
    "It is not there for the caller any more, whether it was deleted or hidden.":
      "Elle n’est plus là pour l’appelant, qu’elle ait été supprimée ou masquée.",
    "List what has changed": "Lister ce qui a changé",
    "Only without since: a token that leads through all records, page by page, and then on to what has changed meanwhile.":
      "Seulement sans since : un jeton qui mène à travers toutes les fiches, page par page, puis à ce qui a changé entre-temps.",
    "Only without since: the lists of everything, to be read after this answer.":
      "Seulement sans since : les listes de tout, à lire après cette réponse.",
    "Records as the lists show them to the caller, and those that are gone for them, since a token. Ask on with next_token: at once while has_more is true, then now and then. Tokens are good for the caller who got them.":
      "Les fiches telles que les listes les montrent à l’appelant, et celles qui ne sont plus là pour lui, depuis un jeton. Continuez avec next_token : aussitôt tant que has_more est vrai, puis de temps en temps. Un jeton ne vaut que pour l’appelant qui l’a reçu.",
    "The id of the record.": "L’identifiant de la fiche.",
    "The record as lists show it to the caller; absent where it is gone.":
      "La fiche telle que les listes la montrent à l’appelant ; absente si elle n’est plus là.",
    "The token is older than what is kept, of another calendar, or of a caller with other rights: begin anew.":
      "Le jeton est plus ancien que ce qui est conservé, d’un autre calendrier, ou d’un appelant ayant d’autres droits : il faut recommencer.",
    "The token of an earlier answer: what has changed since then. Without it there are no changes, but tokens to begin with.":
      "Le jeton d’une réponse précédente : ce qui a changé depuis. Sans lui, il n’y a pas de changements, mais des jetons pour commencer.",
    "What has changed since a token.": "Ce qui a changé depuis un jeton.",
    "What has changed. As text/event-stream it goes on: each event changes has such a page as its data and next_token as its id.":
      "Ce qui a changé. En text/event-stream, la suite vient d’elle-même : chaque événement changes a une telle page comme données et next_token comme id.",
    "What it is.": "Ce que c’est.",
    "What to ask with next.": "Avec quoi demander la suite.",
    "Whether there is more already.": "Si la suite est déjà là.",
    "A member that the write has changed.": "Un membre que l’écriture a modifié.",
    "A part of the log.": "Une partie du journal.",
    "A write of one record.": "Une écriture d’une fiche.",
    "Its name in the interface; that of a field of a plugin is plugin.field.":
      "Son nom dans l’interface ; celui d’un champ d’un plugin est plugin.champ.",
    "List who has written what": "Lister qui a écrit quoi",
    "Of an occurrence: the id of its series.": "D’une occurrence : l’identifiant de sa série.",
    "Only what this user has written: their number, as the author of records has it.":
      "Seulement ce que cet utilisateur a écrit : son numéro, comme celui de l’auteur des fiches.",
    "Only writes before this time, on the wall clock of the site.":
      "Seulement les écritures avant ce moment, à l’horloge du site.",
    "Only writes from this time on, on the wall clock of the site.":
      "Seulement les écritures à partir de ce moment, à l’horloge du site.",
    "Only writes of this kind.": "Seulement les écritures de ce type.",
    "Only writes of this record: its kind and id, or the id alone. With a series, those of its occurrences have ids of their own.":
      "Seulement les écritures de cette fiche : son type et son identifiant, ou l’identifiant seul. Les occurrences d’une série ont leurs propres identifiants.",
    "The X-Request-Id of the request.": "Le X-Request-Id de la requête.",
    "The audit log, the newest first, for administrators: each write of a record with who did it, when, and the former values of what it changed.":
      "Le journal d’audit, le plus récent d’abord, pour les administrateurs : chaque écriture d’une fiche avec son auteur, sa date et les anciennes valeurs de ce qu’elle a modifié.",
    "The cursor to ask with next; absent on the last page.":
      "Le cursor à demander ensuite ; absent de la dernière page.",
    "The id of the entry.": "L’identifiant de l’entrée.",
    "The next_cursor of an earlier answer with the same conditions: what comes after it.":
      "Le next_cursor d’une réponse précédente aux mêmes conditions : ce qui vient après.",
    "The plugin that has written it.": "Le plugin qui l’a écrit.",
    "There may be fewer than were asked for, or none, although more follow.":
      "Il peut y en avoir moins que demandé, ou aucune, bien que d’autres suivent.",
    "Values are too long: what is here is their beginning, as a text, or they are left out.":
      "Des valeurs sont trop longues : voici leur début, comme texte, ou elles sont omises.",
    "Values were taken away because they were to be erased.":
      "Des valeurs ont été retirées parce qu’elles devaient être effacées.",
    "What has changed; nothing where the record is new.": "Ce qui a changé ; rien si la fiche est nouvelle.",
    "What it has become; absent where it has no value.":
      "Ce qu’il est devenu ; absent s’il n’a pas de valeur.",
    "What it was; absent where it had no value.": "Ce qu’il était ; absent s’il n’avait pas de valeur.",
    "What the host calls this user, where the users are those of a host.":
      "Comment l’hôte appelle cet utilisateur, si les utilisateurs sont ceux d’un hôte.",
    "What this user is called now; absent where there is no such account.":
      "Comment cet utilisateur s’appelle maintenant ; absent si ce compte n’existe pas.",
    "What was done with it.": "Ce qui en a été fait.",
    "Too many requests, or passwords that were wrong, of this caller: they may try again later.":
      "Trop de requêtes, ou de mots de passe erronés, de cet appelant : il peut réessayer plus tard.",
    "When it was written, in UTC.": "Quand cela a été écrit, en UTC.",
    "Whether more follow.": "Si d’autres suivent.",
    "Who has written it, by the number that authors have; absent where it was no user.":
      "Qui l’a écrit, par le numéro qu’ont les auteurs ; absent si ce n’était pas un utilisateur.",
    "Who has written what, the newest first.": "Qui a écrit quoi, le plus récent d’abord.",
    "An occurrence that is in the trash now.": "Une occurrence qui est maintenant dans la corbeille.",
    "Further starts, or periods START/END; of all-day events dates.":
      "D’autres débuts, ou des périodes START/END ; des dates pour les événements d’une journée entière.",
    "Of a series: the first occurrence that starts now or later, or null when there is none.":
      "D’une série : la première occurrence qui commence maintenant ou plus tard, ou null s’il n’y en a pas.",
    "Of each series only the earliest occurrence that matches all other filters (true), or all of them (false).":
      "De chaque série, seulement la première occurrence qui répond à tous les autres filtres (true), ou toutes (false).",
    "Only in answers of writes: occurrences with changes of their own that no rule wants any more, at most 20.":
      "Seulement dans les réponses aux écritures : occurrences modifiées pour elles-mêmes qu’aucune règle ne prévoit plus, 20 au plus.",
    "Only occurrences of these series: IDs of series or of occurrences of theirs, as an array or a comma list.":
      "Seulement les occurrences de ces séries : ID de séries ou d’occurrences de celles-ci, en tableau ou séparés par des virgules.",
    "The address of the occurrence in this interface.": "L’adresse de l’occurrence dans cette interface.",
    "The id of the occurrence.": "L’identifiant de l’occurrence.",
    "The id of the series.": "L’identifiant de la série.",
    "The recurrence in words.": "La récurrence en mots.",
    "The rules (RRULE of RFC 5545); UNTIL is in UTC, of all-day events a date.":
      "Les règles (RRULE de RFC 5545) ; UNTIL est en UTC, une date pour les événements d’une journée entière.",
    "The start that the recurrence set gives, whatever was changed since, on the wall clock of the series; of all-day events the date.":
      "Le début que donne la récurrence, quoi qu’on ait changé depuis, à l’heure de la série ; la date pour les événements d’une journée entière.",
    "The starts that are left out; of all-day events dates.":
      "Les débuts qui sont omis ; des dates pour les événements d’une journée entière.",
    "When an event takes place again, on its wall clock: only series and occurrences have it.":
      "Quand un événement a lieu de nouveau, à son heure : seules les séries et leurs occurrences l’ont.",
    "Whether the event is a series or an occurrence of one.":
      "Si l’événement est une série ou une occurrence d’une série.",
    "An event that is an occurrence; where none is kept, id, global_id and rest_url are null.":
      "Un événement qui est une occurrence ; là où aucune n’est conservée, id, global_id et rest_url sont null.",
    "As a change of the event that the occurrence is; one that is not kept yet gets its id by it. Needs the right to edit the series.":
      "Comme une modification de l’événement qu’est l’occurrence ; celle qui n’est pas encore conservée reçoit ainsi son identifiant. Il faut le droit de modifier la série.",
    "By start, from start_date to end_date, also far ahead of what lists of events have: those are not kept and have no id. For the id of a series or of one of its occurrences; whoever may read that may read them.":
      "Par début, de start_date à end_date, aussi bien au-delà de ce qu’ont les listes d’événements : celles-là ne sont pas conservées et n’ont pas d’identifiant. Pour l’identifiant d’une série ou d’une de ses occurrences ; qui peut la lire peut les lire.",
    "By the start that the recurrence set gives it. Whoever may read the series may read it.":
      "Par le début que lui donne la récurrence. Qui peut lire la série peut la lire.",
    "Change an occurrence": "Modifier une occurrence",
    "Delete an occurrence": "Supprimer une occurrence",
    "List the occurrences of a series": "Lister les occurrences d’une série",
    "Read an occurrence": "Lire une occurrence",
    "Moves the occurrence to the trash: the series leaves it out. Answers with it. Needs the right to delete the series.":
      "Met l’occurrence à la corbeille : la série l’omet. La donne en réponse. Il faut le droit de supprimer la série.",
    "RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.":
      "Des RRULE, comme FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.",
    "Starts that are left out (EXDATE).": "Débuts qui sont omis (EXDATE).",
    "Starts, or periods START/END or START/DURATION (RDATE).":
      "Des débuts, ou des périodes START/END ou START/DURATION (RDATE).",
    "The start that the recurrence set gives the occurrence, on the wall clock of the series; a T may stand for the blank. Of all-day events the date.":
      "Le début que la récurrence donne à l’occurrence, à l’heure de la série ; un T peut remplacer l’espace. La date pour les événements d’une journée entière.",
    "When the event takes place again: rules are RRULEs of RFC 5545, dates are further starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts that are left out; each a text or a list of texts, on the clock of the event. All three are replaced; all empty: the event does not recur.":
      "Quand l’événement a lieu de nouveau : rules sont des RRULE de la RFC 5545, dates d’autres débuts ou des périodes comme 2031-05-06 19:00:00/PT2H, except des débuts qui sont omis ; chacun un texte ou une liste de textes, à l’heure de l’événement. Les trois sont remplacés ; tous vides : l’événement ne se répète pas.",
  },
};
