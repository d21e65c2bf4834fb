import type { Translation } from "./catalogue.ts";

export const es: Translation = {
  free: "Gratis",
  asJson: "En JSON: {address}",
  explanations: {
    "done-and-gone":
      "Esta solicitud ya se ejecutó; su respuesta o lo que creó ya no existe. Envíe un Idempotency-Key nuevo para ejecutarla otra vez.",
    "no-issuing":
      "Usted se identificó con una clave o un token, que no puede crear ni cambiar credenciales, webhooks ni suscripciones a calendarios. Identifíquese con una contraseña de aplicación.",
  },
  errors: {
    rest_no_route: "No hay nada en esta dirección para este método.",
    rest_invalid_json: "No se puede leer el cuerpo de la petición: {detail}.",
    rest_missing_callback_param: "Faltan parámetros: {names}",
    rest_invalid_param: "Valor incorrecto: {names}",
    rest_invalid_type: "El valor no es del tipo correcto.",
    rest_forbidden: "Usted no tiene permiso para hacer esto.",
    rest_cannot_edit_others: "Usted no tiene permiso para poner a otra persona como autora.",
    rest_invalid_namespace: "No existe ese espacio de nombres.",
    rest_body_too_large: "El cuerpo de la petición supera los {limit} bytes.",
    rest_unsupported_media_type:
      "Aquí no se acepta un cuerpo de este tipo o comprimido de esta forma; un lote solo recibe respuestas en JSON.",
    rest_too_many_requests: "Demasiadas peticiones: vuelva a intentarlo dentro de {seconds} segundos.",
    rest_malformed_request: "Esto no es una petición HTTP legible.",
    rest_request_timeout: "La petición no llegó a tiempo.",
    rest_headers_too_large: "La dirección y las cabeceras de la petición son demasiado largas.",
    rest_storage_unavailable:
      "El calendario no puede responder en este momento. Vuelva a intentarlo dentro de unos segundos.",
    rest_storage_full: "El calendario no tiene espacio para guardar esto. Vuelva a intentarlo más tarde.",
    rest_failed_dependency:
      "Otra petición del lote ha fallado, por lo que esta se ha deshecho o no se ha ejecutado.",
    rest_idempotency_conflict:
      "Otra petición con esta Idempotency-Key sigue en curso. Inténtelo de nuevo en unos segundos.",
    rest_idempotency_mismatch:
      "Ya se envió otra cosa con esta Idempotency-Key: cada petición necesita la suya.",
    rest_precondition_failed: "La ficha se ha modificado entretanto: hay que volver a leerla.",
    rest_precondition_required:
      "If-Match debe indicar qué versión de la ficha se quiere cambiar: con el ETag de la última respuesta.",
    rest_limit_reached: "Ya hay {maximum}. Elimine uno antes de crear otro.",
    rest_image_in_use: "Otras fichas siguen mostrando la imagen.",
    rest_image_refused: "La imagen se ha rechazado.",
    rest_token_expired:
      "El token es demasiado antiguo, o no es de este cliente o de este calendario: hay que empezar de nuevo.",
    rest_term_invalid: "No existe ese término.",
    rest_taxonomy_not_hierarchical: "Los términos de este tipo no tienen superior.",
    term_exists: "Ya existe un término con ese nombre.",
    duplicate_term_slug: "Otro término ya usa ese slug.",
    empty_term_name: "El nombre está vacío.",
    missing_parent: "No existe ese término superior.",
    invalid_username: "No existe ese usuario.",
    incorrect_password: "La contraseña es incorrecta.",
    "rest-event-not-found": "No hay ningún evento con ese identificador.",
    "rest-invalid-event-id": "Ese identificador no corresponde a un evento.",
    "event-no-longer-available": "El evento está en la papelera.",
    "event-not-accessible": "Usted no tiene permiso para leer este evento.",
    "event-is-in-trash": "El evento ya está en la papelera.",
    "event-archive-page-not-found": "Esta página de la lista no tiene eventos.",
    "event-tickets-not-active": "Aquí no hay venta de entradas.",
    "venue-not-accessible": "Usted no tiene permiso para leer este lugar.",
    "organizer-not-accessible": "Usted no tiene permiso para leer este organizador.",
    "venue-is-in-trash": "El lugar ya está en la papelera.",
    "organizer-is-in-trash": "El organizador ya está en la papelera.",
    "could-not-create-venue": "No hay datos con los que crear un lugar.",
    "could-not-create-organizer": "No hay datos con los que crear un organizador.",
    "venue-archive-page-not-found": "Esta página de la lista no tiene lugares.",
    "organizer-archive-page-not-found": "Esta página de la lista no tiene organizadores.",
    internal_server_error:
      "Se ha producido un error en el servidor. El registro da los detalles en {request}.",
  },
  problems: {
    "not-acceptable": "No es aceptable.",
    "not-a-boolean": "Debe ser un valor booleano.",
    "not-an-integer": "Debe ser un número entero.",
    "not-a-number": "Debe ser un número.",
    "not-a-string": "Debe ser un texto.",
    "not-a-positive-integer": "Debe ser un número entero a partir de 1.",
    "not-positive-integers": "Debe ser una lista de números enteros a partir de 1.",
    "not-a-recurrence":
      "Debe ser líneas RRULE, RDATE y EXDATE, sin DTSTART ni EXRULE, o un objeto como {example}.",
    "not-a-date": "No es una fecha y hora que se pueda entender.",
    "not-a-time-zone": "No es una zona horaria ni un desfase respecto a UTC.",
    "not-a-url": "No es una URL absoluta.",
    "not-a-scalar": "Debe ser un solo valor, no una lista ni un objeto.",
    empty: "No debe estar vacío.",
    "too-long": "Debe tener como máximo {maximum} caracteres.",
    "too-short": "Debe tener al menos {minimum} caracteres.",
    "too-few": "Debe tener al menos {minimum} elementos.",
    "too-many": "Debe tener como máximo {maximum} elementos.",
    "too-low": "Debe ser como mínimo {minimum}.",
    "too-high": "Debe ser como máximo {maximum}.",
    "not-one-of": "Debe ser uno de: {names}.",
    "out-of-range": "Debe estar entre {minimum} y {maximum}.",
    "named-keys": "Debe ser una lista sin claves con nombre.",
    "not-a-key": "Debe tener de 1 a 255 caracteres ASCII visibles.",
    "not-atomic": "No puede formar parte de un lote indivisible.",
    "too-many-occurrences":
      "Con esto, el lote indivisible lee o escribe más fechas de las que admite: {maximum}.",
    "key-with-content": "Un cuerpo de este tipo no se puede enviar con una clave.",
    unpaired: "Debe enviarse junto con {other}.",
    "unknown-user": "No existe ese usuario.",
    "unknown-status": "No existe ese estado.",
    "forbidden-status": "Usted no tiene permiso para pedir ese estado.",
    "forbidden-transition": "Una ficha no puede pasar de {from} a {to}.",
    "unknown-event": "No existe ese evento.",
    "unknown-venue": "No existe ese lugar.",
    "unknown-organizer": "No existe ese organizador.",
    "unknown-category": "No existe esa categoría.",
    "unknown-tag": "No existe esa etiqueta.",
    "unknown-slug": "Nada tiene ese slug.",
    "unknown-image": "No existe esa imagen.",
    "image-unreachable": "No se puede descargar la imagen de esta dirección.",
    "forbidden-address":
      "Las imágenes se descargan por HTTP o HTTPS y nunca de HTTPS de vuelta a HTTP, en los puertos 80, 443 y 8080, sin usuario en la dirección.",
    "image-host-unknown":
      "No se puede descargar la imagen: el servidor de la dirección es desconocido o no está en la internet pública.",
    "image-host-silent": "No se puede descargar la imagen: su servidor no responde.",
    "image-host-insecure":
      "No se puede descargar la imagen: falla la conexión segura con su servidor, quizá por su certificado.",
    "image-wrong-status":
      "No se puede descargar la imagen: su servidor responde con el estado {status} y no con 200.",
    "image-wrong-answer":
      "No se puede descargar la imagen: la respuesta de su servidor no es válida o se interrumpe.",
    "dry-run-in-transaction": "Dentro de una transacción no se puede probar nada.",
    "image-in-transaction":
      "La imagen aún no está guardada: en una transacción solo se pueden usar las guardadas.",
    "image-too-slow": "No se puede descargar la imagen: tarda demasiado.",
    "too-many-redirects": "No se puede descargar la imagen: la dirección redirige demasiadas veces.",
    "image-too-large": "La imagen supera los {maximum} bytes.",
    "image-too-many-pixels":
      "La imagen tiene demasiados píxeles o fotogramas: como máximo {maximum} píxeles, menos en los tipos que necesitan más memoria.",
    "image-profile-too-large": "El perfil de color de la imagen es demasiado grande.",
    "not-an-image": "No es una imagen de tipo JPEG, PNG, GIF, WebP o AVIF.",
    "image-damaged": "No se puede decodificar la imagen.",
    "no-image-decoder": "Este calendario no admite imágenes: no está instalado lo que las decodifica.",
    "upload-not-allowed": "Usted no tiene permiso para añadir imágenes.",
    "no-file": "No admite archivos.",
    "tickets-not-active": "Aquí no hay venta de entradas.",
    missing: "Falta.",
    "invalid-text": "Contiene caracteres que no son texto.",
    "too-deep": "Está anidado con demasiada profundidad: {maximum} niveles como máximo.",
    "end-before-start": "Es anterior al comienzo.",
    "impossible-date": "Es una fecha u hora que no existe.",
    "skipped-time": "Es una hora que el horario de verano se salta.",
    "not-rescheduled": "Es propio de eventos reprogramados, y este no lo está.",
    "whole-day": "Tiene una hora, pero el evento dura días enteros.",
    "reduced-status": "No puede dar este estado.",
    "status-by-date": "No concuerda con la fecha de publicación.",
    "slug-normalized": "No está escrito como un slug.",
    "slug-taken": "Otra ficha tiene este slug.",
    "slug-withheld": "No hay slug antes de la revisión.",
    "html-cleaned": "Contiene HTML que no se conserva.",
    "text-cleaned": "Contiene marcas o caracteres que no se conservan.",
    "negative-cost": "No debe ser negativo.",
    "not-true-or-false": "No es ni verdadero ni falso.",
    "circular-parent": "El padre es la propia categoría o está por debajo de ella.",
    "first-of-several": "Debe ser uno solo.",
    "linked-by-id": "No lo cambia un evento que nombra la ficha por su id.",
    "record-reused": "Ya hay una ficha con este nombre, que conserva lo que tiene.",
    "image-not-fetched": "No se pudo obtener la imagen.",
    amended: "No se guarda tal como se envió: este calendario lo cambia.",
    "occurrences-trashed": "Fechas con cambios propios ya no se celebran y están en la papelera.",
    "unknown-parameter": "No existe este parámetro.",
    "misspelled-parameter": "No existe este parámetro; ¿quería decir {name}?",
    "no-effect": "No tiene efecto aquí.",
    "scope-this": "Solo toda la serie puede tener esto: escriba con scope=following o scope=all.",
    "unwanted-occurrence":
      "La serie no tiene lugar entonces: quite el inicio de recurrence.except o añádalo a recurrence.dates.",
    "too-much-markup":
      "Tiene demasiado marcado: todos los textos de una solicitud pueden tener en conjunto {maximum} etiquetas.",
    "rule-unknown-part": "Contiene la parte {part}, que RFC 5545 no conoce.",
    "rule-repeated-part": "Contiene la parte {part} más de una vez.",
    "rule-without-frequency": "No es una regla: falta FREQ.",
    "rule-bad-value": "{value} no es un valor de {part}.",
    "rule-clash": "{part} no es posible junto con {other}.",
    "rule-skip-alone": "SKIP necesita RSCALE a su lado (RFC 7529), por ejemplo RSCALE=GREGORIAN.",
    "rule-ends-early": "Termina el {until}, antes del primer inicio.",
    "rule-too-costly":
      "Requiere demasiado cálculo: haga que el evento empiece más tarde, o indique menos reglas, menos valores o pasos más grandes.",
    "first-start-misfit": "El primer inicio no encaja: el siguiente que encaja es {next}.",
    "date-before-first": "Es anterior al primer inicio, {first}.",
    "recurrence-never": "No tiene lugar en los 100 años siguientes al primer inicio.",
    "recurrence-excepted": "Las excepciones no dejan ninguna fecha.",
    "recurrence-too-many": "Tiene más de {maximum} fechas hasta {until}.",
    "recurrence-too-dense":
      "Entre dos fechas debe haber al menos una hora: {start} empieza demasiado pronto después de la anterior.",
    "split-misfit": "{rule} no se puede continuar desde {start}: divida la serie en un inicio de esta regla.",
  },
  descriptions: {
    "Data as they are sent to create a venue, or an id.":
      "Los datos tal como se envían para crear un lugar, o un identificador.",
    "Data as they are sent to create an organizer, or an id.":
      "Los datos tal como se envían para crear un organizador, o un identificador.",
    "## Caching": "## Caché",
    "## Dates and time zones": "## Fechas y zonas horarias",
    "## Errors": "## Errores",
    "## Ids": "## Identificadores",
    "## Images": "## Imágenes",
    "## Languages": "## Idiomas",
    "## Lists": "## Listas",
    "## Requests": "## Peticiones",
    "## Signing in": "## Identificación",
    "## Statuses": "## Estados",
    "A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB.":
      "Un JPEG, PNG, GIF, WebP o AVIF, de 10 MiB como máximo.",
    "A calendar of events.": "Un calendario de eventos.",
    "A category or a tag as it stands inside an event.":
      "Una categoría o etiqueta tal como figura dentro de un evento.",
    "A category or a tag.": "Una categoría o una etiqueta.",
    "A field.": "Un campo.",
    "A link.": "Un enlace.",
    "A page of a list, with links to its neighbours that keep all filters.":
      "Una página de una lista, con enlaces a sus vecinas que conservan todos los filtros.",
    "A page of the list.": "Una página de la lista.",
    "A parameter.": "Un parámetro.",
    "A short description of the event, as HTML, which is cleaned. Empty: none.":
      "Una descripción breve del evento, en HTML, que se limpia. Vacío: ninguna.",
    "A short description, as HTML with paragraphs.": "Una descripción breve, en HTML con párrafos.",
    "A stable code.": "Un código estable.",
    "A venue. What is empty is absent.": "Un lugar. Lo que está vacío no aparece.",
    "Addresses in this interface.": "Direcciones en esta interfaz.",
    "Something else was sent before with the same Idempotency-Key.":
      "Antes se envió otra cosa con la misma Idempotency-Key.",
    "Another request with the same Idempotency-Key is still under way.":
      "Otra petición con la misma Idempotency-Key sigue en curso.",
    "Names the request: sent again with the same key within 24 hours, it is not done again, but answered as before.":
      "Da nombre a la petición: si se envía de nuevo con la misma clave antes de 24 horas, no se ejecuta otra vez, sino que se responde como antes.",
    "The request was answered before; absent: it was done now.":
      "La petición ya se había respondido; si falta, se ha ejecutado ahora.",
    "At least one has failed.": "Al menos una ha fallado.",
    "All have succeeded.": "Todas han tenido éxito.",
    "What the requests of a batch are answered.": "Lo que se responde a las peticiones de un lote.",
    "What one request of a batch is answered.": "Lo que se responde a una petición de un lote.",
    "The status that it would have by itself.": "El estado que tendría por sí sola.",
    "The JSON of the answer.": "El JSON de la respuesta.",
    "Below the namespace, with its query.": "Debajo del espacio de nombres, con su consulta.",
    "Do several requests at once": "Ejecutar varias peticiones a la vez",
    "Each request is done in its order as if it came by itself, as the caller of the batch. With atomic all are done or none: the first one that fails undoes all.":
      "Cada petición se ejecuta en su orden como si llegara sola, como quien envía el lote. Con atomic, todas o ninguna: la primera que falla las deshace todas.",
    "In the order of the requests.": "En el orden de las peticiones.",
    "Its headers, by their names in lower case.": "Sus cabeceras, por sus nombres en minúsculas.",
    "After how many seconds it is worth to ask again.":
      "Segundos tras los que vale la pena volver a preguntar.",
    "All events as a file": "Todos los eventos en un archivo",
    "Always 0.": "Siempre 0.",
    "Always empty.": "Siempre vacío.",
    "Always raw.": "Siempre raw.",
    "An API token, or a JWT.": "Un token de la interfaz o un JWT.",
    "An event as a file": "Un evento en un archivo",
    "An event. Every member is always present, whether it is empty or not, but for json_ld and what only some events have.":
      "Un evento. Todos los miembros están siempre presentes, vacíos o no, salvo json_ld y lo que solo tienen algunos eventos.",
    "An image. What is not known of it is absent.": "Una imagen. Lo que no se sabe de ella no aparece.",
    "An organizer. What is empty is absent.": "Un organizador. Lo que está vacío no aparece.",
    "Answers give dates as `YYYY-MM-DD HH:MM:SS`: `start_date` and `end_date` on the clock of the event's own time zone, the members with `utc` in their names in UTC, publication dates on the clock of the site. Requests may also use `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (English words) or a Unix time in seconds; what has an offset is an instant and is converted. A time zone is an IANA name such as `Europe/Rome` or an offset such as `UTC+5:30`.":
      "Las respuestas dan las fechas como `YYYY-MM-DD HH:MM:SS`: `start_date` y `end_date` en la zona horaria del evento, los miembros con `utc` en su nombre en UTC, las fechas de publicación en la zona del sitio. Las peticiones también pueden usar `2031-05-16`, `2031-05-16T20:30:00+02:00`, `16 May 2031 8pm`, `tomorrow 9am`, `+5 days`, `next wednesday` (palabras inglesas) o un tiempo Unix en segundos; lo que lleva un desfase es un instante y se convierte. Una zona horaria es un nombre IANA como `Europe/Rome` o un desfase como `UTC+5:30`.",
    "By name, unless orderby says otherwise. A page beyond the last one is empty.":
      "Por nombre, salvo que orderby diga otra cosa. Una página más allá de la última está vacía.",
    "Change a category": "Modificar una categoría",
    "Change a tag": "Modificar una etiqueta",
    "Change a venue": "Modificar un lugar",
    "Change an event": "Modificar un evento",
    "Change an organizer": "Modificar un organizador",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this event. A status takes it out of the trash.":
      "Modifica lo que se envía y deja lo demás como está. Requiere permiso para editar este evento. Un estado lo saca de la papelera.",
    "Changes what is sent and leaves the rest alone. Needs the right to edit this record.":
      "Modifica lo que se envía y deja lo demás como está. Requiere permiso para editar esta ficha.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage categories: authors have it.":
      "Modifica lo que se envía y deja lo demás como está. Requiere permiso para gestionar categorías: los autores lo tienen.",
    "Changes what is sent and leaves the rest alone. Needs the right to manage tags: editors have it.":
      "Modifica lo que se envía y deja lo demás como está. Requiere permiso para gestionar etiquetas: los editores lo tienen.",
    "Changes with the body; If-None-Match with it is answered 304 as long as it holds.":
      "Cambia con el cuerpo; si se envía en If-None-Match, la respuesta es 304 mientras siga siendo válido.",
    "Create a category": "Crear una categoría",
    "Create a tag": "Crear una etiqueta",
    "Create a venue": "Crear un lugar",
    "Create an event": "Crear un evento",
    "Create an organizer": "Crear un organizador",
    "Delete a category": "Eliminar una categoría",
    "Delete a tag": "Eliminar una etiqueta",
    "Delete a venue": "Eliminar un lugar",
    "Delete an event": "Eliminar un evento",
    "Delete an image": "Eliminar una imagen",
    "Delete an organizer": "Eliminar un organizador",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage categories: authors have it.":
      "La elimina definitivamente, la quita de todos los eventos y la devuelve. Requiere permiso para gestionar categorías: los autores lo tienen.",
    "Deletes it for good, takes it off all events and answers with it. Needs the right to manage tags: editors have it.":
      "La elimina definitivamente, la quita de todos los eventos y la devuelve. Requiere permiso para gestionar etiquetas: los editores lo tienen.",
    "Deletes the image with its files and answers with it. Own images need the right to delete, others the right to delete what others wrote. While a record shows it, also one in the trash, it stays: data.records names those that the caller may know of.":
      "Elimina la imagen con sus archivos y la devuelve. Las imágenes propias requieren permiso para eliminar; las demás, permiso para eliminar lo que escribieron otros. Mientras una ficha la muestre, aunque esté en la papelera, se conserva: data.records indica las que puede conocer quien pregunta.",
    "Events with their venues, organizers, categories and tags.":
      "Eventos con sus lugares, organizadores, categorías y etiquetas.",
    "Events, venues and organizers show an image: `image` names it by its id, or by an address from which it is fetched once, or is its file in a multipart form. Uploads on their own go to `/images`. Everybody can read the files, at the addresses in `url` and `sizes` of an image: they never change, and can be read in parts (`Range`).":
      "Los eventos, lugares y organizadores muestran una imagen: `image` la indica por su identificador o por una dirección de la que se descarga una sola vez, o es su archivo en un formulario multipart. Los archivos sueltos se suben a `/images`. Cualquiera puede leerlos, en las direcciones de `url` y `sizes` de una imagen: nunca cambian y se pueden leer por partes (`Range`).",
    "Every answer to GET has an `ETag`; sent back in `If-None-Match`, it saves the body as long as nothing has changed (304).":
      "Toda respuesta a GET lleva un `ETag`; devuelto en `If-None-Match`, ahorra el cuerpo mientras nada haya cambiado (304).",
    "Every error has a status, a stable `code` for programs and a `message` for people, which may change. `data.params` names the parameters in question. A request that is refused has changed nothing. Each operation lists its codes; an address that is none, or a method that it does not have, is answered with 404 `rest_no_route`.":
      "Todo error tiene un código de estado, un `code` estable para los programas y un `message` para las personas, que puede cambiar. `data.params` nombra los parámetros en cuestión. Una petición rechazada no ha cambiado nada. Cada operación enumera sus códigos; una dirección que no existe, o un método que ella no tiene, recibe la respuesta 404 `rest_no_route`.",
    "Everybody may read it.": "Cualquiera puede leerla.",
    "Everybody may read published events; others need the rights to see them.":
      "Cualquiera puede leer los eventos publicados; los demás requieren permiso para verlos.",
    "Everybody may read published records; others need the rights to see them.":
      "Cualquiera puede leer las fichas publicadas; las demás requieren permiso para verlas.",
    "Everybody sees published events, signed-in callers also others that they may read. By start; without dates, those from yesterday to 24 months ahead. Hidden events are never listed.":
      "Cualquiera ve los eventos publicados; quien se identifica ve también los demás que tiene permiso para leer. Por inicio; sin fechas, los que van desde ayer hasta dentro de 24 meses. Los eventos ocultos no aparecen nunca en las listas.",
    "Everybody sees published records, signed-in callers also others that they may read. The newest publication comes first.":
      "Cualquiera ve las fichas publicadas; quien se identifica ve también las demás que tiene permiso para leer. La publicación más reciente va primero.",
    "Further fields by name, or an empty list when there are none.":
      "Otros campos por nombre, o una lista vacía si no hay ninguno.",
    "Height in pixels.": "Altura en píxeles.",
    "Height of the full size in pixels.": "Altura del tamaño completo en píxeles.",
    "How it is called.": "Cómo se llama.",
    "How many pages that makes.": "Cuántas páginas son.",
    "How many pages that makes; 0 when nothing matches.": "Cuántas páginas son; 0 si nada coincide.",
    "How many published, listed events have it.": "Cuántos eventos publicados y listados la tienen.",
    "How many records a page holds, from 1. Numbers above the maximum are reduced to it, without an error.":
      "Cuántas fichas tiene una página, a partir de 1. Los números mayores que el máximo se reducen a este sin error.",
    "How many records match that the caller may see, on all pages together.":
      "Cuántas fichas que puede ver quien pregunta coinciden, en todas las páginas.",
    "How many records match, on all pages together.": "Cuántas fichas coinciden, en todas las páginas.",
    "Ids are positive whole numbers. Events, venues, organizers and images share one sequence, categories and tags another; none is used twice. Events, venues and organizers can be named by their slug as well.":
      "Los identificadores son números enteros positivos. Los eventos, lugares, organizadores e imágenes comparten una secuencia, las categorías y etiquetas otra; ninguno se usa dos veces. Los eventos, lugares y organizadores también se pueden nombrar por su slug.",
    "Its status. Without it, a new one is published, or a draft where the caller may not publish.":
      "Su estado. Sin él, una ficha nueva se publica, o queda en borrador si quien la envía no puede publicar.",
    "Latitude in degrees.": "Latitud en grados.",
    "Latitude in degrees; sent together with geo_lng. Empty: the position is unknown.":
      "Latitud en grados; se envía junto con geo_lng. Vacío: la posición no se conoce.",
    "Latitude to search around, in degrees, together with geoloc_lng. Needs the premium geolocation plugin.":
      "Latitud en torno a la que buscar, en grados, junto con geoloc_lng. Requiere la extensión premium de geolocalización.",
    "Leaves these categories out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Omite estas categorías: una matriz o una lista separada por comas de identificadores o slugs, salvo que también se envíe include.",
    "Leaves these tags out, as an array or a comma list of ids or slugs, unless include is sent too.":
      "Omite estas etiquetas: una matriz o una lista separada por comas de identificadores o slugs, salvo que también se envíe include.",
    "Links.": "Enlaces.",
    "List all paths with their parameters": "Listar todas las rutas con sus parámetros",
    "List categories": "Listar categorías",
    "List events": "Listar eventos",
    "List images": "Listar las imágenes",
    "List organizers": "Listar organizadores",
    "List tags": "Listar etiquetas",
    "List venues": "Listar lugares",
    "Lists come in pages, with the number of all records and links to the next and the previous page that keep every filter. Filters narrow together; several values of one filter mean any of them.":
      "Las listas llegan en páginas, con el número total de fichas y enlaces a la página siguiente y a la anterior que conservan todos los filtros. Los filtros se suman; varios valores de un mismo filtro significan cualquiera de ellos.",
    "Longitude in degrees.": "Longitud en grados.",
    "Longitude in degrees; sent together with geo_lat. Empty: the position is unknown.":
      "Longitud en grados; se envía junto con geo_lat. Vacío: la posición no se conoce.",
    "Longitude to search around, in degrees, together with geoloc_lat. Needs the premium geolocation plugin.":
      "Longitud en torno a la que buscar, en grados, junto con geoloc_lat. Requiere la extensión premium de geolocalización.",
    "Messages are in the language that `Accept-Language` asks for, as far as it is spoken here, descriptions in that of the site. A site may have addresses for further languages, such as `/fr/wp-json`: there both are in that language. Codes, names and data are the same in all of them.":
      "Los mensajes están en el idioma que pide `Accept-Language`, si aquí se habla; las descripciones, en el del sitio. Un sitio puede tener direcciones para otros idiomas, como `/fr/wp-json`: allí unos y otras están en ese idioma. Los códigos, los nombres y los datos son los mismos en todos.",
    "Methods of HTTP.": "Métodos de HTTP.",
    "More about it.": "Más detalles.",
    "More about the type.": "Más sobre el tipo.",
    "Moves the event to the trash and answers with it. Needs the right to delete this event.":
      "Lleva el evento a la papelera y lo devuelve. Requiere permiso para eliminar este evento.",
    "Moves the record to the trash, takes it off all events and answers with it. Needs the right to delete this record.":
      "Lleva la ficha a la papelera, la quita de todos los eventos y la devuelve. Requiere permiso para eliminar esta ficha.",
    "Name and application password.": "Nombre y contraseña de aplicación.",
    "Names of members to keep of the answer, as a comma list; dots lead into members: id,venue.city.":
      "Nombres de los miembros de la respuesta que se conservan, en una lista separada por comas; los puntos llevan al interior de los miembros: id,venue.city.",
    "Names of parameters that were not stored as they were sent, percent-encoded, as a comma list of at most 20; absent when all were. A request with `Prefer: handling=strict` is refused instead, with the reason for each.":
      "Nombres de los parámetros que no se guardaron como se enviaron, codificados con porcentajes, en una lista separada por comas de 20 como máximo; no aparece si todos se guardaron así. Una petición con `Prefer: handling=strict` se rechaza en su lugar, con el motivo de cada uno.",
    "Only events that start on this day or earlier, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Solo los eventos que empiezan este día o antes, según su propio reloj; si no se indica, empiecen cuando empiecen. Cuentan los días enteros, y palabras como tomorrow se leen en UTC; strict_dates la convierte en una hora exacta.",
    "Only events that start on this day or later, on their own clocks; by default whenever they start. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time.":
      "Solo los eventos que empiezan este día o después, según su propio reloj; si no se indica, empiecen cuando empiecen. Cuentan los días enteros, y palabras como tomorrow se leen en UTC; strict_dates la convierte en una hora exacta.",
    "The ETag of the record as it was read, or several: when it has been written since, the request is refused. * stands for any. Required where the calendar is set up so.":
      "El ETag de la ficha tal como se leyó, o varios: si se ha escrito desde entonces, la petición se rechaza. * vale por cualquiera. Obligatorio donde el calendario está configurado así.",
    "The events at a venue as a file": "Los eventos de un lugar en un archivo",
    "The events in a category as a file": "Los eventos de una categoría en un archivo",
    "The events of an organizer as a file": "Los eventos de un organizador en un archivo",
    "The events with a tag as a file": "Los eventos con una etiqueta en un archivo",
    "The file.": "El archivo.",
    "The record has been written since: nothing has changed.":
      "La ficha se ha escrito desde entonces: no ha cambiado nada.",
    "This calendar demands an If-Match.": "Este calendario exige un If-Match.",
    "What the request preferred and was granted.": "Lo que la petición prefería y se le ha concedido.",
    "Names of parameters that were sent but had no effect, percent-encoded, as a comma list of at most 20; absent when all had one. A request with `Prefer: handling=strict` is refused instead, with the nearest name for each.":
      "Nombres de los parámetros que se enviaron pero no tuvieron efecto, codificados con porcentajes, en una lista separada por comas de 20 como máximo; no aparece si todos lo tuvieron. Una petición con `Prefer: handling=strict` se rechaza en su lugar, con el nombre más parecido para cada uno.",
    "Needs the right to manage categories: authors have it.":
      "Requiere permiso para gestionar categorías: los autores lo tienen.",
    "Needs the right to manage tags: editors have it.":
      "Requiere permiso para gestionar etiquetas: los editores lo tienen.",
    "Needs the right to write. Venues, organizers, categories and tags that come with it are created together with it, or nothing at all is.":
      "Requiere permiso para escribir. Los lugares, organizadores, categorías y etiquetas que lo acompañan se crean con él, o no se crea nada.",
    "Needs the right to write. When one like it exists already, that one is answered instead of a second one.":
      "Requiere permiso para escribir. Si ya existe una ficha parecida, se devuelve esa en lugar de crear otra.",
    "Nothing has changed since the ETag of If-None-Match.":
      "Nada ha cambiado desde el ETag de If-None-Match.",
    "OPTIONS answers the same for a single path. Everybody may read it.":
      "OPTIONS responde lo mismo para una sola ruta. Cualquiera puede leerlo.",
    "Of which kind it is: tribe_events_cat for categories, post_tag for tags.":
      "De qué clase es: tribe_events_cat para las categorías, post_tag para las etiquetas.",
    "One size of an image.": "Un tamaño de una imagen.",
    "Only categories of the event with this id.": "Solo las categorías del evento con este identificador.",
    "Only categories with this text in their name or slug.":
      "Solo las categorías con este texto en su nombre o slug.",
    "Only events at one of these venues: IDs, as an array or a comma list.":
      "Solo los eventos en uno de estos lugares: identificadores, en una matriz o una lista separada por comas.",
    "Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list.":
      "Solo los eventos de una de estas categorías o de una subcategoría suya: identificadores o slugs, en una matriz o una lista separada por comas.",
    "Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such events. Without it: all that the caller may see, but the trash.":
      "Solo los eventos en uno de estos estados, en una matriz o una lista separada por comas: publish, future, draft, pending, private, trash. Los que no son publish requieren permiso para ver esos eventos. Sin este parámetro: todos los que puede ver quien pregunta, salvo la papelera.",
    "Only events of one of these organizers: IDs, as an array or a comma list.":
      "Solo los eventos de uno de estos organizadores: identificadores, en una matriz o una lista separada por comas.",
    "Only events that belong to the event with this ID.":
      "Solo los eventos que dependen del evento con este identificador.",
    "Only events that end after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Solo los eventos que terminan después del final de este día; con strict_dates, después de esta hora. Desactiva los valores por defecto de start_date y end_date.",
    "Only events that end before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Solo los eventos que terminan antes del final de este día; con strict_dates, antes de esta hora. Desactiva los valores por defecto de start_date y end_date.",
    "Only events that start after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.":
      "Solo los eventos que empiezan después del final de este día; con strict_dates, después de esta hora. Desactiva los valores por defecto de start_date y end_date.",
    "Only events that start before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.":
      "Solo los eventos que empiezan antes del final de este día; con strict_dates, antes de esta hora. Desactiva los valores por defecto de start_date y end_date.",
    "Only events that start on this day or earlier, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, in 24 months, does not hold together with starts_before and the like.":
      "Solo los eventos que empiezan este día o antes, según su propio reloj. Cuentan los días enteros, y palabras como tomorrow se leen en UTC; strict_dates la convierte en una hora exacta. El valor por defecto, dentro de 24 meses, no rige junto con starts_before y similares.",
    "Only events that start on this day or later, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, yesterday, does not hold together with starts_before and the like.":
      "Solo los eventos que empiezan este día o después, según su propio reloj. Cuentan los días enteros, y palabras como tomorrow se leen en UTC; strict_dates la convierte en una hora exacta. El valor por defecto, ayer, no rige junto con starts_before y similares.",
    "Only events whose venue has a known position (true) or none (false). Needs the premium geolocation plugin.":
      "Solo los eventos cuyo lugar tiene una posición conocida (true) o no la tiene (false). Requiere la extensión premium de geolocalización.",
    'Only events with all these words in their title, description or excerpt, whatever the case and the accents; "quoted words" stand together.':
      'Solo los eventos con todas estas palabras en su título, descripción o extracto, sin distinguir mayúsculas ni acentos; las palabras "entre comillas rectas" van juntas.',
    "Only events with one of these tags: IDs or slugs, as an array or a comma list.":
      "Solo los eventos con una de estas etiquetas: identificadores o slugs, en una matriz o una lista separada por comas.",
    "Only featured events (true), or only those that are not (false).":
      "Solo los eventos destacados (true), o solo los que no lo son (false).",
    "Only organizers of the event with this id.": "Solo los organizadores del evento con este identificador.",
    "Only organizers that have events (true), or only those that have none (false).":
      "Solo los organizadores que tienen eventos (true), o solo los que no tienen ninguno (false).",
    "Only organizers that have events which are still to come (true); false, the default: all.":
      "Solo los organizadores que tienen eventos por venir (true); false, el valor por defecto: todos.",
    "Only organizers with this text in their title, description or one of their other fields.":
      "Solo los organizadores con este texto en su título, su descripción u otro de sus campos.",
    "Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such records. Without it: all that the caller may see, but the trash.":
      "Solo las fichas en uno de estos estados, en una matriz o una lista separada por comas: publish, future, draft, pending, private, trash. Las que no son publish requieren permiso para ver esas fichas. Sin este parámetro: todas las que puede ver quien pregunta, salvo la papelera.",
    "Only tags of the event with this id.": "Solo las etiquetas del evento con este identificador.",
    "Only tags with this text in their name or slug.":
      "Solo las etiquetas con este texto en su nombre o slug.",
    "Only the direct children of the category with this id; 0: only categories of the top level.":
      "Solo las hijas directas de la categoría con este identificador; 0: solo las categorías del primer nivel.",
    "Only the events with these ids, as an array or a comma list, by publication date. No date filter applies then, and unknown ids are simply absent.":
      "Solo los eventos con estos identificadores, en una matriz o una lista separada por comas, por fecha de publicación. Entonces no se aplica ningún filtro de fechas, y los identificadores desconocidos simplemente no aparecen.",
    "Only the one with this slug.": "Solo la que tiene este slug.",
    "Only these categories: an array or a comma list of ids or slugs.":
      "Solo estas categorías: una matriz o una lista separada por comas de identificadores o slugs.",
    "Only these tags: an array or a comma list of ids or slugs.":
      "Solo estas etiquetas: una matriz o una lista separada por comas de identificadores o slugs.",
    "Only venues of the event with this id.": "Solo los lugares del evento con este identificador.",
    "Only venues that have events (true), or only those that have none (false).":
      "Solo los lugares que tienen eventos (true), o solo los que no tienen ninguno (false).",
    "Only venues that have events which are still to come (true); false, the default: all.":
      "Solo los lugares que tienen eventos por venir (true); false, el valor por defecto: todos.",
    "Only venues with this text in their title, description or one of their other fields.":
      "Solo los lugares con este texto en su título, su descripción u otro de sus campos.",
    "Parameters are sent in the query of GET, and in the body of the other methods as JSON, as a form (`application/x-www-form-urlencoded`) or as `multipart/form-data`. POST, PUT and PATCH on a record do the same: they change what is sent and leave the rest alone. Clients that can only send GET and POST name the method in `_method` or in the header `X-HTTP-Method-Override`. Unknown parameters are ignored: reads name them in `X-Kalends-Ignored`. What a write does not store as it was sent is named in `X-Kalends-Adjusted`. With `Prefer: handling=strict` both are refused. Lists of values are arrays or comma lists: `1,2,3`.":
      "Los parámetros se envían en la dirección con GET y en el cuerpo con los demás métodos: como JSON, como formulario (`application/x-www-form-urlencoded`) o como `multipart/form-data`. POST, PUT y PATCH sobre una ficha hacen lo mismo: modifican lo que se envía y dejan lo demás como está. Los clientes que solo pueden enviar GET y POST indican el método en `_method` o en la cabecera `X-HTTP-Method-Override`. Los parámetros desconocidos se ignoran: las lecturas los nombran en `X-Kalends-Ignored`. Lo que una escritura no guarda como se envió se nombra en `X-Kalends-Adjusted`. Con `Prefer: handling=strict` se rechazan ambos. Las listas de valores son matrices o listas separadas por comas: `1,2,3`.",
    "Published records can be read by everybody. Everything else asks to sign in on each request: with a name and an application password (HTTP Basic), or with an API token or a JWT (`Authorization: Bearer`). Wrong credentials are refused everywhere, also where none are needed. What a caller may do depends on the role: subscribers read; contributors write drafts; authors publish; editors change what others wrote; administrators do everything. Values are checked before rights: a bad request is told what is wrong with it, whoever sends it.":
      "Cualquiera puede leer las fichas publicadas. Todo lo demás exige identificarse en cada petición: con un nombre y una contraseña de aplicación (HTTP Basic), o con un token de la interfaz o un JWT (`Authorization: Bearer`). Las credenciales incorrectas se rechazan en todas partes, también donde no hacen falta. Lo que se puede hacer depende del rol: los suscriptores leen; los colaboradores escriben borradores; los autores publican; los editores modifican lo que otros escribieron; los administradores lo hacen todo. Los valores se comprueban antes que los permisos: una petición incorrecta recibe lo que está mal en ella, la envíe quien la envíe.",
    "Read a category": "Leer una categoría",
    "Read a tag": "Leer una etiqueta",
    "Read a venue": "Leer un lugar",
    "Read an event": "Leer un evento",
    "Read an image": "Leer una imagen",
    "Read an organizer": "Leer un organizador",
    "Read this document": "Leer este documento",
    "Records show the image.": "Hay fichas que muestran la imagen.",
    "Something went wrong here: data.request_id names the entry of the log that has the details.":
      "Se ha producido un error en el servidor: data.request_id nombra la entrada del registro que da los detalles.",
    "State or province, whichever the country has.": "Estado o provincia, lo que tenga el país.",
    "State or province; without it, derived from these and the country.":
      "Estado o provincia; sin este parámetro, se deduce de ellos y del país.",
    "Street and number.": "Calle y número.",
    "The ISO 4217 code; empty when it is not known.": "El código ISO 4217; vacío si no se conoce.",
    'The REST root, as rel="https://api.w.org/".': 'La raíz REST, como rel="https://api.w.org/".',
    "The abbreviation of the zone that holds at the start.": "La abreviatura de la zona que rige al inicio.",
    "The absolute address of the event's own website. Empty: none.":
      "La dirección absoluta del sitio web propio del evento. Vacío: ninguna.",
    "The absolute address of the organizer's website. Empty: none.":
      "La dirección absoluta del sitio web del organizador. Vacío: ninguna.",
    "The absolute address of the venue's website. Empty: none.":
      "La dirección absoluta del sitio web del lugar. Vacío: ninguna.",
    "The address of the event in this interface.": "La dirección del evento en esta interfaz.",
    "The address of the file.": "La dirección del archivo.",
    "The address of the full size.": "La dirección del tamaño completo.",
    "The address of the new record.": "La dirección de la ficha nueva.",
    "The address of the site.": "La dirección del sitio.",
    "The address of this page.": "La dirección de esta página.",
    "The body is too large.": "El cuerpo de la petición es demasiado grande.",
    "The caller may not do this.": "Quien pregunta no tiene permiso para hacer esto.",
    "The categories of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new category. Empty: none.":
      "Las categorías del evento en lugar de todas las anteriores: identificadores, slugs o nombres, en una lista o separados por comas. Un texto que no nombra ninguna se convierte en una categoría nueva. Vacío: ninguna.",
    "The categories, by name.": "Las categorías, por nombre.",
    "The category or tag itself.": "La propia categoría o etiqueta.",
    "The changed record.": "La ficha modificada.",
    "The city.": "La ciudad.",
    "The country.": "El país.",
    "The credentials are wrong, or there are none and some are needed.":
      "Las credenciales son incorrectas, o hacen falta y no las hay.",
    "The day of the month, 01 to 31.": "El día del mes, de 01 a 31.",
    "The different numbers, ascending, as texts with a decimal point; for a cost in words, that text.":
      "Los distintos números, en orden ascendente, como textos con punto decimal; para un precio en palabras, ese texto.",
    "The e-mail address.": "La dirección de correo electrónico.",
    "The end in UTC.": "El final en UTC.",
    "The end, in the time zone of the event.": "El final, en la zona horaria del evento.",
    "The entries of a list.": "Los elementos de una lista.",
    "The error of one parameter.": "El error de un parámetro.",
    "The extension of the file, without a dot.": "La extensión del archivo, sin punto.",
    "The file is the field file of a form, or the body itself with its name in Content-Disposition; its content decides what it is. Needs the right to upload: authors have it.":
      "El archivo es el campo file de un formulario, o el propio cuerpo con su nombre en Content-Disposition; su contenido decide de qué tipo es. Requiere permiso para añadir imágenes: los autores lo tienen.",
    "The global id, then those under which the record was known elsewhere before.":
      "El identificador global y, después, aquellos con los que la ficha se conocía antes en otros sitios.",
    "The hour, 00 to 23.": "La hora, de 00 a 23.",
    "The id of the category.": "El identificador de la categoría.",
    "The id of the event.": "El identificador del evento.",
    "The id of the image, which can be sent as the image of a record.":
      "El identificador de la imagen, que se puede enviar como imagen de una ficha.",
    "The id of the image.": "El identificador de la imagen.",
    "The id of the organizer.": "El identificador del organizador.",
    "The id of the parent category, 0 at the top level and of tags.":
      "El identificador de la categoría superior; 0 en el primer nivel y en las etiquetas.",
    "The id of the parent category, 0 at the top level; tags have none.":
      "El identificador de la categoría superior, 0 en el primer nivel; las etiquetas no lo tienen.",
    "The id of the parent category; 0: the category is at the top level.":
      "El identificador de la categoría superior; 0: la categoría está en el primer nivel.",
    "The id of the tag.": "El identificador de la etiqueta.",
    "The id of the user who is its author; without it, whoever creates it. Naming somebody else needs the right to edit what others wrote.":
      "El identificador del usuario que es su autor; sin él, quien la crea. Nombrar a otra persona requiere permiso para editar lo que otros escribieron.",
    "The id of the user who is the author of the event; without it, whoever creates it. Naming somebody else needs the right to edit the events of others.":
      "El identificador del usuario que es autor del evento; sin él, quien lo crea. Nombrar a otra persona requiere permiso para editar los eventos de otros.",
    "The id of the user who is the author, as text.":
      "El identificador del usuario que es el autor, como texto.",
    "The id of the venue.": "El identificador del lugar.",
    "The id with the host of the site: unique among all sites.":
      "El identificador con el host del sitio: único entre todos los sitios.",
    "The id, unique among categories and tags.": "El identificador, único entre categorías y etiquetas.",
    "The id, unique among events, venues, organizers and images.":
      "El identificador, único entre eventos, lugares, organizadores e imágenes.",
    "The image as it was deleted.": "La imagen tal como se eliminó.",
    "The image to show with it: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "La imagen con la que se muestra: el identificador de una imagen, como texto, o la dirección de una que se descarga. Vacío: ninguna.",
    "The image to show with the event: the id of an image, as text, or the address of one to fetch. Empty: none.":
      "La imagen con la que se muestra el evento: el identificador de una imagen, como texto, o la dirección de una que se descarga. Vacío: ninguna.",
    "The image, as the file of a multipart form: JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB. A body that is the file itself, with its name in Content-Disposition, does as well.":
      "La imagen, como archivo de un formulario multipart: JPEG, PNG, GIF, WebP o AVIF, de 10 MiB como máximo. También sirve un cuerpo que sea el propio archivo, con su nombre en Content-Disposition.",
    "The image, or false when there is none.": "La imagen, o false si no hay ninguna.",
    "The image.": "La imagen.",
    "The index.": "El índice.",
    "The interface as it describes itself.": "La interfaz tal como se describe a sí misma.",
    "The interface in the words of OpenAPI. Everybody may read it.":
      "La interfaz en términos de OpenAPI. Cualquiera puede leerlo.",
    "The link, as the only entry.": "El enlace, como único elemento.",
    "The list of all.": "La lista de todas.",
    "The media type.": "El tipo de medio.",
    "The methods that the caller may use at this address.":
      "Los métodos que quien pregunta puede usar en esta dirección.",
    "By which the log of the server knows this request.":
      "Con qué conoce el registro del servidor esta petición.",
    "The minutes, 00 to 59.": "Los minutos, de 00 a 59.",
    "The month, 01 to 12.": "El mes, de 01 a 12.",
    "The name in addresses, percent-encoded where it is not ASCII; empty for a draft that has none yet.":
      "El nombre en las direcciones, con codificación de porcentaje donde no es ASCII; vacío para un borrador que todavía no tiene.",
    "The name in addresses, unique among its kind; without it, made from the name.":
      "El nombre en las direcciones, único en su clase; sin él, se forma a partir del nombre.",
    "The name in addresses.": "El nombre en las direcciones.",
    "The name of the category.": "El nombre de la categoría.",
    "The name of the event in addresses, unique; without it, made from the title.":
      "El nombre del evento en las direcciones, único; sin él, se forma a partir del título.",
    "The name of the organizer, as plain text or with the HTML that titles may have.":
      "El nombre del organizador, como texto simple o con el HTML que admiten los títulos.",
    "The name of the parameter, with the field in it that is at fault.":
      "El nombre del parámetro, con el campo que falla dentro de él.",
    "The name of the tag.": "El nombre de la etiqueta.",
    "The name of the venue, as plain text or with the HTML that titles may have.":
      "El nombre del lugar, como texto simple o con el HTML que admiten los títulos.",
    "The name, as HTML.": "El nombre, en HTML.",
    "The namespace of the interface.": "El espacio de nombres de la interfaz.",
    "The namespace to describe.": "El espacio de nombres que se describe.",
    "The namespaces of the interfaces here.": "Los espacios de nombres de las interfaces que hay aquí.",
    "The new image.": "La imagen nueva.",
    "The new record.": "La ficha nueva.",
    "The newest first. Needs the right to upload: authors have it. A page beyond the last one is empty.":
      "Las más recientes primero. Requiere permiso para añadir imágenes: los autores lo tienen. Una página posterior a la última está vacía.",
    "The next page; absent on the last one.": "La página siguiente; no aparece en la última.",
    "The organizers of the event in place of all former ones, in their order: ids; or the data of organizers, who are created unless some like them exist. Empty or 0: none.":
      "Los organizadores del evento en lugar de todos los anteriores, en su orden: identificadores, o los datos de organizadores, que se crean salvo que existan otros parecidos. Vacío o 0: ninguno.",
    "The organizers, in their order.": "Los organizadores, en su orden.",
    "The other sizes by name, such as thumbnail or medium.":
      "Los demás tamaños por nombre, como thumbnail o medium.",
    "The page before; absent on the first one.": "La página anterior; no aparece en la primera.",
    "The page of the list to return, from 1. A page beyond the last one is an error, except in lists of terms.":
      "La página de la lista que se devuelve, a partir de 1. Una página más allá de la última es un error, salvo en las listas de términos.",
    "The parent category; absent at the top level and of tags.":
      "La categoría superior; no aparece en el primer nivel ni en las etiquetas.",
    "The parts of a date and time, as texts with leading zeros.":
      "Las partes de una fecha y hora, como textos con ceros a la izquierda.",
    "The parts of end_date.": "Las partes de end_date.",
    "The parts of start_date.": "Las partes de start_date.",
    "The parts of utc_end_date.": "Las partes de utc_end_date.",
    "The parts of utc_start_date.": "Las partes de utc_start_date.",
    "The phone number.": "El número de teléfono.",
    "The postal code.": "El código postal.",
    "The province, outside the United States.": "La provincia, fuera de los Estados Unidos.",
    "The province.": "La provincia.",
    "The public page of the event.": "La página pública del evento.",
    "The public page with its events.": "La página pública con sus eventos.",
    "The public page.": "La página pública.",
    "The record as it was deleted.": "La ficha tal como se eliminó.",
    "The record as structured data in the words of schema.org; only where a single record is read.":
      "La ficha como datos estructurados en términos de schema.org; solo donde se lee una sola ficha.",
    "The record is in the trash already.": "La ficha ya está en la papelera.",
    "The record.": "La ficha.",
    "The records of this page; empty when nothing matches.":
      "Las fichas de esta página; vacío si nada coincide.",
    "The request cannot be read, or a value in it is refused: data.params names which and says why.":
      "La petición no se puede leer, o se rechaza uno de sus valores: data.params dice cuál y por qué.",
    "The same as id.": "Lo mismo que id.",
    "The same as post, and what counts when both are sent.":
      "Lo mismo que post, y lo que cuenta si se envían los dos.",
    "The same in UTC.": "Lo mismo en UTC.",
    "The same in UTC; 0000-00-00 00:00:00 for a draft without a publication date.":
      "Lo mismo en UTC; 0000-00-00 00:00:00 para un borrador sin fecha de publicación.",
    "The same.": "Lo mismo.",
    "The seconds, 00 to 59.": "Los segundos, de 00 a 59.",
    "The size of the file in bytes.": "El tamaño del archivo en bytes.",
    "The slug of the event.": "El slug del evento.",
    "The slug of the organizer.": "El slug del organizador.",
    "The slug of the venue.": "El slug del lugar.",
    "The start in UTC.": "El inicio en UTC.",
    "The start, in the time zone of the event.": "El inicio, en la zona horaria del evento.",
    "The state, in the United States.": "El estado, en los Estados Unidos.",
    "The state.": "El estado.",
    "The status of the answer.": "El código de estado de la respuesta.",
    "The status of the event. Without it, a new one is published, or a draft where the caller may not publish.":
      "El estado del evento. Sin él, un evento nuevo se publica, o queda en borrador si quien lo envía no puede publicar.",
    "The status: publish, future, draft, pending, private or trash.":
      "El estado: publish, future, draft, pending, private o trash.",
    "The storage does not answer at the moment: nothing has changed, and the request can be sent again.":
      "El almacenamiento no responde en este momento: nada ha cambiado y la petición se puede volver a enviar.",
    "The storage has no room left: nothing has changed, and the request can be sent again when it has some.":
      "El almacenamiento está lleno: nada ha cambiado y la petición se puede volver a enviar cuando haya espacio.",
    "The symbol that was sent with the cost; empty when there was none.":
      "El símbolo que se envió con el precio; vacío si no había ninguno.",
    "The tags of the event in place of all former ones: ids, slugs or names, as a list or a comma list. A text that names none becomes a new tag. Empty: none.":
      "Las etiquetas del evento en lugar de todas las anteriores: identificadores, slugs o nombres, en una lista o separados por comas. Un texto que no nombra ninguna se convierte en una etiqueta nueva. Vacío: ninguna.",
    "The tags, by name.": "Las etiquetas, por nombre.",
    "The time zone of the event: an IANA name such as Europe/Rome, or an offset such as UTC+5:30. Without it, a new event is in the zone of the site.":
      "La zona horaria del evento: un nombre IANA como Europe/Rome, o un desfase como UTC+5:30. Sin ella, un evento nuevo está en la zona del sitio.",
    "The time zone: an IANA name or a UTC offset.":
      "La zona horaria: un nombre IANA o un desfase respecto a UTC.",
    "The title of the event, as plain text or with the HTML that titles may have.":
      "El título del evento, como texto simple o con el HTML que admiten los títulos.",
    "The title, as HTML.": "El título, en HTML.",
    "The type of its values; absent where there are several.":
      "El tipo de sus valores; no aparece si hay varios.",
    "The venue of the event: its id; or the data of a venue, which is created unless one like it exists. Of several the first one counts. Empty or 0: none.":
      "El lugar del evento: su identificador, o los datos de un lugar, que se crea salvo que exista uno parecido. De varios cuenta el primero. Vacío o 0: ninguno.",
    "The venue, or an empty list when there is none.": "El lugar, o una lista vacía si no hay ninguno.",
    "The version of OpenAPI: 3.0, 3.1 (whose schemas are JSON Schema 2020-12), or 2.0, which is Swagger.":
      "La versión de OpenAPI: 3.0, 3.1 (cuyos esquemas son JSON Schema 2020-12) o 2.0, que es Swagger.",
    "The website of the event, as HTML; the public page when none was ever given.":
      "El sitio web del evento, en HTML; la página pública si nunca se indicó ninguno.",
    "The website.": "El sitio web.",
    "The year.": "El año.",
    "Their type.": "Su tipo.",
    "There is no such record or page.": "No existe esa ficha o página.",
    "This document.": "Este documento.",
    "Upload an image": "Subir una imagen",
    "Ways to sign in beside the headers of HTTP: none.":
      "Formas de identificarse además de las cabeceras de HTTP: ninguna.",
    "What answers under the REST root.": "Lo que responde bajo la raíz REST.",
    "What can be done at a path.": "Lo que se puede hacer en una ruta.",
    "What can be done, by method.": "Lo que se puede hacer, por método.",
    "What can be done, by path; the variable parts of paths are regular expressions.":
      "Lo que se puede hacer, por ruta; las partes variables de las rutas son expresiones regulares.",
    "What else there is to know.": "Qué más conviene saber.",
    "What holds without it.": "Lo que rige sin él.",
    "What is seen, for those who do not see it: plain text.":
      "Lo que se ve, para quienes no lo ven: texto simple.",
    "What is wrong, for people.": "Qué está mal, para las personas.",
    "What it means.": "Lo que significa.",
    "What it says.": "Lo que dice.",
    "What runs here.": "Lo que funciona aquí.",
    "What some of the methods do alike.": "Lo que algunos de los métodos hacen por igual.",
    "What taking part costs, to be shown, as HTML; empty when nothing was said.":
      "Lo que cuesta participar, para mostrarlo, en HTML; vacío si no se dijo nada.",
    "What taking part costs: a number or a text such as 20$ or Varies, or a list of these. Empty: nothing is said.":
      "Lo que cuesta participar: un número o un texto como 20$ o Varies, o una lista de ellos. Vacío: no se dice nada.",
    "What the cost of an event was made of.": "De qué se formó el precio de un evento.",
    "What there is to say about it.": "Lo que hay que decir de ella.",
    "What there is to say about the category, as HTML, which is cleaned.":
      "Lo que hay que decir de la categoría, en HTML, que se limpia.",
    "What there is to say about the event, as HTML, which is cleaned. Empty: nothing.":
      "Lo que hay que decir del evento, en HTML, que se limpia. Vacío: nada.",
    "What there is to say about the organizer, as HTML, which is cleaned. Empty: nothing.":
      "Lo que hay que decir del organizador, en HTML, que se limpia. Vacío: nada.",
    "What there is to say about the tag, as HTML, which is cleaned.":
      "Lo que hay que decir de la etiqueta, en HTML, que se limpia.",
    "What there is to say about the venue, as HTML, which is cleaned. Empty: nothing.":
      "Lo que hay que decir del lugar, en HTML, que se limpia. Vacío: nada.",
    "What there is to say, as HTML with paragraphs.": "Lo que hay que decir, en HTML con párrafos.",
    "What to sort by: id, name (the default), slug, description, count, parent, include (the order of that list) or none. Equals are sorted by id.":
      "Por qué se ordena: id, name (el valor por defecto), slug, description, count, parent, include (el orden de esa lista) o none. Los iguales se ordenan por identificador.",
    "What went wrong, for people; may change at any time.":
      "Qué ha fallado, para las personas; puede cambiar en cualquier momento.",
    "What went wrong: one of the stable codes, for programs.":
      "Qué ha fallado: uno de los códigos estables, para los programas.",
    "When it is published, in UTC; instead of date.": "Cuándo se publica, en UTC; en lugar de date.",
    "When it is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "Cuándo se publica, en la zona horaria del sitio; sin ella, ahora. Una fecha futura la deja programada.",
    "When it was last changed, in the time zone of the site.":
      "Cuándo se modificó por última vez, en la zona horaria del sitio.",
    "When it was or will be published, in the time zone of the site.":
      "Cuándo se publicó o se publicará, en la zona horaria del sitio.",
    "When the event ends, in its time zone, in the same forms, or how long it lasts: PT90M, P1D. An end before the start counts as the start.":
      "Cuándo termina el evento, en su zona horaria, con las mismas formas, o cuánto dura: PT90M, P1D. Un final anterior al inicio cuenta como el inicio.",
    "When the event is published, in UTC; instead of date.":
      "Cuándo se publica el evento, en UTC; en lugar de date.",
    "When the event is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.":
      "Cuándo se publica el evento, en la zona horaria del sitio; sin ella, ahora. Una fecha futura lo deja programado.",
    "When the event starts, in its time zone: 2031-05-16 20:30:00, or another form of a date. One with an offset is an instant and is converted.":
      "Cuándo empieza el evento, en su zona horaria: 2031-05-16 20:30:00, u otra forma de fecha. Una con desfase es un instante y se convierte.",
    "Where it leads.": "Adónde lleva.",
    "Whether all dates of the request are exact times (true), those without an offset in UTC, instead of whole days.":
      "Si todas las fechas de la petición son horas exactas (true), las que no llevan desfase en UTC, en lugar de días enteros.",
    "Whether all lists leave the event out.": "Si todas las listas omiten el evento.",
    "Whether all lists leave the event out; it can still be read by its id.":
      "Si todas las listas omiten el evento; se puede seguir leyendo por su identificador.",
    "Whether categories that no published event has are left out; false shows them too.":
      "Si se omiten las categorías que ningún evento publicado tiene; false las muestra también.",
    "Whether clients show a link to a map of the venue.":
      "Si los clientes muestran un enlace a un mapa del lugar.",
    "Whether clients show a map of the venue.": "Si los clientes muestran un mapa del lugar.",
    "Whether events at the venue show a link to a map of it.":
      "Si los eventos en el lugar muestran un enlace a un mapa de este.",
    "Whether events at the venue show a link to a map of it: true or false.":
      "Si los eventos en el lugar muestran un enlace a un mapa de este: true o false.",
    "Whether events at the venue show a map of it.": "Si los eventos en el lugar muestran un mapa de este.",
    "Whether events at the venue show a map of it: true or false.":
      "Si los eventos en el lugar muestran un mapa de este: true o false.",
    "Whether it must be sent.": "Si hay que enviarlo.",
    "Whether tags that no published event has are left out; false shows them too.":
      "Si se omiten las etiquetas que ningún evento publicado tiene; false las muestra también.",
    "Whether to answer only what would be (true), with all checks: nothing is stored and no image is fetched; what does not exist yet has no id.":
      "Si solo se responde lo que resultaría (true), con todas las comprobaciones: no se guarda nada ni se descarga ninguna imagen; lo que aún no existe no tiene id.",
    "With dry_run: what would be. Where a record does not exist yet, id, global_id and rest_url are null.":
      "Con dry_run: lo que resultaría. Donde una ficha aún no existe, id, global_id y rest_url son null.",
    "What a write on an occurrence is for: this one, this and all following ones, which become a series of their own, or all of the series.":
      "A qué se aplica una escritura sobre una repetición: a esta, a esta y todas las siguientes, que pasan a ser una serie propia, o a toda la serie.",
    "Whether the event comes first in the calendar view.":
      "Si el evento va primero en la vista del calendario.",
    "Whether and how the event takes place. Without it, a new event does as scheduled.":
      "Si y cómo se celebra el evento. Sin él, un evento nuevo se celebra según lo previsto.",
    "Why the event does not take place as planned, as plain text. Empty: nothing is said.":
      "Por qué el evento no se celebra según lo previsto, como texto sin formato. Vacío: no se dice nada.",
    "When a rescheduled event was to start, in its time zone; without it, the start that it had before. Empty: not known.":
      "Cuándo iba a empezar un evento reprogramado, en su zona horaria; sin él, el comienzo que tenía antes. Vacío: no se sabe.",
    "Whether and how the event takes place.": "Si y cómo se celebra el evento.",
    "Why the event does not take place as planned.": "Por qué el evento no se celebra según lo previsto.",
    "Of a rescheduled event: when it was to start, in its time zone.":
      "De un evento reprogramado: cuándo iba a empezar, en su zona horaria.",
    "Whether the event is featured on the site.": "Si el evento está destacado en el sitio.",
    "Whether the event lasts whole days.": "Si el evento dura días completos.",
    "Whether the event lasts whole days: from the beginning of the day on which it starts to the end of that on which it ends.":
      "Si el evento dura días completos: desde el comienzo del día en que empieza hasta el final del día en que termina.",
    "Whether the symbol stands before or after the number; empty when it is not known.":
      "Si el símbolo va antes o después del número; vacío si no se sabe.",
    "Whoever may upload reads all images, others those of records that they may read, and their own.":
      "Quien puede añadir imágenes las lee todas; los demás, las de las fichas que pueden leer y las propias.",
    "Why a request was refused or failed.": "Por qué se rechazó o falló una petición.",
    "Width in pixels.": "Anchura en píxeles.",
    "Width of the full size in pixels.": "Anchura del tamaño completo en píxeles.",
    "`_fields=id,venue.city` keeps only the named members of an answer, also inside lists.":
      "`_fields=id,venue.city` conserva solo los miembros nombrados de una respuesta, también dentro de las listas.",
    "`publish`: everybody can read it. `future`: is published at its date. `draft`: being written. `pending`: waits for review. `private`: for its author and for editors. `trash`: deleted; a new status restores it. Callers who may not publish get `pending` or `draft` instead of the status that they asked for.":
      "`publish`: cualquiera puede leerla. `future`: se publica en su fecha. `draft`: se está escribiendo. `pending`: espera revisión. `private`: para su autor y para los editores. `trash`: eliminada; un nuevo estado la restaura. Quien no puede publicar obtiene `pending` o `draft` en lugar del estado que pidió.",
    "asc, the default, for ascending order; any other text, such as desc, for descending.":
      "asc, el valor por defecto, para el orden ascendente; cualquier otro texto, como desc, para el descendente.",
    "internal_server_error: under which id the log has the details.":
      "internal_server_error: con qué identificador están los detalles en el registro.",
    "rest_image_in_use: the ids of the records that show the image.":
      "rest_image_in_use: los identificadores de las fichas que muestran la imagen.",
    "rest_invalid_json: the number of the problem.": "rest_invalid_json: el número del problema.",
    "rest_invalid_json: what cannot be read.": "rest_invalid_json: lo que no se puede leer.",
    "rest_invalid_param: the errors behind it that have codes of their own, by parameter.":
      "rest_invalid_param: los errores que hay detrás y que tienen código propio, por parámetro.",
    "rest_invalid_param: what is wrong, by the name of the parameter. rest_missing_callback_param: the names of the missing ones.":
      "rest_invalid_param: qué está mal, por nombre de parámetro. rest_missing_callback_param: los nombres de los que faltan.",
    "term_exists: the id of the category or tag that is in the way.":
      "term_exists: el identificador de la categoría o etiqueta que lo impide.",
    "view or help, which makes no difference here.": "view o help, lo que aquí no cambia nada.",
    "A record that has changed: as it is now, or that it is gone.":
      "Una ficha que ha cambiado: tal como es ahora, o que ya no está.",
    "All categories.": "Todas las categorías.",
    "All events.": "Todos los eventos.",
    "All organizers.": "Todos los organizadores.",
    "All tags.": "Todas las etiquetas.",
    "All venues.": "Todos los lugares.",
    "Each record once; there may be none although has_more is true.":
      "Cada ficha una sola vez; puede no haber ninguna aunque has_more sea verdadero.",
    "It is not there for the caller any more, whether it was deleted or hidden.":
      "Ya no está para quien pregunta, se haya borrado u ocultado.",
    "List what has changed": "Listar lo que ha cambiado",
    "Only without since: a token that leads through all records, page by page, and then on to what has changed meanwhile.":
      "Solo sin since: un token que lleva por todas las fichas, página a página, y después a lo que ha cambiado entretanto.",
    "Only without since: the lists of everything, to be read after this answer.":
      "Solo sin since: las listas de todo, para leerlas después de esta respuesta.",
    "Records as the lists show them to the caller, and those that are gone for them, since a token. Ask on with next_token: at once while has_more is true, then now and then. Tokens are good for the caller who got them.":
      "Las fichas tal como las listas las muestran a quien pregunta, y las que ya no están para él, desde un token. Se sigue con next_token: enseguida mientras has_more sea verdadero, y después de vez en cuando. Un token solo vale para quien lo recibió.",
    "The id of the record.": "El identificador de la ficha.",
    "The record as lists show it to the caller; absent where it is gone.":
      "La ficha tal como las listas la muestran a quien pregunta; ausente si ya no está.",
    "The token is older than what is kept, of another calendar, or of a caller with other rights: begin anew.":
      "El token es más antiguo que lo que se conserva, de otro calendario o de alguien con otros permisos: hay que empezar de nuevo.",
    "The token of an earlier answer: what has changed since then. Without it there are no changes, but tokens to begin with.":
      "El token de una respuesta anterior: lo que ha cambiado desde entonces. Sin él no hay cambios, sino tokens para empezar.",
    "What has changed since a token.": "Lo que ha cambiado desde un token.",
    "What has changed. As text/event-stream it goes on: each event changes has such a page as its data and next_token as its id.":
      "Lo que ha cambiado. Como text/event-stream continúa: cada evento changes tiene una página así como datos y next_token como id.",
    "What it is.": "Lo que es.",
    "What to ask with next.": "Con qué preguntar después.",
    "Whether there is more already.": "Si ya hay más.",
    "A member that the write has changed.": "Un campo que la escritura ha cambiado.",
    "A part of the log.": "Una parte del registro.",
    "A write of one record.": "Una escritura de una ficha.",
    "Its name in the interface; that of a field of a plugin is plugin.field.":
      "Su nombre en la interfaz; el de un campo de un plugin es plugin.campo.",
    "List who has written what": "Listar quién ha escrito qué",
    "Of an occurrence: the id of its series.": "De una repetición: el id de su serie.",
    "Only what this user has written: their number, as the author of records has it.":
      "Solo lo que ha escrito este usuario: su número, como lo tiene el autor de las fichas.",
    "Only writes before this time, on the wall clock of the site.":
      "Solo escrituras anteriores a este momento, según el reloj del sitio.",
    "Only writes from this time on, on the wall clock of the site.":
      "Solo escrituras desde este momento, según el reloj del sitio.",
    "Only writes of this kind.": "Solo escrituras de este tipo.",
    "Only writes of this record: its kind and id, or the id alone. With a series, those of its occurrences have ids of their own.":
      "Solo escrituras de esta ficha: su tipo y su id, o solo el id. Las repeticiones de una serie tienen sus propios id.",
    "The X-Request-Id of the request.": "El X-Request-Id de la petición.",
    "The audit log, the newest first, for administrators: each write of a record with who did it, when, and the former values of what it changed.":
      "El registro de auditoría, lo más reciente primero, para administradores: cada escritura de una ficha con quién la hizo, cuándo, y los valores anteriores de lo que cambió.",
    "The cursor to ask with next; absent on the last page.":
      "El cursor con el que pedir lo siguiente; ausente en la última página.",
    "The id of the entry.": "El id de la entrada.",
    "The next_cursor of an earlier answer with the same conditions: what comes after it.":
      "El next_cursor de una respuesta anterior con las mismas condiciones: lo que viene después.",
    "The plugin that has written it.": "El plugin que lo ha escrito.",
    "There may be fewer than were asked for, or none, although more follow.":
      "Puede haber menos de las pedidas, o ninguna, aunque sigan más.",
    "Values are too long: what is here is their beginning, as a text, or they are left out.":
      "Hay valores demasiado largos: aquí está su principio, como texto, o se omiten.",
    "Values were taken away because they were to be erased.":
      "Se han quitado valores porque debían borrarse.",
    "What has changed; nothing where the record is new.": "Lo que ha cambiado; nada si la ficha es nueva.",
    "What it has become; absent where it has no value.": "Lo que ha pasado a ser; ausente si no tiene valor.",
    "What it was; absent where it had no value.": "Lo que era; ausente si no tenía valor.",
    "What the host calls this user, where the users are those of a host.":
      "Cómo llama el anfitrión a este usuario, si los usuarios son los de un anfitrión.",
    "What this user is called now; absent where there is no such account.":
      "Cómo se llama ahora este usuario; ausente si no existe esa cuenta.",
    "What was done with it.": "Qué se hizo con ello.",
    "Too many requests, or passwords that were wrong, of this caller: they may try again later.":
      "Demasiadas peticiones, o contraseñas equivocadas, de quien llama: puede volver a intentarlo más tarde.",
    "When it was written, in UTC.": "Cuándo se escribió, en UTC.",
    "Whether more follow.": "Si siguen más.",
    "Who has written it, by the number that authors have; absent where it was no user.":
      "Quién lo ha escrito, por el número que tienen los autores; ausente si no fue un usuario.",
    "Who has written what, the newest first.": "Quién ha escrito qué, lo más reciente primero.",
    "An occurrence that is in the trash now.": "Una repetición que ahora está en la papelera.",
    "Further starts, or periods START/END; of all-day events dates.":
      "Otros inicios, o periodos START/END; fechas en los eventos de todo el día.",
    "Of a series: the first occurrence that starts now or later, or null when there is none.":
      "De una serie: la primera repetición que empieza ahora o más tarde, o null si no hay ninguna.",
    "Of each series only the earliest occurrence that matches all other filters (true), or all of them (false).":
      "De cada serie solo la primera repetición que cumple todos los demás filtros (true), o todas (false).",
    "Only in answers of writes: occurrences with changes of their own that no rule wants any more, at most 20.":
      "Solo en respuestas a escrituras: repeticiones con cambios propios que ninguna regla prevé ya, 20 como máximo.",
    "Only occurrences of these series: IDs of series or of occurrences of theirs, as an array or a comma list.":
      "Solo repeticiones de estas series: ID de series o de repeticiones suyas, como array o separados por comas.",
    "The address of the occurrence in this interface.": "La dirección de la repetición en esta interfaz.",
    "The id of the occurrence.": "El ID de la repetición.",
    "The id of the series.": "El ID de la serie.",
    "The recurrence in words.": "La repetición en palabras.",
    "The rules (RRULE of RFC 5545); UNTIL is in UTC, of all-day events a date.":
      "Las reglas (RRULE de RFC 5545); UNTIL está en UTC, en los eventos de todo el día es una fecha.",
    "The start that the recurrence set gives, whatever was changed since, on the wall clock of the series; of all-day events the date.":
      "El inicio que da la repetición, aunque después se haya cambiado, en el reloj de la serie; la fecha en los eventos de todo el día.",
    "The starts that are left out; of all-day events dates.":
      "Los inicios que se omiten; fechas en los eventos de todo el día.",
    "When an event takes place again, on its wall clock: only series and occurrences have it.":
      "Cuándo vuelve a celebrarse un evento, en su reloj: solo lo tienen las series y sus repeticiones.",
    "Whether the event is a series or an occurrence of one.":
      "Si el evento es una serie o una repetición de una.",
    "An event that is an occurrence; where none is kept, id, global_id and rest_url are null.":
      "Un evento que es una repetición; donde no hay ninguna guardada, id, global_id y rest_url son null.",
    "As a change of the event that the occurrence is; one that is not kept yet gets its id by it. Needs the right to edit the series.":
      "Como un cambio del evento que es la repetición; la que aún no está guardada recibe así su ID. Requiere el derecho de editar la serie.",
    "By start, from start_date to end_date, also far ahead of what lists of events have: those are not kept and have no id. For the id of a series or of one of its occurrences; whoever may read that may read them.":
      "Por inicio, de start_date a end_date, también mucho más allá de lo que tienen las listas de eventos: esas no están guardadas y no tienen ID. Para el ID de una serie o de una de sus repeticiones; quien puede leerla puede leerlas.",
    "By the start that the recurrence set gives it. Whoever may read the series may read it.":
      "Por el inicio que le da la repetición. Quien puede leer la serie puede leerla.",
    "Change an occurrence": "Cambiar una repetición",
    "Delete an occurrence": "Eliminar una repetición",
    "List the occurrences of a series": "Listar las repeticiones de una serie",
    "Read an occurrence": "Leer una repetición",
    "Moves the occurrence to the trash: the series leaves it out. Answers with it. Needs the right to delete the series.":
      "Lleva la repetición a la papelera: la serie la omite. Responde con ella. Requiere el derecho de eliminar la serie.",
    "RRULEs, such as FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.":
      "RRULE, como FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20311231.",
    "Starts that are left out (EXDATE).": "Inicios que se omiten (EXDATE).",
    "Starts, or periods START/END or START/DURATION (RDATE).":
      "Inicios, o periodos START/END o START/DURATION (RDATE).",
    "The start that the recurrence set gives the occurrence, on the wall clock of the series; a T may stand for the blank. Of all-day events the date.":
      "El inicio que la repetición le da, en el reloj de la serie; una T puede sustituir al espacio. La fecha en los eventos de todo el día.",
    "When the event takes place again: rules are RRULEs of RFC 5545, dates are further starts or periods such as 2031-05-06 19:00:00/PT2H, except are starts that are left out; each a text or a list of texts, on the clock of the event. All three are replaced; all empty: the event does not recur.":
      "Cuándo vuelve a celebrarse el evento: rules son RRULE de RFC 5545, dates son otros inicios o periodos como 2031-05-06 19:00:00/PT2H, except son inicios que se omiten; cada uno un texto o una lista de textos, en el reloj del evento. Los tres se reemplazan; todos vacíos: el evento no se repite.",
  },
};
