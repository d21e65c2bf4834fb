/** What people read first. Source: rules/description.md#document-top. */
export const TITLE = "Calendar REST interface";

export const DESCRIPTION = `Events with their venues, organizers, categories and tags.

## Requests

Parameters are sent in the query of GET, and in the body of the other methods as JSON, as a form
(\`application/x-www-form-urlencoded\`) or as \`multipart/form-data\`. POST, PUT and PATCH on a record do the same: they change what
is sent and leave the rest alone. Clients that can only send GET and POST name the method in \`_method\` or in the header
\`X-HTTP-Method-Override\`. Unknown parameters are ignored: reads name them in
\`X-Kalends-Ignored\`. What a write does not store as it was sent is named in \`X-Kalends-Adjusted\`. With \`Prefer: handling=strict\`
both are refused. Lists of values are arrays or comma lists: \`1,2,3\`.

\`_fields=id,venue.city\` keeps only the named members of an answer, also inside lists.

## Signing in

Published records can be read by everybody. Everything else asks to sign in on each request: with a name and an application password
(HTTP Basic), or with an API token or a JWT (\`Authorization: Bearer\`). Wrong credentials are refused everywhere, also where none are
needed. What a caller may do depends on the role: subscribers read; contributors write drafts; authors publish; editors change what
others wrote; administrators do everything. Values are checked before rights: a bad request is told what is wrong with it, whoever
sends it.

## Ids

Ids are positive whole numbers. Events, venues, organizers and images share one sequence, categories and tags another; none is used
twice. Events, venues and organizers can be named by their slug as well.

## Statuses

\`publish\`: everybody can read it. \`future\`: is published at its date. \`draft\`: being written. \`pending\`: waits for review.
\`private\`: for its author and for editors. \`trash\`: deleted; a new status restores it. Callers who may not publish get \`pending\` or
\`draft\` instead of the status that they asked for.

## Dates and time zones

Answers give dates as \`YYYY-MM-DD HH:MM:SS\`: \`start_date\` and \`end_date\` on the clock of the event's own time zone, the members with
\`utc\` in their names in UTC, publication dates on the clock of the site. Requests may also use \`2031-05-16\`, \`2031-05-16T20:30:00+02:00\`,
\`16 May 2031 8pm\`, \`tomorrow 9am\`, \`+5 days\`, \`next wednesday\` (English words) or a Unix time in seconds; what has an offset is an
instant and is converted. A time zone is an IANA name such as \`Europe/Rome\` or an offset such as \`UTC+5:30\`.

## Lists

Lists come in pages, with the number of all records and links to the next and the previous page that keep every filter. Filters
narrow together; several values of one filter mean any of them.

## Images

Events, venues and organizers show an image: \`image\` names it by its id, or by an address from which it is fetched once, or is its
file in a multipart form. Uploads on their own go to \`/images\`. Everybody can read the files, at the addresses in \`url\` and \`sizes\` of an image: they never change, and can be read in
parts (\`Range\`).

## Errors

Every error has a status, a stable \`code\` for programs and a \`message\` for people, which may change. \`data.params\` names the
parameters in question. A request that is refused has changed nothing. Each operation lists its codes; an address that is none, or a
method that it does not have, is answered with 404 \`rest_no_route\`.

## Languages

Messages are in the language that \`Accept-Language\` asks for, as far as it is spoken here, descriptions in that of the site. A site may
have addresses for further languages, such as \`/fr/wp-json\`: there both are in that language. Codes, names and data are the same in
all of them.

## Caching

Every answer to GET has an \`ETag\`; sent back in \`If-None-Match\`, it saves the body as long as nothing has changed (304).`;
