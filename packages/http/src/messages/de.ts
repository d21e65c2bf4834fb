import type { Translation } from "./catalogue.ts";

export const de: Translation = {
  free: "Kostenlos",
  asJson: "Als JSON: {address}",
  explanations: {
    "done-and-gone":
      "Diese Anfrage wurde schon ausgeführt; ihre Antwort oder was sie erstellt hat, gibt es nicht mehr. Senden Sie einen neuen Idempotency-Key, um sie noch einmal auszuführen.",
    "no-issuing":
      "Sie sind mit einem Schlüssel oder Token angemeldet, mit dem sich keine Zugangsdaten, Webhooks und Kalenderabonnements erstellen oder ändern lassen. Melden Sie sich mit einem Anwendungspasswort an.",
  },
  errors: {
    rest_no_route: "Unter dieser Adresse gibt es für diese Methode nichts.",
    rest_invalid_json: "Der Inhalt der Anfrage ist nicht lesbar: {detail}.",
    rest_missing_callback_param: "Fehlende Parameter: {names}",
    rest_invalid_param: "Ungültiger Wert: {names}",
    rest_invalid_type: "Der Wert hat den falschen Typ.",
    rest_forbidden: "Das dürfen Sie nicht.",
    rest_cannot_edit_others: "Sie dürfen niemand anderen als Autor eintragen.",
    rest_invalid_namespace: "Diesen Namensraum gibt es nicht.",
    rest_body_too_large: "Der Inhalt der Anfrage ist größer als {limit} Bytes.",
    rest_unsupported_media_type:
      "Ein Inhalt dieser Art oder in dieser Kompression wird hier nicht angenommen; Antworten eines Stapels sind immer JSON.",
    rest_too_many_requests: "Zu viele Anfragen: Bitte versuchen Sie es in {seconds} Sekunden noch einmal.",
    rest_malformed_request: "Das ist keine lesbare HTTP-Anfrage.",
    rest_request_timeout: "Die Anfrage kam nicht rechtzeitig an.",
    rest_headers_too_large: "Adresse und Kopfzeilen der Anfrage sind zu lang.",
    rest_storage_unavailable:
      "Der Kalender kann das im Augenblick nicht beantworten. Bitte versuchen Sie es in einigen Sekunden noch einmal.",
    rest_storage_full:
      "Der Kalender hat keinen Platz mehr, um das zu speichern. Bitte versuchen Sie es später noch einmal.",
    rest_failed_dependency:
      "Eine andere Anfrage des Stapels ist fehlgeschlagen, daher wurde diese rückgängig gemacht oder gar nicht ausgeführt.",
    rest_idempotency_conflict:
      "Eine andere Anfrage mit diesem Idempotency-Key läuft noch. Bitte in ein paar Sekunden noch einmal versuchen.",
    rest_idempotency_mismatch:
      "Mit diesem Idempotency-Key wurde schon etwas anderes gesendet: Jede Anfrage braucht einen eigenen.",
    rest_precondition_failed: "Der Eintrag wurde inzwischen geändert: Bitte neu lesen.",
    rest_precondition_required:
      "If-Match muss sagen, welche Fassung des Eintrags gemeint ist: mit dem ETag der letzten Antwort.",
    rest_limit_reached:
      "Es gibt schon {maximum}. Entfernen Sie einen Eintrag, bevor Sie einen weiteren erstellen.",
    rest_image_in_use: "Das Bild wird noch von anderen Einträgen gezeigt.",
    rest_image_refused: "Das Bild wurde abgelehnt.",
    rest_token_expired:
      "Das Token ist zu alt oder gehört nicht zu diesem Aufrufer und diesem Kalender: Von vorne beginnen.",
    rest_term_invalid: "Diesen Begriff gibt es nicht.",
    rest_taxonomy_not_hierarchical: "Begriffe dieser Art haben keinen übergeordneten Begriff.",
    term_exists: "Einen Begriff dieses Namens gibt es schon.",
    duplicate_term_slug: "Dieser Slug gehört schon einem anderen Begriff.",
    empty_term_name: "Der Name ist leer.",
    missing_parent: "Diesen übergeordneten Begriff gibt es nicht.",
    invalid_username: "Diesen Benutzer gibt es nicht.",
    incorrect_password: "Das Passwort ist falsch.",
    "rest-event-not-found": "Es gibt keine Veranstaltung mit dieser ID.",
    "rest-invalid-event-id": "Diese ID gehört nicht zu einer Veranstaltung.",
    "event-no-longer-available": "Die Veranstaltung liegt im Papierkorb.",
    "event-not-accessible": "Sie dürfen diese Veranstaltung nicht lesen.",
    "event-is-in-trash": "Die Veranstaltung liegt schon im Papierkorb.",
    "event-archive-page-not-found": "Diese Seite der Liste enthält keine Veranstaltungen.",
    "event-tickets-not-active": "Eintrittskarten gibt es hier nicht.",
    "venue-not-accessible": "Sie dürfen diesen Veranstaltungsort nicht lesen.",
    "organizer-not-accessible": "Sie dürfen diesen Veranstalter nicht lesen.",
    "venue-is-in-trash": "Der Veranstaltungsort liegt schon im Papierkorb.",
    "organizer-is-in-trash": "Der Veranstalter liegt schon im Papierkorb.",
    "could-not-create-venue": "Die Angaben reichen nicht für einen Veranstaltungsort.",
    "could-not-create-organizer": "Die Angaben reichen nicht für einen Veranstalter.",
    "venue-archive-page-not-found": "Diese Seite der Liste enthält keine Veranstaltungsorte.",
    "organizer-archive-page-not-found": "Diese Seite der Liste enthält keine Veranstalter.",
    internal_server_error: "Hier ist etwas schiefgegangen. Einzelheiten stehen im Protokoll unter {request}.",
  },
  problems: {
    "not-acceptable": "Nicht zulässig.",
    "not-a-boolean": "Muss ein Wahrheitswert sein.",
    "not-an-integer": "Muss eine ganze Zahl sein.",
    "not-a-number": "Muss eine Zahl sein.",
    "not-a-string": "Muss ein Text sein.",
    "not-a-positive-integer": "Muss eine ganze Zahl ab 1 sein.",
    "not-positive-integers": "Muss eine Liste ganzer Zahlen ab 1 sein.",
    "not-a-recurrence":
      "Muss aus Zeilen RRULE, RDATE und EXDATE bestehen, ohne DTSTART und EXRULE, oder ein Objekt sein wie {example}.",
    "not-a-date": "Ist keine verständliche Angabe von Datum und Uhrzeit.",
    "not-a-time-zone": "Ist weder eine Zeitzone noch ein UTC-Versatz.",
    "not-a-url": "Ist keine absolute URL.",
    "not-a-scalar": "Muss ein einzelner Wert sein, keine Liste und kein Objekt.",
    empty: "Darf nicht leer sein.",
    "too-long": "Darf höchstens {maximum} Zeichen haben.",
    "too-short": "Muss mindestens {minimum} Zeichen haben.",
    "too-few": "Muss mindestens {minimum} Einträge haben.",
    "too-many": "Darf höchstens {maximum} Einträge haben.",
    "too-low": "Muss mindestens {minimum} sein.",
    "too-high": "Darf höchstens {maximum} sein.",
    "not-one-of": "Muss eines von diesen sein: {names}.",
    "out-of-range": "Muss zwischen {minimum} und {maximum} liegen.",
    "named-keys": "Muss eine Liste ohne benannte Schlüssel sein.",
    "not-a-key": "Muss 1 bis 255 sichtbare ASCII-Zeichen haben.",
    "not-atomic": "Kann nicht Teil eines unteilbaren Stapels sein.",
    "too-many-occurrences":
      "Damit liest oder schreibt der unteilbare Stapel mehr Termine, als er darf: {maximum}.",
    "key-with-content": "Inhalte dieser Art können nicht mit einem Schlüssel gesendet werden.",
    unpaired: "Muss zusammen mit {other} gesendet werden.",
    "unknown-user": "Diesen Benutzer gibt es nicht.",
    "unknown-status": "Diesen Status gibt es nicht.",
    "forbidden-status": "Nach diesem Status dürfen Sie nicht fragen.",
    "forbidden-transition": "Ein Eintrag darf nicht von {from} zu {to} wechseln.",
    "unknown-event": "Diese Veranstaltung gibt es nicht.",
    "unknown-venue": "Diesen Veranstaltungsort gibt es nicht.",
    "unknown-organizer": "Diesen Veranstalter gibt es nicht.",
    "unknown-category": "Diese Kategorie gibt es nicht.",
    "unknown-tag": "Dieses Schlagwort gibt es nicht.",
    "unknown-slug": "Zu diesem Slug gibt es nichts.",
    "unknown-image": "Dieses Bild gibt es nicht.",
    "image-unreachable": "Von dieser Adresse lässt sich das Bild nicht abrufen.",
    "forbidden-address":
      "Bilder werden über HTTP oder HTTPS und nie von HTTPS zurück zu HTTP abgerufen, an den Ports 80, 443 und 8080, ohne Benutzer in der Adresse.",
    "image-host-unknown":
      "Das Bild lässt sich nicht abrufen: Der Host der Adresse ist unbekannt oder nicht im öffentlichen Internet.",
    "image-host-silent": "Das Bild lässt sich nicht abrufen: Sein Host antwortet nicht.",
    "image-host-insecure":
      "Das Bild lässt sich nicht abrufen: Die sichere Verbindung zu seinem Host scheitert, vielleicht an dessen Zertifikat.",
    "image-wrong-status":
      "Das Bild lässt sich nicht abrufen: Sein Host antwortet mit dem Status {status}, nicht 200.",
    "image-wrong-answer":
      "Das Bild lässt sich nicht abrufen: Die Antwort seines Hosts ist ungültig oder bricht ab.",
    "dry-run-in-transaction": "In einer Transaktion lässt sich nichts ausprobieren.",
    "image-in-transaction":
      "Das Bild ist noch nicht gespeichert: In einer Transaktion gehen nur gespeicherte.",
    "image-too-slow": "Das Bild lässt sich nicht abrufen: Das dauert zu lange.",
    "too-many-redirects": "Das Bild lässt sich nicht abrufen: Die Adresse leitet zu oft weiter.",
    "image-too-large": "Das Bild ist größer als {maximum} Bytes.",
    "image-too-many-pixels":
      "Das Bild hat zu viele Pixel oder Einzelbilder: höchstens {maximum} Pixel, weniger bei Typen, die mehr Speicher brauchen.",
    "image-profile-too-large": "Das Farbprofil des Bildes ist zu groß.",
    "not-an-image": "Ist kein Bild vom Typ JPEG, PNG, GIF, WebP oder AVIF.",
    "image-damaged": "Das Bild lässt sich nicht dekodieren.",
    "no-image-decoder": "Dieser Kalender nimmt keine Bilder an: Was sie dekodiert, ist nicht installiert.",
    "upload-not-allowed": "Sie dürfen keine Bilder hinzufügen.",
    "no-file": "Nimmt keine Datei an.",
    "tickets-not-active": "Eintrittskarten gibt es hier nicht.",
    missing: "Fehlt.",
    "invalid-text": "Enthält Zeichen, die kein Text sind.",
    "too-deep": "Ist zu tief verschachtelt: höchstens {maximum} Ebenen.",
    "end-before-start": "Liegt vor dem Beginn.",
    "impossible-date": "Ist ein Datum oder eine Uhrzeit, die es nicht gibt.",
    "skipped-time": "Ist eine Uhrzeit, die die Sommerzeit überspringt.",
    "not-rescheduled": "Gehört zu verlegten Veranstaltungen, und diese ist keine.",
    "whole-day": "Hat eine Uhrzeit, aber die Veranstaltung dauert ganze Tage.",
    "reduced-status": "Sie dürfen diesen Status nicht vergeben.",
    "status-by-date": "Passt nicht zum Datum der Veröffentlichung.",
    "slug-normalized": "Ist nicht wie ein Slug geschrieben.",
    "slug-taken": "Ein anderer Eintrag hat diesen Slug.",
    "slug-withheld": "Vor der Prüfung gibt es keinen Slug.",
    "html-cleaned": "Enthält HTML, das nicht erhalten bleibt.",
    "text-cleaned": "Enthält Auszeichnungen oder Zeichen, die nicht erhalten bleiben.",
    "negative-cost": "Darf nicht negativ sein.",
    "not-true-or-false": "Ist weder wahr noch falsch.",
    "circular-parent": "Die übergeordnete Kategorie ist diese selbst oder liegt unter ihr.",
    "first-of-several": "Darf nur einer sein.",
    "linked-by-id": "Wird von einer Veranstaltung, die den Eintrag mit seiner ID nennt, nicht geändert.",
    "record-reused": "Es gibt schon einen Eintrag dieses Namens; er behält, was er hat.",
    "image-not-fetched": "Das Bild konnte nicht geholt werden.",
    amended: "Wird nicht so gespeichert, wie es gesendet wurde: Dieser Kalender ändert es.",
    "occurrences-trashed": "Termine mit eigenen Änderungen kommen nicht mehr vor und liegen im Papierkorb.",
    "unknown-parameter": "Diesen Parameter gibt es nicht.",
    "misspelled-parameter": "Diesen Parameter gibt es nicht; ist {name} gemeint?",
    "no-effect": "Hat hier keine Wirkung.",
    "scope-this": "Das kann nur die ganze Serie haben: mit scope=following oder scope=all schreiben.",
    "unwanted-occurrence":
      "Die Serie findet dann nicht statt: den Beginn aus recurrence.except nehmen oder in recurrence.dates aufnehmen.",
    "too-much-markup":
      "Hat zu viele Auszeichnungen: Alle Texte einer Anfrage zusammen dürfen {maximum} Tags haben.",
    "rule-unknown-part": "Enthält den Teil {part}, den RFC 5545 nicht kennt.",
    "rule-repeated-part": "Enthält den Teil {part} mehr als einmal.",
    "rule-without-frequency": "Ist keine Regel: FREQ fehlt.",
    "rule-bad-value": "{value} ist kein Wert von {part}.",
    "rule-clash": "{part} ist zusammen mit {other} nicht möglich.",
    "rule-skip-alone": "SKIP braucht RSCALE neben sich (RFC 7529), etwa RSCALE=GREGORIAN.",
    "rule-ends-early": "Endet am {until}, vor dem ersten Beginn.",
    "rule-too-costly":
      "Ist zu aufwendig zu berechnen: Bitte die Veranstaltung später beginnen lassen oder weniger Regeln, weniger Werte oder größere Schritte angeben.",
    "first-start-misfit": "Der erste Beginn passt nicht: der nächste, der passt, ist {next}.",
    "date-before-first": "Liegt vor dem ersten Beginn, {first}.",
    "recurrence-never": "Findet in den 100 Jahren nach dem ersten Beginn nicht statt.",
    "recurrence-excepted": "Die Ausnahmen lassen keinen Termin übrig.",
    "recurrence-too-many": "Hat mehr als {maximum} Termine bis {until}.",
    "recurrence-too-dense":
      "Zwischen zwei Terminen muss mindestens eine Stunde liegen: {start} beginnt zu bald nach dem vorigen.",
    "split-misfit":
      "{rule} lässt sich nicht ab {start} fortsetzen: bitte die Serie an einem Beginn dieser Regel teilen.",
  },
  descriptions: {
    "Data as they are sent to create a venue, or an id.":
      "Angaben, wie sie zum Anlegen eines Veranstaltungsorts gesendet werden, oder eine ID.",
    "Data as they are sent to create an organizer, or an id.":
      "Angaben, wie sie zum Anlegen eines Veranstalters gesendet werden, oder eine ID.",
    "## Caching": "## Caching",
    "## Dates and time zones": "## Daten und Zeitzonen",
    "## Errors": "## Fehler",
    "## Ids": "## IDs",
    "## Images": "## Bilder",
    "## Languages": "## Sprachen",
    "## Lists": "## Listen",
    "## Requests": "## Anfragen",
    "## Signing in": "## Anmeldung",
    "## Statuses": "## Status",
    "A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB.":
      "Ein JPEG, PNG, GIF, WebP oder AVIF von höchstens 10 MiB.",
    "A calendar of events.": "Ein Veranstaltungskalender.",
    "A category or a tag as it stands inside an event.":
      "Eine Kategorie oder ein Schlagwort, wie es in einer Veranstaltung steht.",
    "A category or a tag.": "Eine Kategorie oder ein Schlagwort.",
    "A field.": "Ein Feld.",
    "A link.": "Ein Link.",
    "A page of a list, with links to its neighbours that keep all filters.":
      "Eine Seite einer Liste, mit Links zu ihren Nachbarn, die alle Filter behalten.",
    "A page of the list.": "Eine Seite der Liste.",
    "A parameter.": "Ein Parameter.",
    "A short description of the event, as HTML, which is cleaned. Empty: none.":
      "Eine kurze Beschreibung der Veranstaltung als HTML, das bereinigt wird. Leer: keine.",
    "A short description, as HTML with paragraphs.": "Eine kurze Beschreibung, als HTML mit Absätzen.",
    "A stable code.": "Ein fester Code.",
    "A venue. What is empty is absent.": "Ein Veranstaltungsort. Was leer ist, fehlt.",
    "Addresses in this interface.": "Adressen in dieser Schnittstelle.",
    "Something else was sent before with the same Idempotency-Key.":
      "Mit demselben Idempotency-Key wurde vorher etwas anderes gesendet.",
    "Another request with the same Idempotency-Key is still under way.":
      "Eine andere Anfrage mit demselben Idempotency-Key läuft noch.",
    "Names the request: sent again with the same key within 24 hours, it is not done again, but answered as before.":
      "Benennt die Anfrage: Wird sie innerhalb von 24 Stunden mit demselben Schlüssel noch einmal gesendet, wird sie nicht noch einmal ausgeführt, sondern wie zuvor beantwortet.",
    "The request was answered before; absent: it was done now.":
      "Die Anfrage wurde schon einmal beantwortet; fehlt er, wurde sie jetzt ausgeführt.",
    "At least one has failed.": "Wenigstens eine ist fehlgeschlagen.",
    "All have succeeded.": "Alle sind gelungen.",
    "What the requests of a batch are answered.": "Was die Anfragen eines Stapels geantwortet bekommen.",
    "What one request of a batch is answered.": "Was eine Anfrage eines Stapels geantwortet bekommt.",
    "The status that it would have by itself.": "Der Status, den sie allein hätte.",
    "The JSON of the answer.": "Das JSON der Antwort.",
    "Below the namespace, with its query.": "Unterhalb des Namensraums, mit ihrer Abfrage.",
    "Do several requests at once": "Mehrere Anfragen auf einmal ausführen",
    "Each request is done in its order as if it came by itself, as the caller of the batch. With atomic all are done or none: the first one that fails undoes all.":
      "Jede Anfrage wird der Reihe nach ausgeführt, als käme sie allein, als der Aufrufer des Stapels. Mit atomic alle oder keine: Die erste, die fehlschlägt, macht alle rückgängig.",
    "In the order of the requests.": "In der Reihenfolge der Anfragen.",
    "Its headers, by their names in lower case.": "Die Kopfzeilen, nach ihren Namen in Kleinbuchstaben.",
    "After how many seconds it is worth to ask again.":
      "Nach wie vielen Sekunden es sich lohnt, noch einmal zu fragen.",
    "All events as a file": "Alle Veranstaltungen als Datei",
    "Always 0.": "Immer 0.",
    "Always empty.": "Immer leer.",
    "Always raw.": "Immer raw.",
    "An API token, or a JWT.": "Ein Token der Schnittstelle oder ein JWT.",
    "An event as a file": "Eine Veranstaltung als Datei",
    "An event. Every member is always present, whether it is empty or not, but for json_ld and what only some events have.":
      "Eine Veranstaltung. Jedes Mitglied ist immer da, ob leer oder nicht, außer json_ld und dem, was nur manche Veranstaltungen haben.",
    "An image. What is not known of it is absent.": "Ein Bild. Was davon nicht bekannt ist, fehlt.",
    "An organizer. What is empty is absent.": "Ein Veranstalter. Was leer ist, fehlt.",
    "Answers give dates as `YYYY-MM-DD HH:MM:SS`: `start_date` and `end_date` on the clock of the event's own time zone, the members with `utc` in their names in UTC, publication dates on the clock of the site. Requests may also use `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (English words) or a Unix time in seconds; what has an offset is an instant and is converted. A time zone is an IANA name such as `Europe/Rome` or an offset such as `UTC+5:30`.":
      "Antworten geben Daten als `YYYY-MM-DD HH:MM:SS` an: `start_date` und `end_date` in der Zeitzone der Veranstaltung, die Mitglieder mit `utc` im Namen in UTC, Veröffentlichungsdaten in der Zone der Website. Anfragen können auch `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (englische Wörter) oder eine Unixzeit in Sekunden verwenden; was einen Versatz hat, ist ein Zeitpunkt und wird umgerechnet. Eine Zeitzone ist ein IANA-Name wie `Europe/Rome` oder ein Versatz wie `UTC+5:30`.",
    "By name, unless orderby says otherwise. A page beyond the last one is empty.":
      "Nach Namen, wenn orderby nichts anderes sagt. Eine Seite nach der letzten ist leer.",
    "Change a category": "Eine Kategorie ändern",
    "Change a tag": "Ein Schlagwort ändern",
    "Change a venue": "Einen Veranstaltungsort ändern",
    "Change an event": "Eine Veranstaltung ändern",
    "Change an organizer": "Einen Veranstalter ändern",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this event. A status takes it out of the trash.":
      "Ändert, was gesendet wird, und lässt das Übrige, wie es ist. Erfordert das Recht, diese Veranstaltung zu bearbeiten. Ein Status holt sie aus dem Papierkorb.",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this record.":
      "Ändert, was gesendet wird, und lässt das Übrige, wie es ist. Erfordert das Recht, diesen Eintrag zu bearbeiten.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage categories: authors have it.":
      "Ändert, was gesendet wird, und lässt das Übrige, wie es ist. Erfordert das Recht, Kategorien zu verwalten: Autoren haben es.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage tags: editors have it.":
      "Ändert, was gesendet wird, und lässt das Übrige, wie es ist. Erfordert das Recht, Schlagwörter zu verwalten: Redakteure haben es.",
    "Changes with the body; If-None-Match with it is answered 304 as long as it holds.":
      "Ändert sich mit dem Inhalt; mit ihm als If-None-Match lautet die Antwort 304, solange er gilt.",
    "Create a category": "Eine Kategorie anlegen",
    "Create a tag": "Ein Schlagwort anlegen",
    "Create a venue": "Einen Veranstaltungsort anlegen",
    "Create an event": "Eine Veranstaltung anlegen",
    "Create an organizer": "Einen Veranstalter anlegen",
    "Delete a category": "Eine Kategorie löschen",
    "Delete a tag": "Ein Schlagwort löschen",
    "Delete a venue": "Einen Veranstaltungsort löschen",
    "Delete an event": "Eine Veranstaltung löschen",
    "Delete an image": "Ein Bild löschen",
    "Delete an organizer": "Einen Veranstalter löschen",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage categories: authors have it.":
      "Löscht sie endgültig, nimmt sie von allen Veranstaltungen und gibt sie als Antwort. Erfordert das Recht, Kategorien zu verwalten: Autoren haben es.",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage tags: editors have it.":
      "Löscht es endgültig, nimmt es von allen Veranstaltungen und gibt es als Antwort. Erfordert das Recht, Schlagwörter zu verwalten: Redakteure haben es.",
    "Deletes the image with its files and answers with it. Own images need the right to delete, others the right to delete what others wrote. While a record shows it, also one in the trash, it stays: data.records names those that the caller may know of.":
      "Löscht das Bild mit seinen Dateien und gibt es als Antwort. Eigene Bilder erfordern das Recht zu löschen, andere das Recht, zu löschen, was andere geschrieben haben. Solange ein Eintrag es zeigt, auch einer im Papierkorb, bleibt es: data.records nennt diejenigen, von denen der Aufrufer wissen darf.",
    "Events with their venues, organizers, categories and tags.":
      "Veranstaltungen mit ihren Veranstaltungsorten, Veranstaltern, Kategorien und Schlagwörtern.",
    "Events, venues and organizers show an image: `image` names it by its id, or by an address from which it is fetched once, or is its file in a multipart form. Uploads on their own go to `/images`. Everybody can read the files, at the addresses in `url` and `sizes` of an image: they never change, and can be read in parts (`Range`).":
      "Veranstaltungen, Veranstaltungsorte und Veranstalter zeigen ein Bild: `image` nennt es durch seine ID oder durch eine Adresse, von der es einmal abgerufen wird, oder ist seine Datei in einem Multipart-Formular. Einzeln hochgeladen wird an `/images`. Die Dateien kann jeder lesen, an den Adressen in `url` und `sizes` eines Bildes: Sie ändern sich nie und lassen sich auch in Teilen lesen (`Range`).",
    "Every answer to GET has an `ETag`; sent back in `If-None-Match`, it saves the body as long as nothing has changed (304).":
      "Jede Antwort auf GET hat ein `ETag`; in `If-None-Match` zurückgesendet, erspart es den Inhalt, solange sich nichts geändert hat (304).",
    "Every error has a status, a stable `code` for programs and a `message` for people, which may change. `data.params` names the parameters in question. A request that is refused has changed nothing. Each operation lists its codes; an address that is none, or a method that it does not have, is answered with 404 `rest_no_route`.":
      "Jeder Fehler hat einen Statuscode, einen festen `code` für Programme und eine `message` für Menschen, die sich ändern kann. `data.params` nennt die betroffenen Parameter. Eine abgelehnte Anfrage hat nichts geändert. Jede Operation führt ihre Codes auf; eine Adresse, die es nicht gibt, oder eine Methode, die sie nicht hat, wird mit 404 `rest_no_route` beantwortet.",
    "Everybody may read it.": "Alle dürfen es lesen.",
    "Everybody may read published events; others need the rights to see them.":
      "Veröffentlichte Veranstaltungen dürfen alle lesen; für andere braucht es das Recht, sie zu sehen.",
    "Everybody may read published records; others need the rights to see them.":
      "Veröffentlichte Einträge dürfen alle lesen; für andere braucht es das Recht, sie zu sehen.",
    "Everybody sees published events, signed-in callers also others that they may read. By start; without dates, those from yesterday to 24 months ahead. Hidden events are never listed.":
      "Alle sehen veröffentlichte Veranstaltungen, wer angemeldet ist, auch andere, die er lesen darf. Nach Beginn; ohne Daten die von gestern bis in 24 Monaten. Verborgene Veranstaltungen stehen nie in Listen.",
    "Everybody sees published records, signed-in callers also others that they may read. The newest publication comes first.":
      "Alle sehen veröffentlichte Einträge, wer angemeldet ist, auch andere, die er lesen darf. Die neueste Veröffentlichung kommt zuerst.",
    "Further fields by name, or an empty list when there are none.":
      "Weitere Felder nach Namen, oder eine leere Liste, wenn es keine gibt.",
    "Height in pixels.": "Höhe in Pixeln.",
    "Height of the full size in pixels.": "Höhe der vollen Größe in Pixeln.",
    "How it is called.": "Wie es heißt.",
    "How many pages that makes.": "Wie viele Seiten das ergibt.",
    "How many pages that makes; 0 when nothing matches.":
      "Wie viele Seiten das ergibt; 0, wenn nichts passt.",
    "How many published, listed events have it.":
      "Wie viele veröffentlichte, gelistete Veranstaltungen es haben.",
    "How many records a page holds, from 1. Numbers above the maximum are reduced to it, without an error.":
      "Wie viele Einträge eine Seite hat, ab 1. Zahlen über dem Höchstwert werden ohne Fehler auf ihn verringert.",
    "How many records match that the caller may see, on all pages together.":
      "Wie viele passende Einträge der Aufrufer sehen darf, auf allen Seiten zusammen.",
    "How many records match, on all pages together.": "Wie viele Einträge passen, auf allen Seiten zusammen.",
    "Ids are positive whole numbers. Events, venues, organizers and images share one sequence, categories and tags another; none is used twice. Events, venues and organizers can be named by their slug as well.":
      "IDs sind positive ganze Zahlen. Veranstaltungen, Veranstaltungsorte, Veranstalter und Bilder teilen sich eine Folge, Kategorien und Schlagwörter eine andere; keine wird zweimal vergeben. Veranstaltungen, Veranstaltungsorte und Veranstalter können auch mit ihrem Slug bezeichnet werden.",
    "Its status. Without it, a new one is published, or a draft where the caller may not publish.":
      "Der Status. Ohne ihn wird ein neuer Eintrag veröffentlicht oder, wenn der Aufrufer nicht veröffentlichen darf, ein Entwurf.",
    "Latitude in degrees.": "Geografische Breite in Grad.",
    "Latitude in degrees; sent together with geo_lng. Empty: the position is unknown.":
      "Geografische Breite in Grad; zusammen mit geo_lng zu senden. Leer: Die Position ist unbekannt.",
    "Latitude to search around, in degrees, together with geoloc_lng. Needs the premium geolocation plugin.":
      "Geografische Breite in Grad, um die herum gesucht wird, zusammen mit geoloc_lng. Benötigt das Premium-Plugin für Geolokalisierung.",
    "Leaves these categories out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Lässt diese Kategorien aus: ein Array oder eine Kommaliste von IDs oder Slugs, wenn nicht auch include gesendet wird.",
    "Leaves these tags out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Lässt diese Schlagwörter aus: ein Array oder eine Kommaliste von IDs oder Slugs, wenn nicht auch include gesendet wird.",
    "Links.": "Links.",
    "List all paths with their parameters": "Alle Pfade mit ihren Parametern auflisten",
    "List categories": "Kategorien auflisten",
    "List events": "Veranstaltungen auflisten",
    "List images": "Bilder auflisten",
    "List organizers": "Veranstalter auflisten",
    "List tags": "Schlagwörter auflisten",
    "List venues": "Veranstaltungsorte auflisten",
    "Lists come in pages, with the number of all records and links to the next and the previous page that keep every filter. Filters narrow together; several values of one filter mean any of them.":
      "Listen kommen seitenweise, mit der Zahl aller Einträge und Links zur nächsten und zur vorigen Seite, die alle Filter behalten. Filter grenzen gemeinsam ein; mehrere Werte eines Filters bedeuten irgendeinen davon.",
    "Longitude in degrees.": "Geografische Länge in Grad.",
    "Longitude in degrees; sent together with geo_lat. Empty: the position is unknown.":
      "Geografische Länge in Grad; zusammen mit geo_lat zu senden. Leer: Die Position ist unbekannt.",
    "Longitude to search around, in degrees, together with geoloc_lat. Needs the premium geolocation plugin.":
      "Geografische Länge in Grad, um die herum gesucht wird, zusammen mit geoloc_lat. Benötigt das Premium-Plugin für Geolokalisierung.",
    "Messages are in the language that `Accept-Language` asks for, as far as it is spoken here, descriptions in that of the site. A site may have addresses for further languages, such as `/fr/wp-json`: there both are in that language. Codes, names and data are the same in all of them.":
      "Meldungen sind in der Sprache, nach der `Accept-Language` fragt, soweit sie hier gesprochen wird, Beschreibungen in der des Kalenders. Ein Kalender kann Adressen für weitere Sprachen haben, etwa `/fr/wp-json`: Dort ist beides in dieser Sprache. Codes, Namen und Daten sind in allen dieselben.",
    "Methods of HTTP.": "Methoden von HTTP.",
    "More about it.": "Mehr dazu.",
    "More about the type.": "Mehr zum Typ.",
    "Moves the event to the trash and answers with it. Needs the right to delete this event.":
      "Legt die Veranstaltung in den Papierkorb und gibt sie als Antwort. Erfordert das Recht, diese Veranstaltung zu löschen.",
    "Moves the record to the trash, takes it off all events and answers with it. Needs the right to delete this record.":
      "Legt den Eintrag in den Papierkorb, nimmt ihn von allen Veranstaltungen und gibt ihn als Antwort. Erfordert das Recht, diesen Eintrag zu löschen.",
    "Name and application password.": "Name und Anwendungspasswort.",
    "Names of members to keep of the answer, as a comma list; dots lead into members: id,venue.city.":
      "Namen der Mitglieder, die von der Antwort bleiben sollen, als Kommaliste; Punkte führen in Mitglieder hinein: id,venue.city.",
    "Names of parameters that were not stored as they were sent, percent-encoded, as a comma list of at most 20; absent when all were. A request with `Prefer: handling=strict` is refused instead, with the reason for each.":
      "Namen von Parametern, die nicht so gespeichert wurden, wie sie gesendet waren, prozentkodiert, als Kommaliste von höchstens 20; fehlt, wenn alle es wurden. Eine Anfrage mit `Prefer: handling=strict` wird stattdessen abgelehnt, mit dem Grund für jeden.",
    "Only events that start on this day or earlier, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Nur Veranstaltungen, die an diesem Tag oder früher beginnen, nach ihrer eigenen Uhr; ohne Angabe, wann immer sie beginnen. Ganze Tage zählen, und Wörter wie tomorrow gelten in UTC; strict_dates macht einen genauen Zeitpunkt daraus.",
    "Only events that start on this day or later, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Nur Veranstaltungen, die an diesem Tag oder später beginnen, nach ihrer eigenen Uhr; ohne Angabe, wann immer sie beginnen. Ganze Tage zählen, und Wörter wie tomorrow gelten in UTC; strict_dates macht einen genauen Zeitpunkt daraus.",
    "The ETag of the record as it was read, or several: when it has been written since, the request is refused. * stands for any. Required where the calendar is set up so.":
      "Das ETag des Eintrags, wie er gelesen wurde, oder mehrere: Wurde er seither geschrieben, wird die Anfrage abgelehnt. * steht für jedes. Nötig, wo der Kalender so eingerichtet ist.",
    "The events at a venue as a file": "Die Veranstaltungen an einem Veranstaltungsort als Datei",
    "The events in a category as a file": "Die Veranstaltungen einer Kategorie als Datei",
    "The events of an organizer as a file": "Die Veranstaltungen eines Veranstalters als Datei",
    "The events with a tag as a file": "Die Veranstaltungen mit einem Schlagwort als Datei",
    "The file.": "Die Datei.",
    "The record has been written since: nothing has changed.":
      "Der Eintrag wurde seither geschrieben: Nichts hat sich geändert.",
    "This calendar demands an If-Match.": "Dieser Kalender verlangt ein If-Match.",
    "What the request preferred and was granted.": "Was die Anfrage bevorzugte und was ihr gewährt wurde.",
    "Names of parameters that were sent but had no effect, percent-encoded, as a comma list of at most 20; absent when all had one. A request with `Prefer: handling=strict` is refused instead, with the nearest name for each.":
      "Namen von Parametern, die gesendet wurden, aber ohne Wirkung blieben, prozentkodiert, als Kommaliste von höchstens 20; fehlt, wenn alle wirkten. Eine Anfrage mit `Prefer: handling=strict` wird stattdessen abgelehnt, mit dem ähnlichsten Namen für jeden.",
    "Needs the right to manage categories: authors have it.":
      "Erfordert das Recht, Kategorien zu verwalten: Autoren haben es.",
    "Needs the right to manage tags: editors have it.":
      "Erfordert das Recht, Schlagwörter zu verwalten: Redakteure haben es.",
    "Needs the right to write. Venues, organizers, categories and tags that come with it are created together with it, or nothing at all is.":
      "Erfordert das Recht zu schreiben. Veranstaltungsorte, Veranstalter, Kategorien und Schlagwörter, die mitkommen, werden zusammen mit der Veranstaltung angelegt, oder gar nichts wird es.",
    "Needs the right to write. When one like it exists already, that one is answered instead of a second one.":
      "Erfordert das Recht zu schreiben. Gibt es schon einen gleichen Eintrag, so kommt dieser als Antwort statt eines zweiten.",
    "Nothing has changed since the ETag of If-None-Match.":
      "Seit dem ETag von If-None-Match hat sich nichts geändert.",
    "OPTIONS answers the same for a single path. Everybody may read it.":
      "OPTIONS antwortet dasselbe für einen einzelnen Pfad. Alle dürfen es lesen.",
    "Of which kind it is: tribe_events_cat for categories, post_tag for tags.":
      "Welcher Art es ist: tribe_events_cat bei Kategorien, post_tag bei Schlagwörtern.",
    "One size of an image.": "Eine Größe eines Bildes.",
    "Only categories of the event with this id.": "Nur Kategorien der Veranstaltung mit dieser ID.",
    "Only categories with this text in their name or slug.":
      "Nur Kategorien mit diesem Text im Namen oder Slug.",
    "Only events at one of these venues: IDs, as an array or a comma list.":
      "Nur Veranstaltungen an einem dieser Veranstaltungsorte: IDs, als Array oder Kommaliste.",
    "Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list.":
      "Nur Veranstaltungen in einer dieser Kategorien oder einer ihrer Unterkategorien: IDs oder Slugs, als Array oder Kommaliste.",
    "Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such events. Without it: all that the caller may see, but the trash.":
      "Nur Veranstaltungen in einem dieser Status, als Array oder Kommaliste: publish, future, draft, pending, private, trash. Andere als publish erfordern das Recht, solche Veranstaltungen zu sehen. Ohne diesen Parameter: alle, die der Aufrufer sehen darf, außer dem Papierkorb.",
    "Only events of one of these organizers: IDs, as an array or a comma list.":
      "Nur Veranstaltungen eines dieser Veranstalter: IDs, als Array oder Kommaliste.",
    "Only events that belong to the event with this ID.":
      "Nur Veranstaltungen, die zu der Veranstaltung mit dieser ID gehören.",
    "Only events that end after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Nur Veranstaltungen, die nach dem Ende dieses Tages enden, mit strict_dates nach diesem Zeitpunkt. Schaltet die Vorgaben von start_date und end_date ab.",
    "Only events that end before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Nur Veranstaltungen, die vor dem Ende dieses Tages enden, mit strict_dates vor diesem Zeitpunkt. Schaltet die Vorgaben von start_date und end_date ab.",
    "Only events that start after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Nur Veranstaltungen, die nach dem Ende dieses Tages beginnen, mit strict_dates nach diesem Zeitpunkt. Schaltet die Vorgaben von start_date und end_date ab.",
    "Only events that start before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Nur Veranstaltungen, die vor dem Ende dieses Tages beginnen, mit strict_dates vor diesem Zeitpunkt. Schaltet die Vorgaben von start_date und end_date ab.",
    "Only events that start on this day or earlier, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, in 24 months, does not hold together with starts_before and the like.":
      "Nur Veranstaltungen, die an diesem Tag oder früher beginnen, nach ihrer eigenen Uhr. Ganze Tage zählen, und Wörter wie tomorrow gelten in UTC; strict_dates macht einen genauen Zeitpunkt daraus. Die Vorgabe, in 24 Monaten, gilt nicht zusammen mit starts_before und dergleichen.",
    "Only events that start on this day or later, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, yesterday, does not hold together with starts_before and the like.":
      "Nur Veranstaltungen, die an diesem Tag oder später beginnen, nach ihrer eigenen Uhr. Ganze Tage zählen, und Wörter wie tomorrow gelten in UTC; strict_dates macht einen genauen Zeitpunkt daraus. Die Vorgabe, gestern, gilt nicht zusammen mit starts_before und dergleichen.",
    "Only events whose venue has a known position (true) or none (false). Needs the premium geolocation plugin.":
      "Nur Veranstaltungen, deren Veranstaltungsort eine bekannte Position hat (true) oder keine (false). Benötigt das Premium-Plugin für Geolokalisierung.",
    'Only events with all these words in their title, description or excerpt, whatever the case and the accents; "quoted words" stand together.':
      'Nur Veranstaltungen mit allen diesen Wörtern in Titel, Beschreibung oder Auszug, gleich in welcher Schreibung und mit welchen Akzenten; Wörter in "geraden Anführungszeichen" gehören zusammen.',
    "Only events with one of these tags: IDs or slugs, as an array or a comma list.":
      "Nur Veranstaltungen mit einem dieser Schlagwörter: IDs oder Slugs, als Array oder Kommaliste.",
    "Only featured events (true), or only those that are not (false).":
      "Nur hervorgehobene Veranstaltungen (true) oder nur die übrigen (false).",
    "Only organizers of the event with this id.": "Nur Veranstalter der Veranstaltung mit dieser ID.",
    "Only organizers that have events (true), or only those that have none (false).":
      "Nur Veranstalter, die Veranstaltungen haben (true), oder nur solche ohne (false).",
    "Only organizers that have events which are still to come (true); false, the default: all.":
      "Nur Veranstalter, die künftige Veranstaltungen haben (true); false, die Vorgabe: alle.",
    "Only organizers with this text in their title, description or one of their other fields.":
      "Nur Veranstalter mit diesem Text in Titel, Beschreibung oder einem anderen Feld.",
    "Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such records. Without it: all that the caller may see, but the trash.":
      "Nur Einträge in einem dieser Status, als Array oder Kommaliste: publish, future, draft, pending, private, trash. Andere als publish erfordern das Recht, solche Einträge zu sehen. Ohne diesen Parameter: alle, die der Aufrufer sehen darf, außer dem Papierkorb.",
    "Only tags of the event with this id.": "Nur Schlagwörter der Veranstaltung mit dieser ID.",
    "Only tags with this text in their name or slug.": "Nur Schlagwörter mit diesem Text im Namen oder Slug.",
    "Only the direct children of the category with this id; 0: only categories of the top level.":
      "Nur die unmittelbaren Unterkategorien der Kategorie mit dieser ID; 0: nur Kategorien der obersten Ebene.",
    "Only the events with these ids, as an array or a comma list, by publication date. No date filter applies then, and unknown ids are simply absent.":
      "Nur die Veranstaltungen mit diesen IDs, als Array oder Kommaliste, nach Veröffentlichungsdatum. Datumsfilter gelten dann nicht, und unbekannte IDs fehlen einfach.",
    "Only the one with this slug.": "Nur was diesen Slug hat.",
    "Only these categories: an array or a comma list of ids or slugs.":
      "Nur diese Kategorien: ein Array oder eine Kommaliste von IDs oder Slugs.",
    "Only these tags: an array or a comma list of ids or slugs.":
      "Nur diese Schlagwörter: ein Array oder eine Kommaliste von IDs oder Slugs.",
    "Only venues of the event with this id.": "Nur Veranstaltungsorte der Veranstaltung mit dieser ID.",
    "Only venues that have events (true), or only those that have none (false).":
      "Nur Veranstaltungsorte, die Veranstaltungen haben (true), oder nur solche ohne (false).",
    "Only venues that have events which are still to come (true); false, the default: all.":
      "Nur Veranstaltungsorte, die künftige Veranstaltungen haben (true); false, die Vorgabe: alle.",
    "Only venues with this text in their title, description or one of their other fields.":
      "Nur Veranstaltungsorte mit diesem Text in Titel, Beschreibung oder einem anderen Feld.",
    "Parameters are sent in the query of GET, and in the body of the other methods as JSON, as a form (`application/x-www-form-urlencoded`) or as `multipart/form-data`. POST, PUT and PATCH on a record do the same: they change what is sent and leave the rest alone. Clients that can only send GET and POST name the method in `_method` or in the header `X-HTTP-Method-Override`. Unknown parameters are ignored: reads name them in `X-Kalends-Ignored`. What a write does not store as it was sent is named in `X-Kalends-Adjusted`. With `Prefer: handling=strict` both are refused. Lists of values are arrays or comma lists: `1,2,3`.":
      "Parameter werden bei GET in der Adresse gesendet, bei den anderen Methoden im Inhalt: als JSON, als Formular (`application/x-www-form-urlencoded`) oder als `multipart/form-data`. POST, PUT und PATCH auf einen Eintrag tun dasselbe: Sie ändern, was gesendet wird, und lassen das Übrige, wie es ist. Clients, die nur GET und POST senden können, nennen die Methode in `_method` oder in der Kopfzeile `X-HTTP-Method-Override`. Unbekannte Parameter werden übergangen: Lesezugriffe nennen sie in `X-Kalends-Ignored`. Was ein Schreibzugriff nicht so speichert, wie es gesendet wurde, nennt `X-Kalends-Adjusted`. Mit `Prefer: handling=strict` wird beides abgelehnt. Listen von Werten sind Arrays oder Kommalisten: `1,2,3`.",
    "Published records can be read by everybody. Everything else asks to sign in on each request: with a name and an application password (HTTP Basic), or with an API token or a JWT (`Authorization: Bearer`). Wrong credentials are refused everywhere, also where none are needed. What a caller may do depends on the role: subscribers read; contributors write drafts; authors publish; editors change what others wrote; administrators do everything. Values are checked before rights: a bad request is told what is wrong with it, whoever sends it.":
      "Veröffentlichte Einträge dürfen alle lesen. Alles andere verlangt eine Anmeldung bei jeder Anfrage: mit Namen und Anwendungspasswort (HTTP Basic) oder mit einem Token der Schnittstelle oder einem JWT (`Authorization: Bearer`). Falsche Zugangsdaten werden überall abgelehnt, auch wo keine nötig sind. Was ein Aufrufer darf, hängt von der Rolle ab: Abonnenten lesen, Mitarbeiter schreiben Entwürfe, Autoren veröffentlichen, Redakteure ändern, was andere geschrieben haben, Administratoren dürfen alles. Werte werden vor Rechten geprüft: Eine fehlerhafte Anfrage erfährt, was an ihr nicht stimmt, wer auch immer sie sendet.",
    "Read a category": "Eine Kategorie lesen",
    "Read a tag": "Ein Schlagwort lesen",
    "Read a venue": "Einen Veranstaltungsort lesen",
    "Read an event": "Eine Veranstaltung lesen",
    "Read an image": "Ein Bild lesen",
    "Read an organizer": "Einen Veranstalter lesen",
    "Read this document": "Dieses Dokument lesen",
    "Records show the image.": "Einträge zeigen das Bild.",
    "Something went wrong here: data.request_id names the entry of the log that has the details.":
      "Hier ist etwas schiefgegangen: data.request_id nennt den Eintrag im Protokoll mit den Einzelheiten.",
    "State or province, whichever the country has.": "Bundesstaat oder Provinz, je nach Land.",
    "State or province; without it, derived from these and the country.":
      "Bundesstaat oder Provinz; ohne diesen Parameter aus beiden und dem Land abgeleitet.",
    "Street and number.": "Straße und Hausnummer.",
    "The ISO 4217 code; empty when it is not known.":
      "Der Code nach ISO 4217; leer, wenn er nicht bekannt ist.",
    'The REST root, as rel="https://api.w.org/".': 'Die REST-Wurzel, als rel="https://api.w.org/".',
    "The abbreviation of the zone that holds at the start.": "Die Abkürzung der Zone, die zu Beginn gilt.",
    "The absolute address of the event's own website. Empty: none.":
      "Die absolute Adresse der eigenen Website der Veranstaltung. Leer: keine.",
    "The absolute address of the organizer's website. Empty: none.":
      "Die absolute Adresse der Website des Veranstalters. Leer: keine.",
    "The absolute address of the venue's website. Empty: none.":
      "Die absolute Adresse der Website des Veranstaltungsortes. Leer: keine.",
    "The address of the event in this interface.": "Die Adresse der Veranstaltung in dieser Schnittstelle.",
    "The address of the file.": "Die Adresse der Datei.",
    "The address of the full size.": "Die Adresse der vollen Größe.",
    "The address of the new record.": "Die Adresse des neuen Eintrags.",
    "The address of the site.": "Die Adresse der Website.",
    "The address of this page.": "Die Adresse dieser Seite.",
    "The body is too large.": "Der Inhalt der Anfrage ist zu groß.",
    "The caller may not do this.": "Der Aufrufer darf das nicht.",
    "The categories of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new category. Empty: none.":
      "Die Kategorien der Veranstaltung anstelle aller früheren: IDs, Slugs oder Namen, als Liste oder Kommaliste. Ein Text, der keine bezeichnet, wird zu einer neuen Kategorie. Leer: keine.",
    "The categories, by name.": "Die Kategorien, nach Namen.",
    "The category or tag itself.": "Die Kategorie oder das Schlagwort selbst.",
    "The changed record.": "Der geänderte Eintrag.",
    "The city.": "Die Stadt.",
    "The country.": "Das Land.",
    "The credentials are wrong, or there are none and some are needed.":
      "Die Zugangsdaten sind falsch, oder es sind keine da, wo welche nötig sind.",
    "The day of the month, 01 to 31.": "Der Tag des Monats, 01 bis 31.",
    "The different numbers, ascending, as texts with a decimal point; for a cost in words, that text.":
      "Die verschiedenen Zahlen, aufsteigend, als Texte mit Dezimalpunkt; bei einem Preis in Worten dieser Text.",
    "The e-mail address.": "Die E-Mail-Adresse.",
    "The end in UTC.": "Das Ende in UTC.",
    "The end, in the time zone of the event.": "Das Ende, in der Zeitzone der Veranstaltung.",
    "The entries of a list.": "Die Einträge einer Liste.",
    "The error of one parameter.": "Der Fehler eines einzelnen Parameters.",
    "The extension of the file, without a dot.": "Die Endung der Datei, ohne Punkt.",
    "The file is the field file of a form, or the body itself with its name in Content-Disposition; its content decides what it is. Needs the right to upload: authors have it.":
      "Die Datei ist das Feld file eines Formulars oder der Inhalt der Anfrage selbst, mit ihrem Namen in Content-Disposition; ihr Inhalt entscheidet, was sie ist. Erfordert das Recht, Bilder hinzuzufügen: Autoren haben es.",
    "The global id, then those under which the record was known elsewhere before.":
      "Die globale ID, dann die, unter denen der Eintrag zuvor anderswo bekannt war.",
    "The hour, 00 to 23.": "Die Stunde, 00 bis 23.",
    "The id of the category.": "Die ID der Kategorie.",
    "The id of the event.": "Die ID der Veranstaltung.",
    "The id of the image, which can be sent as the image of a record.":
      "Die ID des Bildes, die als Bild eines Eintrags gesendet werden kann.",
    "The id of the image.": "Die ID des Bildes.",
    "The id of the organizer.": "Die ID des Veranstalters.",
    "The id of the parent category, 0 at the top level and of tags.":
      "Die ID der übergeordneten Kategorie, 0 auf der obersten Ebene und bei Schlagwörtern.",
    "The id of the parent category, 0 at the top level; tags have none.":
      "Die ID der übergeordneten Kategorie, 0 auf der obersten Ebene; Schlagwörter haben keine.",
    "The id of the parent category; 0: the category is at the top level.":
      "Die ID der übergeordneten Kategorie; 0: Die Kategorie liegt auf der obersten Ebene.",
    "The id of the tag.": "Die ID des Schlagworts.",
    "The id of the user who is its author; without it, whoever creates it. Naming somebody else needs the right to edit what others wrote.":
      "Die ID des Benutzers, der der Autor ist; ohne sie, wer den Eintrag anlegt. Jemand anderen zu nennen erfordert das Recht, zu bearbeiten, was andere geschrieben haben.",
    "The id of the user who is the author of the event; without it, whoever creates it. Naming somebody else needs the right to edit the events of others.":
      "Die ID des Benutzers, der der Autor der Veranstaltung ist; ohne sie, wer sie anlegt. Jemand anderen zu nennen erfordert das Recht, die Veranstaltungen anderer zu bearbeiten.",
    "The id of the user who is the author, as text.": "Die ID des Benutzers, der der Autor ist, als Text.",
    "The id of the venue.": "Die ID des Veranstaltungsortes.",
    "The id with the host of the site: unique among all sites.":
      "Die ID mit dem Host der Website: eindeutig unter allen Websites.",
    "The id, unique among categories and tags.": "Die ID, eindeutig unter Kategorien und Schlagwörtern.",
    "The id, unique among events, venues, organizers and images.":
      "Die ID, eindeutig unter Veranstaltungen, Veranstaltungsorten, Veranstaltern und Bildern.",
    "The image as it was deleted.": "Das Bild, wie es gelöscht wurde.",
    "The image to show with it: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "Das Bild dazu: die ID eines Bildes, als Text, oder die Adresse eines Bildes, das geholt wird. Leer: keines.",
    "The image to show with the event: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "Das Bild zur Veranstaltung: die ID eines Bildes, als Text, oder die Adresse eines Bildes, das geholt wird. Leer: keines.",
    "The image, as the file of a multipart form: JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB. A body that is the file itself, with its name in Content-Disposition, does as well.":
      "Das Bild, als Datei eines Multipart-Formulars: JPEG, PNG, GIF, WebP oder AVIF, höchstens 10 MiB. Ein Inhalt, der die Datei selbst ist, mit ihrem Namen in Content-Disposition, geht ebenso.",
    "The image, or false when there is none.": "Das Bild, oder false, wenn es keines gibt.",
    "The image.": "Das Bild.",
    "The index.": "Der Index.",
    "The interface as it describes itself.": "Die Schnittstelle, wie sie sich selbst beschreibt.",
    "The interface in the words of OpenAPI. Everybody may read it.":
      "Die Schnittstelle in den Worten von OpenAPI. Alle dürfen es lesen.",
    "The link, as the only entry.": "Der Link, als einziger Eintrag.",
    "The list of all.": "Die Liste aller.",
    "The media type.": "Der Medientyp.",
    "The methods that the caller may use at this address.":
      "Die Methoden, die der Aufrufer unter dieser Adresse verwenden darf.",
    "By which the log of the server knows this request.":
      "Wonach das Protokoll des Servers diese Anfrage kennt.",
    "The minutes, 00 to 59.": "Die Minuten, 00 bis 59.",
    "The month, 01 to 12.": "Der Monat, 01 bis 12.",
    "The name in addresses, percent-encoded where it is not ASCII; empty for a draft that has none yet.":
      "Der Name in Adressen, prozentkodiert, wo er nicht aus ASCII besteht; leer bei einem Entwurf, der noch keinen hat.",
    "The name in addresses, unique among its kind; without it, made from the name.":
      "Der Name in Adressen, eindeutig in seiner Art; ohne ihn aus dem Namen gebildet.",
    "The name in addresses.": "Der Name in Adressen.",
    "The name of the category.": "Der Name der Kategorie.",
    "The name of the event in addresses, unique; without it, made from the title.":
      "Der Name der Veranstaltung in Adressen, eindeutig; ohne ihn aus dem Titel gebildet.",
    "The name of the organizer, as plain text or with the HTML that titles may have.":
      "Der Name des Veranstalters, als einfacher Text oder mit dem HTML, das Titel haben dürfen.",
    "The name of the parameter, with the field in it that is at fault.":
      "Der Name des Parameters, mit dem fehlerhaften Feld darin.",
    "The name of the tag.": "Der Name des Schlagworts.",
    "The name of the venue, as plain text or with the HTML that titles may have.":
      "Der Name des Veranstaltungsortes, als einfacher Text oder mit dem HTML, das Titel haben dürfen.",
    "The name, as HTML.": "Der Name, als HTML.",
    "The namespace of the interface.": "Der Namensraum der Schnittstelle.",
    "The namespace to describe.": "Der Namensraum, der beschrieben werden soll.",
    "The namespaces of the interfaces here.": "Die Namensräume der Schnittstellen hier.",
    "The new image.": "Das neue Bild.",
    "The new record.": "Der neue Eintrag.",
    "The newest first. Needs the right to upload: authors have it. A page beyond the last one is empty.":
      "Die neuesten zuerst. Erfordert das Recht, Bilder hinzuzufügen: Autoren haben es. Eine Seite nach der letzten ist leer.",
    "The next page; absent on the last one.": "Die nächste Seite; fehlt auf der letzten.",
    "The organizers of the event in place of all former ones, in their order: ids; or the data of organizers, who are created unless some like them exist. Empty or 0: none.":
      "Die Veranstalter der Veranstaltung anstelle aller früheren, in ihrer Reihenfolge: IDs oder die Angaben von Veranstaltern, die angelegt werden, wenn es keine gleichen gibt. Leer oder 0: keine.",
    "The organizers, in their order.": "Die Veranstalter, in ihrer Reihenfolge.",
    "The other sizes by name, such as thumbnail or medium.":
      "Die anderen Größen nach Namen, etwa thumbnail oder medium.",
    "The page before; absent on the first one.": "Die vorige Seite; fehlt auf der ersten.",
    "The page of the list to return, from 1. A page beyond the last one is an error, except in lists of terms.":
      "Die gewünschte Seite der Liste, ab 1. Eine Seite nach der letzten ist ein Fehler, außer bei Listen von Begriffen.",
    "The parent category; absent at the top level and of tags.":
      "Die übergeordnete Kategorie; fehlt auf der obersten Ebene und bei Schlagwörtern.",
    "The parts of a date and time, as texts with leading zeros.":
      "Die Teile eines Datums mit Uhrzeit, als Texte mit führenden Nullen.",
    "The parts of end_date.": "Die Teile von end_date.",
    "The parts of start_date.": "Die Teile von start_date.",
    "The parts of utc_end_date.": "Die Teile von utc_end_date.",
    "The parts of utc_start_date.": "Die Teile von utc_start_date.",
    "The phone number.": "Die Telefonnummer.",
    "The postal code.": "Die Postleitzahl.",
    "The province, outside the United States.": "Die Provinz, außerhalb der Vereinigten Staaten.",
    "The province.": "Die Provinz.",
    "The public page of the event.": "Die öffentliche Seite der Veranstaltung.",
    "The public page with its events.": "Die öffentliche Seite mit den zugehörigen Veranstaltungen.",
    "The public page.": "Die öffentliche Seite.",
    "The record as it was deleted.": "Der Eintrag, wie er gelöscht wurde.",
    "The record as structured data in the words of schema.org; only where a single record is read.":
      "Der Eintrag als strukturierte Daten in den Worten von schema.org; nur wo ein einzelner Eintrag gelesen wird.",
    "The record is in the trash already.": "Der Eintrag liegt schon im Papierkorb.",
    "The record.": "Der Eintrag.",
    "The records of this page; empty when nothing matches.":
      "Die Einträge dieser Seite; leer, wenn nichts passt.",
    "The request cannot be read, or a value in it is refused: data.params names which and says why.":
      "Die Anfrage ist nicht lesbar, oder ein Wert darin wird abgelehnt: data.params nennt welcher und warum.",
    "The same as id.": "Dasselbe wie id.",
    "The same as post, and what counts when both are sent.":
      "Dasselbe wie post, und was zählt, wenn beide gesendet werden.",
    "The same in UTC.": "Dasselbe in UTC.",
    "The same in UTC; 0000-00-00 00:00:00 for a draft without a publication date.":
      "Dasselbe in UTC; 0000-00-00 00:00:00 bei einem Entwurf ohne Veröffentlichungsdatum.",
    "The same.": "Dasselbe.",
    "The seconds, 00 to 59.": "Die Sekunden, 00 bis 59.",
    "The size of the file in bytes.": "Die Größe der Datei in Bytes.",
    "The slug of the event.": "Der Slug der Veranstaltung.",
    "The slug of the organizer.": "Der Slug des Veranstalters.",
    "The slug of the venue.": "Der Slug des Veranstaltungsortes.",
    "The start in UTC.": "Der Beginn in UTC.",
    "The start, in the time zone of the event.": "Der Beginn, in der Zeitzone der Veranstaltung.",
    "The state, in the United States.": "Der Bundesstaat, in den Vereinigten Staaten.",
    "The state.": "Der Bundesstaat.",
    "The status of the answer.": "Der Statuscode der Antwort.",
    "The status of the event. Without it, a new one is published, or a draft where the caller may not publish.":
      "Der Status der Veranstaltung. Ohne ihn wird eine neue veröffentlicht oder, wenn der Aufrufer nicht veröffentlichen darf, ein Entwurf.",
    "The status: publish, future, draft, pending, private or trash.":
      "Der Status: publish, future, draft, pending, private oder trash.",
    "The storage does not answer at the moment: nothing has changed, and the request can be sent again.":
      "Der Speicher antwortet im Augenblick nicht: Nichts hat sich geändert, und die Anfrage kann noch einmal gesendet werden.",
    "The storage has no room left: nothing has changed, and the request can be sent again when it has some.":
      "Der Speicher ist voll: Nichts hat sich geändert, und die Anfrage kann noch einmal gesendet werden, wenn wieder Platz ist.",
    "The symbol that was sent with the cost; empty when there was none.":
      "Das Zeichen, das mit dem Preis gesendet wurde; leer, wenn es keines gab.",
    "The tags of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new tag. Empty: none.":
      "Die Schlagwörter der Veranstaltung anstelle aller früheren: IDs, Slugs oder Namen, als Liste oder Kommaliste. Ein Text, der keines bezeichnet, wird zu einem neuen Schlagwort. Leer: keine.",
    "The tags, by name.": "Die Schlagwörter, nach Namen.",
    "The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. Without it, a new event is in the zone of the site.":
      "Die Zeitzone der Veranstaltung: ein IANA-Name wie Europe/Rome oder ein Versatz wie UTC+5:30. Ohne sie liegt eine neue Veranstaltung in der Zone der Website.",
    "The time zone: an IANA name or a UTC offset.": "Die Zeitzone: ein IANA-Name oder ein UTC-Versatz.",
    "The title of the event, as plain text or with the HTML that titles may have.":
      "Der Titel der Veranstaltung, als einfacher Text oder mit dem HTML, das Titel haben dürfen.",
    "The title, as HTML.": "Der Titel, als HTML.",
    "The type of its values; absent where there are several.":
      "Der Typ der Werte; fehlt, wo es mehrere gibt.",
    "The venue of the event: its id; or the data of a venue, which is created unless one like it exists. Of several the first one counts. Empty or 0: none.":
      "Der Veranstaltungsort: seine ID oder die Angaben eines Veranstaltungsortes, der angelegt wird, wenn es keinen gleichen gibt. Von mehreren zählt der erste. Leer oder 0: keiner.",
    "The venue, or an empty list when there is none.":
      "Der Veranstaltungsort, oder eine leere Liste, wenn es keinen gibt.",
    "The version of OpenAPI: 3.0, 3.1 (whose schemas are JSON Schema 2020-12), or 2.0, which is Swagger.":
      "Die Version von OpenAPI: 3.0, 3.1 (deren Schemas JSON Schema 2020-12 sind) oder 2.0, das ist Swagger.",
    "The website of the event, as HTML; the public page when none was ever given.":
      "Die Website der Veranstaltung, als HTML; die öffentliche Seite, wenn nie eine angegeben wurde.",
    "The website.": "Die Website.",
    "The year.": "Das Jahr.",
    "Their type.": "Ihr Typ.",
    "There is no such record or page.": "Diesen Eintrag oder diese Seite gibt es nicht.",
    "This document.": "Dieses Dokument.",
    "Upload an image": "Ein Bild hochladen",
    "Ways to sign in beside the headers of HTTP: none.":
      "Wege zur Anmeldung neben den Kopfzeilen von HTTP: keine.",
    "What answers under the REST root.": "Was unter der REST-Wurzel antwortet.",
    "What can be done at a path.": "Was unter einem Pfad getan werden kann.",
    "What can be done, by method.": "Was getan werden kann, nach Methode.",
    "What can be done, by path; the variable parts of paths are regular expressions.":
      "Was getan werden kann, nach Pfad; die veränderlichen Teile der Pfade sind reguläre Ausdrücke.",
    "What else there is to know.": "Was es sonst noch zu wissen gibt.",
    "What holds without it.": "Was ohne ihn gilt.",
    "What is seen, for those who do not see it: plain text.":
      "Was zu sehen ist, für alle, die es nicht sehen: einfacher Text.",
    "What is wrong, for people.": "Was nicht stimmt, für Menschen.",
    "What it means.": "Was er bedeutet.",
    "What it says.": "Was es sagt.",
    "What runs here.": "Was hier läuft.",
    "What some of the methods do alike.": "Was einige der Methoden gleich machen.",
    "What taking part costs, to be shown, as HTML; empty when nothing was said.":
      "Was die Teilnahme kostet, zum Anzeigen, als HTML; leer, wenn nichts angegeben wurde.",
    "What taking part costs: a number or a text such as 20$ or Varies, or a list of these. Empty: nothing is said.":
      "Was die Teilnahme kostet: eine Zahl oder ein Text wie 20$ oder Varies, oder eine Liste davon. Leer: keine Angabe.",
    "What the cost of an event was made of.": "Woraus der Preis einer Veranstaltung gebildet wurde.",
    "What there is to say about it.": "Was dazu zu sagen ist.",
    "What there is to say about the category, as HTML, which is cleaned.":
      "Was zur Kategorie zu sagen ist, als HTML, das bereinigt wird.",
    "What there is to say about the event, as HTML, which is cleaned. Empty: nothing.":
      "Was zur Veranstaltung zu sagen ist, als HTML, das bereinigt wird. Leer: nichts.",
    "What there is to say about the organizer, as HTML, which is cleaned. Empty: nothing.":
      "Was zum Veranstalter zu sagen ist, als HTML, das bereinigt wird. Leer: nichts.",
    "What there is to say about the tag, as HTML, which is cleaned.":
      "Was zum Schlagwort zu sagen ist, als HTML, das bereinigt wird.",
    "What there is to say about the venue, as HTML, which is cleaned. Empty: nothing.":
      "Was zum Veranstaltungsort zu sagen ist, als HTML, das bereinigt wird. Leer: nichts.",
    "What there is to say, as HTML with paragraphs.": "Was zu sagen ist, als HTML mit Absätzen.",
    "What to sort by: id, name (the default), slug, description, count, parent, include (the order of that list) or none. Equals are sorted by id.":
      "Wonach sortiert wird: id, name (die Vorgabe), slug, description, count, parent, include (die Reihenfolge dieser Liste) oder none. Gleiches wird nach ID sortiert.",
    "What went wrong, for people; may change at any time.":
      "Was schiefging, für Menschen; kann sich jederzeit ändern.",
    "What went wrong: one of the stable codes, for programs.":
      "Was schiefging: einer der festen Codes, für Programme.",
    "When it is published, in UTC; instead of date.":
      "Wann er veröffentlicht wird, in UTC; anstelle von date.",
    "When it is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "Wann er veröffentlicht wird, in der Zeitzone der Website; ohne diese Angabe jetzt. Ein künftiges Datum macht daraus einen geplanten Eintrag.",
    "When it was last changed, in the time zone of the site.":
      "Wann er zuletzt geändert wurde, in der Zeitzone der Website.",
    "When it was or will be published, in the time zone of the site.":
      "Wann er veröffentlicht wurde oder wird, in der Zeitzone der Website.",
    "When the event ends, in its time zone, in the same forms, or how long it lasts: PT90M, P1D. An end before the start counts as the start.":
      "Wann die Veranstaltung endet, in ihrer Zeitzone, in denselben Formen, oder wie lange sie dauert: PT90M, P1D. Ein Ende vor dem Beginn gilt als der Beginn.",
    "When the event is published, in UTC; instead of date.":
      "Wann die Veranstaltung veröffentlicht wird, in UTC; anstelle von date.",
    "When the event is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "Wann die Veranstaltung veröffentlicht wird, in der Zeitzone der Website; ohne diese Angabe jetzt. Ein künftiges Datum macht daraus eine geplante.",
    "When the event starts, in its time zone: 2031-05-16 20:30:00, or another form of a date. One with an offset is an instant and is converted.":
      "Wann die Veranstaltung beginnt, in ihrer Zeitzone: 2031-05-16 20:30:00 oder eine andere Form eines Datums. Eines mit Versatz ist ein Zeitpunkt und wird umgerechnet.",
    "Where it leads.": "Wohin er führt.",
    "Whether all dates of the request are exact times (true), those without an offset in UTC, instead of whole days.":
      "Ob alle Daten der Anfrage genaue Zeitpunkte sind (true), die ohne Versatz in UTC, statt ganzer Tage.",
    "Whether all lists leave the event out.": "Ob alle Listen die Veranstaltung auslassen.",
    "Whether all lists leave the event out; it can still be read by its id.":
      "Ob alle Listen die Veranstaltung auslassen; mit ihrer ID kann sie weiterhin gelesen werden.",
    "Whether categories that no published event has are left out; false shows them too.":
      "Ob Kategorien ohne veröffentlichte Veranstaltungen ausgelassen werden; false zeigt auch sie.",
    "Whether clients show a link to a map of the venue.":
      "Ob Clients einen Link zu einer Karte des Veranstaltungsortes zeigen.",
    "Whether clients show a map of the venue.": "Ob Clients eine Karte des Veranstaltungsortes zeigen.",
    "Whether events at the venue show a link to a map of it.":
      "Ob Veranstaltungen an diesem Ort einen Link zu einer Karte zeigen.",
    "Whether events at the venue show a link to a map of it: true or false.":
      "Ob Veranstaltungen an diesem Ort einen Link zu einer Karte zeigen: true oder false.",
    "Whether events at the venue show a map of it.": "Ob Veranstaltungen an diesem Ort eine Karte zeigen.",
    "Whether events at the venue show a map of it: true or false.":
      "Ob Veranstaltungen an diesem Ort eine Karte zeigen: true oder false.",
    "Whether it must be sent.": "Ob er gesendet werden muss.",
    "Whether tags that no published event has are left out; false shows them too.":
      "Ob Schlagwörter ohne veröffentlichte Veranstaltungen ausgelassen werden; false zeigt auch sie.",
    "Whether to answer only what would be (true), with all checks: nothing is stored and no image is fetched; what does not exist yet has no id.":
      "Ob nur geantwortet wird, was wäre (true), mit allen Prüfungen: Nichts wird gespeichert und kein Bild geholt; was es noch nicht gibt, hat keine ID.",
    "With dry_run: what would be. Where a record does not exist yet, id, global_id and rest_url are null.":
      "Mit dry_run: was wäre. Wo es einen Eintrag noch nicht gibt, sind id, global_id und rest_url null.",
    "What a write on an occurrence is for: this one, this and all following ones, which become a series of their own, or all of the series.":
      "Wofür ein Schreiben auf einem Termin gilt: für diesen, für diesen und alle folgenden, die eine eigene Serie werden, oder für die ganze Serie.",
    "Whether the event comes first in the calendar view.":
      "Ob die Veranstaltung in der Kalenderansicht zuerst kommt.",
    "Whether and how the event takes place. Without it, a new event does as scheduled.":
      "Ob und wie die Veranstaltung stattfindet. Ohne Angabe findet eine neue wie geplant statt.",
    "Why the event does not take place as planned, as plain text. Empty: nothing is said.":
      "Warum die Veranstaltung nicht wie geplant stattfindet, als reiner Text. Leer: keine Angabe.",
    "When a rescheduled event was to start, in its time zone; without it, the start that it had before. Empty: not known.":
      "Wann eine verlegte Veranstaltung beginnen sollte, in ihrer Zeitzone; ohne Angabe ihr bisheriger Beginn. Leer: nicht bekannt.",
    "Whether and how the event takes place.": "Ob und wie die Veranstaltung stattfindet.",
    "Why the event does not take place as planned.": "Warum die Veranstaltung nicht wie geplant stattfindet.",
    "Of a rescheduled event: when it was to start, in its time zone.":
      "Bei einer verlegten Veranstaltung: wann sie beginnen sollte, in ihrer Zeitzone.",
    "Whether the event is featured on the site.": "Ob die Veranstaltung auf der Website hervorgehoben ist.",
    "Whether the event lasts whole days.": "Ob die Veranstaltung ganze Tage dauert.",
    "Whether the event lasts whole days: from the beginning of the day on which it starts to the end of that on which it ends.":
      "Ob die Veranstaltung ganze Tage dauert: vom Anfang des Tages, an dem sie beginnt, bis zum Ende dessen, an dem sie endet.",
    "Whether the symbol stands before or after the number; empty when it is not known.":
      "Ob das Zeichen vor oder nach der Zahl steht; leer, wenn das nicht bekannt ist.",
    "Whoever may upload reads all images, others those of records that they may read, and their own.":
      "Wer Bilder hinzufügen darf, liest alle; andere lesen die der Einträge, die sie lesen dürfen, und ihre eigenen.",
    "Why a request was refused or failed.": "Warum eine Anfrage abgelehnt wurde oder gescheitert ist.",
    "Width in pixels.": "Breite in Pixeln.",
    "Width of the full size in pixels.": "Breite der vollen Größe in Pixeln.",
    "`_fields=id,venue.city` keeps only the named members of an answer, also inside lists.":
      "`_fields=id,venue.city` behält von einer Antwort nur die genannten Mitglieder, auch innerhalb von Listen.",
    "`publish`: everybody can read it. `future`: is published at its date. `draft`: being written. `pending`: waits for review. `private`: for its author and for editors. `trash`: deleted; a new status restores it. Callers who may not publish get `pending` or `draft` instead of the status that they asked for.":
      "`publish`: Alle dürfen es lesen. `future`: wird zu seinem Datum veröffentlicht. `draft`: in Arbeit. `pending`: wartet auf Durchsicht. `private`: für seinen Autor und für Redakteure. `trash`: gelöscht; ein neuer Status stellt es wieder her. Wer nicht veröffentlichen darf, bekommt `pending` oder `draft` statt des gewünschten Status.",
    "asc, the default, for ascending order; any other text, such as desc, for descending.":
      "asc, die Vorgabe, für aufsteigende Folge; jeder andere Text, etwa desc, für absteigende.",
    "internal_server_error: under which id the log has the details.":
      "internal_server_error: unter welcher ID die Einzelheiten im Protokoll stehen.",
    "rest_image_in_use: the ids of the records that show the image.":
      "rest_image_in_use: die IDs der Einträge, die das Bild zeigen.",
    "rest_invalid_json: the number of the problem.": "rest_invalid_json: die Nummer des Problems.",
    "rest_invalid_json: what cannot be read.": "rest_invalid_json: was nicht lesbar ist.",
    "rest_invalid_param: the errors behind it that have codes of their own, by parameter.":
      "rest_invalid_param: die Fehler dahinter, die eigene Codes haben, nach Parameter.",
    "rest_invalid_param: what is wrong, by the name of the parameter. rest_missing_callback_param: the names of the missing ones.":
      "rest_invalid_param: was nicht stimmt, nach dem Namen des Parameters. rest_missing_callback_param: die Namen der fehlenden.",
    "term_exists: the id of the category or tag that is in the way.":
      "term_exists: die ID der Kategorie oder des Schlagworts, das im Weg steht.",
    "view or help, which makes no difference here.": "view oder help, was hier keinen Unterschied macht.",
    "A record that has changed: as it is now, or that it is gone.":
      "Ein Eintrag, der sich geändert hat: wie er jetzt ist, oder dass es ihn nicht mehr gibt.",
    "All categories.": "Alle Kategorien.",
    "All events.": "Alle Veranstaltungen.",
    "All organizers.": "Alle Veranstalter.",
    "All tags.": "Alle Schlagwörter.",
    "All venues.": "Alle Veranstaltungsorte.",
    "Each record once; there may be none although has_more is true.":
      "Jeder Eintrag einmal; es kann keinen geben, obwohl has_more wahr ist.",
    "It is not there for the caller any more, whether it was deleted or hidden.":
      "Für den Aufrufer gibt es ihn nicht mehr, ob er gelöscht oder verborgen wurde.",
    "List what has changed": "Auflisten, was sich geändert hat",
    "Only without since: a token that leads through all records, page by page, and then on to what has changed meanwhile.":
      "Nur ohne since: ein Token, das Seite für Seite durch alle Einträge führt und dann zu dem, was sich inzwischen geändert hat.",
    "Only without since: the lists of everything, to be read after this answer.":
      "Nur ohne since: die Listen von allem, nach dieser Antwort zu lesen.",
    "Records as the lists show them to the caller, and those that are gone for them, since a token. Ask on with next_token: at once while has_more is true, then now and then. Tokens are good for the caller who got them.":
      "Einträge, wie die Listen sie dem Aufrufer zeigen, und solche, die es für ihn nicht mehr gibt, seit einem Token. Weiter geht es mit next_token: sofort, solange has_more wahr ist, sonst hin und wieder. Ein Token gilt für den Aufrufer, der es bekommen hat.",
    "The id of the record.": "Die ID des Eintrags.",
    "The record as lists show it to the caller; absent where it is gone.":
      "Der Eintrag, wie Listen ihn dem Aufrufer zeigen; fehlt, wo es ihn nicht mehr gibt.",
    "The token is older than what is kept, of another calendar, or of a caller with other rights: begin anew.":
      "Das Token ist älter als das, was aufbewahrt wird, von einem anderen Kalender oder von einem Aufrufer mit anderen Rechten: von vorne beginnen.",
    "The token of an earlier answer: what has changed since then. Without it there are no changes, but tokens to begin with.":
      "Das Token einer früheren Antwort: was sich seitdem geändert hat. Ohne es gibt es keine Änderungen, aber Token für den Anfang.",
    "What has changed since a token.": "Was sich seit einem Token geändert hat.",
    "What has changed. As text/event-stream it goes on: each event changes has such a page as its data and next_token as its id.":
      "Was sich geändert hat. Als text/event-stream geht es weiter: Jedes Ereignis changes hat eine solche Seite als Daten und next_token als Id.",
    "What it is.": "Was es ist.",
    "What to ask with next.": "Womit als Nächstes zu fragen ist.",
    "Whether there is more already.": "Ob es schon mehr gibt.",
    "A member that the write has changed.": "Ein Feld, das die Änderung betroffen hat.",
    "A part of the log.": "Ein Teil des Protokolls.",
    "A write of one record.": "Eine Änderung an einem Eintrag.",
    "Its name in the interface; that of a field of a plugin is plugin.field.":
      "Sein Name in der Schnittstelle; bei einem Feld eines Plugins plugin.feld.",
    "List who has written what": "Auflisten, wer was geändert hat",
    "Of an occurrence: the id of its series.": "Bei einem Termin: die ID seiner Serie.",
    "Only what this user has written: their number, as the author of records has it.":
      "Nur, was dieser Benutzer geändert hat: seine Nummer, wie der Autor von Einträgen sie hat.",
    "Only writes before this time, on the wall clock of the site.":
      "Nur Änderungen vor diesem Zeitpunkt, nach der Uhr der Website.",
    "Only writes from this time on, on the wall clock of the site.":
      "Nur Änderungen ab diesem Zeitpunkt, nach der Uhr der Website.",
    "Only writes of this kind.": "Nur Änderungen dieser Art.",
    "Only writes of this record: its kind and id, or the id alone. With a series, those of its occurrences have ids of their own.":
      "Nur Änderungen dieses Eintrags: seine Art und ID, oder die ID allein. Die Termine einer Serie haben eigene IDs.",
    "The X-Request-Id of the request.": "Die X-Request-Id der Anfrage.",
    "The audit log, the newest first, for administrators: each write of a record with who did it, when, and the former values of what it changed.":
      "Das Protokoll, das Neueste zuerst, für Administratoren: jede Änderung eines Eintrags damit, wer sie wann vorgenommen hat, und mit den früheren Werten.",
    "The cursor to ask with next; absent on the last page.":
      "Der cursor für die nächste Seite; fehlt auf der letzten.",
    "The id of the entry.": "Die ID des Protokolleintrags.",
    "The next_cursor of an earlier answer with the same conditions: what comes after it.":
      "Der next_cursor einer früheren Antwort mit denselben Bedingungen: was danach kommt.",
    "The plugin that has written it.": "Das Plugin, das es geändert hat.",
    "There may be fewer than were asked for, or none, although more follow.":
      "Es können weniger sein als verlangt, oder keine, obwohl weitere folgen.",
    "Values are too long: what is here is their beginning, as a text, or they are left out.":
      "Werte sind zu lang: Hier steht ihr Anfang, als Text, oder sie fehlen.",
    "Values were taken away because they were to be erased.":
      "Werte wurden entfernt, weil sie zu löschen waren.",
    "What has changed; nothing where the record is new.":
      "Was sich geändert hat; nichts, wo der Eintrag neu ist.",
    "What it has become; absent where it has no value.": "Was es geworden ist; fehlt, wo es keinen Wert hat.",
    "What it was; absent where it had no value.": "Was es war; fehlt, wo es keinen Wert hatte.",
    "What the host calls this user, where the users are those of a host.":
      "Wie der Host diesen Benutzer nennt, wo es Benutzer eines Hosts sind.",
    "What this user is called now; absent where there is no such account.":
      "Wie dieser Benutzer jetzt heißt; fehlt, wo es kein solches Konto gibt.",
    "What was done with it.": "Was damit geschehen ist.",
    "Too many requests, or passwords that were wrong, of this caller: they may try again later.":
      "Zu viele Anfragen oder falsche Passwörter dieses Aufrufers: Später geht es wieder.",
    "When it was written, in UTC.": "Wann es geändert wurde, in UTC.",
    "Whether more follow.": "Ob weitere folgen.",
    "Who has written it, by the number that authors have; absent where it was no user.":
      "Wer es geändert hat, nach der Nummer, die Autoren haben; fehlt, wo es kein Benutzer war.",
    "Who has written what, the newest first.": "Wer was geändert hat, das Neueste zuerst.",
    "An occurrence that is in the trash now.": "Ein Termin, der jetzt im Papierkorb ist.",
    "Further starts, or periods START/END; of all-day events dates.":
      "Weitere Anfänge oder Zeiträume START/END; bei ganztägigen Veranstaltungen Tage.",
    "Of a series: the first occurrence that starts now or later, or null when there is none.":
      "Bei einer Serie: der erste Termin, der jetzt oder später beginnt, oder null, wenn es keinen gibt.",
    "Of each series only the earliest occurrence that matches all other filters (true), or all of them (false).":
      "Von jeder Serie nur der früheste Termin, der zu allen anderen Filtern passt (true), oder alle (false).",
    "Only in answers of writes: occurrences with changes of their own that no rule wants any more, at most 20.":
      "Nur in Antworten auf Änderungen: Termine mit eigenen Änderungen, die keine Regel mehr vorsieht, höchstens 20.",
    "Only occurrences of these series: IDs of series or of occurrences of theirs, as an array or a comma list.":
      "Nur Termine dieser Serien: IDs von Serien oder von Terminen daraus, als Array oder mit Kommas getrennt.",
    "The address of the occurrence in this interface.": "Die Adresse des Termins in dieser Schnittstelle.",
    "The id of the occurrence.": "Die ID des Termins.",
    "The id of the series.": "Die ID der Serie.",
    "The recurrence in words.": "Die Wiederholung in Worten.",
    "The rules (RRULE of RFC 5545); UNTIL is in UTC, of all-day events a date.":
      "Die Regeln (RRULE von RFC 5545); UNTIL ist in UTC, bei ganztägigen Veranstaltungen ein Tag.",
    "The start that the recurrence set gives, whatever was changed since, on the wall clock of the series; of all-day events the date.":
      "Der Anfang, den die Wiederholung vorsieht, was auch immer seither geändert wurde, nach der Uhr der Serie; bei ganztägigen Veranstaltungen der Tag.",
    "The starts that are left out; of all-day events dates.":
      "Die Anfänge, die ausfallen; bei ganztägigen Veranstaltungen Tage.",
    "When an event takes place again, on its wall clock: only series and occurrences have it.":
      "Wann eine Veranstaltung wieder stattfindet, nach ihrer Uhr: Nur Serien und ihre Termine haben das.",
    "Whether the event is a series or an occurrence of one.":
      "Ob die Veranstaltung eine Serie oder ein Termin daraus ist.",
    "An event that is an occurrence; where none is kept, id, global_id and rest_url are null.":
      "Eine Veranstaltung, die ein Termin einer Serie ist; wo keiner gespeichert ist, sind id, global_id und rest_url null.",
    "As a change of the event that the occurrence is; one that is not kept yet gets its id by it. Needs the right to edit the series.":
      "Wie eine Änderung der Veranstaltung, die der Termin ist; einer, der noch nicht gespeichert ist, bekommt dadurch seine ID. Braucht das Recht, die Serie zu bearbeiten.",
    "By start, from start_date to end_date, also far ahead of what lists of events have: those are not kept and have no id. For the id of a series or of one of its occurrences; whoever may read that may read them.":
      "Nach Beginn, von start_date bis end_date, auch weit über das hinaus, was Listen von Veranstaltungen haben: Diese sind nicht gespeichert und haben keine ID. Zur ID einer Serie oder eines ihrer Termine; wer sie lesen darf, darf auch diese lesen.",
    "By the start that the recurrence set gives it. Whoever may read the series may read it.":
      "Nach dem Beginn, den die Wiederholung ihm gibt. Wer die Serie lesen darf, darf ihn lesen.",
    "Change an occurrence": "Einen Termin einer Serie ändern",
    "Delete an occurrence": "Einen Termin einer Serie löschen",
    "List the occurrences of a series": "Die Termine einer Serie auflisten",
    "Read an occurrence": "Einen Termin einer Serie lesen",
    "Moves the occurrence to the trash: the series leaves it out. Answers with it. Needs the right to delete the series.":
      "Legt den Termin in den Papierkorb: Die Serie lässt ihn aus. Antwortet damit. Braucht das Recht, die Serie zu löschen.",
    "RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.":
      "RRULEs wie FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.",
    "Starts that are left out (EXDATE).": "Anfänge, die ausfallen (EXDATE).",
    "Starts, or periods START/END or START/DURATION (RDATE).":
      "Anfänge oder Zeiträume START/END oder START/DURATION (RDATE).",
    "The start that the recurrence set gives the occurrence, on the wall clock of the series; a T may stand for the blank. Of all-day events the date.":
      "Der Beginn, den die Wiederholung dem Termin gibt, nach der Uhr der Serie; ein T darf für das Leerzeichen stehen. Bei ganztägigen Veranstaltungen der Tag.",
    "When the event takes place again: rules are RRULEs of RFC 5545, dates are further starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts that are left out; each a text or a list of texts, on the clock of the event. All three are replaced; all empty: the event does not recur.":
      "Wann die Veranstaltung wieder stattfindet: rules sind RRULEs von RFC 5545, dates weitere Anfänge oder Zeiträume wie 2031-05-06 19:00:00/PT2H, except Anfänge, die ausfallen; jeweils ein Text oder eine Liste von Texten, nach der Uhr der Veranstaltung. Alle drei werden ersetzt; alle leer: Die Veranstaltung wiederholt sich nicht.",
  },
};
