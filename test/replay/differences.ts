import type { Difference } from "./compare.ts";
import type { Recording } from "./recordings.ts";

/** Reason why a response may intentionally differ from its recording. */
interface Intention {
  /** Explanation in words, with the rule if one exists. */
  readonly why: string;
  /** Pattern for the names of the cases. If absent, the reason applies to all cases. */
  readonly cases?: RegExp;
  /** Pattern for the paths of the members. If absent, the reason applies to all members. */
  readonly paths?: RegExp;
  readonly when?: (difference: Difference) => boolean;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Replaces typographic characters and their HTML entities by plain characters. */
const straight = (value: unknown): string =>
  asText(value)
    .replace(/&#8220;|&#8221;|[“”]/g, '"')
    .replace(/&#8216;|&#8217;|[‘’]/g, "'")
    .replace(/&#8211;|&#8212;|[–—]/g, "-");

const queryOf = (url: unknown): ReadonlyMap<string, string> =>
  new Map(new URL(asText(url).replaceAll("+", "%20")).searchParams);

/**
 * Creates a check for links. The link of this API must have all recorded parameters except the given ones.
 */
const keepsQuery =
  (...dropped: readonly string[]) =>
  ({ recorded, ours }: Difference): boolean => {
    if (asText(recorded) === "" || asText(ours) === "") return false;
    const kept = queryOf(ours);
    return [...queryOf(recorded)].every(
      ([name, value]) => dropped.includes(name) || value === "" || kept.get(name) === value,
    );
  };

const LINKS = /^body\.(next_|previous_)?rest_url$/;

const INTENDED: readonly Intention[] = [
  {
    why: "rules/interface.md#compression: answers may be compressed, and say so",
    paths: /^header\.vary$/,
    when: ({ recorded, ours }) => ours === `${recorded}, Accept-Encoding`,
  },
  { why: "rules/interface.md#location-header: the address of the new record", paths: /^header\.location$/ },
  {
    why: "rules/representations.md#category-members: no links to the platform's own routes",
    paths: /^body\._links/,
  },
  { why: "rules/terms.md#duplicate-terms: no additional_data", paths: /^body\.additional_data/ },
  {
    why: "rules/representations.md#structured-data: clients take it as it is; on single reads",
    paths: /json_ld/,
  },
  {
    why: "rules/dates.md#modified-date: the real time of the last change",
    paths: /\.modified_utc$/,
    when: ({ recorded }) => recorded === "0000-00-00 00:00:00",
  },
  {
    why: "rules/representations.md#no-typography: quotes and dashes stay as written",
    paths: /\.(title|venue|organizer|description|excerpt)$/,
    when: ({ recorded, ours }) => asText(ours) !== "" && straight(recorded) === straight(ours),
  },
  {
    why: "rules/interface.md#list-links: links keep every filter that was sent",
    paths: LINKS,
    when: keepsQuery("status"),
  },
  {
    why: "rules/events.md#list-links: strict dates go along, so that the link means the same",
    cases: /strict|boundary/,
    paths: LINKS,
    when: keepsQuery("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"),
  },
  {
    why: "rules/events.md#filter-include: no dates in links of lists by include",
    cases: /include/,
    paths: LINKS,
    when: keepsQuery("start_date", "end_date", "status"),
  },
  {
    why: "rules/images.md#image-names: the files of images have names and sizes of our own making",
    paths: /\bimage\.(sizes\.\w+\.)?(url|filesize)$/,
    when: ({ path, ours }) => path.endsWith("filesize") || asText(ours).includes("/wp-json/media/"),
  },
  {
    why: "rules/images.md#image-refusals: the refusal of an image has a code of its own",
    paths: /^body\.data\.details$/,
    when: ({ ours }) => JSON.stringify(ours).includes("rest_image_refused"),
  },
  {
    why: "rules/errors.md#field-names: an error inside a venue or organizer says which field it is about",
    cases: /^(venue-objbad(web)?|organizer-(someunknown|objbad))$/,
    paths: /^body\.data\.details$/,
  },
  {
    why: "rules/venues-organizers.md#reuse-keeps: what is not sent stays when a record is reused",
    cases: /^venue-create-duplicate-of-full$/,
  },
  {
    why: "rules/venues-organizers.md#map-flags: booleans of JSON, too",
    cases: /^venue-create-show-map-bool-(true|false)$/,
  },
  {
    why: "rules/terms.md#term-fields: parent 0 means the top level",
    cases: /^(category-update-unparent|list-categories-parent-0)$/,
  },
  { why: "rules/terms.md#taken-slug: a client's mistake is a 400", cases: /^category-update-dup-slug$/ },
  {
    why: "rules/events.md#event-answer: on create the time of change is the publication date",
    cases: /^event-create-full$/,
    paths: /\.modified/,
  },
  {
    why: "rules/dates.md#offsets-in-dates: instants are converted into the event's zone",
    cases: /^date-(Z|offset|timestamp)$/,
  },
  {
    why: "rules/dates.md#end-before-start: a corrected end is corrected in UTC too",
    cases: /^date-end-before-start$/,
  },
  { why: "rules/choices.md#blank-texts: a blank title is refused", cases: /^title-spaces$/ },
  { why: "rules/choices.md#html-allow-list: for every role", cases: /^(title-html|description-html)$/ },
  {
    why: "rules/representations.md#rendered-html: the platform's shortcodes are text here",
    cases: /^description-shortcode$/,
  },
  { why: "rules/events.md#event-fields: an empty text clears", cases: /^description-empty$/ },
  {
    why: "rules/rights.md#writable-statuses: internal statuses cannot be written",
    cases: /^(status-(trash|auto-draft|inherit)|event-update-trash)$/,
  },
  { why: "rules/events.md#cost-input: a cost of 0 is kept", cases: /^cost-zero(str)?$/ },
  {
    why: "rules/representations.md#cost-numbers: numbers and signs of costs",
    cases: /^cost-(thousand|negative|listcomma)$/,
  },
  {
    why: "rules/interface.md#nested-values: objects where scalars belong are refused",
    cases: /^(cost-object|categories-(objects|nested))$/,
  },
  {
    why: "rules/events.md#image-field: an empty image removes",
    cases: /^(image-empty|event-update-image-empty)$/,
  },
  {
    why: "rules/terms.md#implicit-terms: existing tags are found by slug and name",
    cases: /^tags-(slugs|csv|names)$/,
  },
  {
    why: "rules/events.md#linked-shapes: lists and single objects are accepted",
    cases:
      /^(venue-arr|venue-arrobj|organizer-csv|organizer-obj|organizer-objbademail|linked-venue-as-author)$/,
  },
  {
    why: "rules/interface.md#json-bodies: JSON that is no object is said to be so",
    cases: /^json-(array|string)$/,
  },
  {
    why: "rules/dates.md#no-letter-zones: one letter is neither a date nor a zone",
    cases: /^(event-create-multi-invalid|event-update-bad-(date|tz))$/,
  },
  {
    why: "rules/events.md#read-event: the platform's own posts are no records here",
    cases: /^event-get-post-id$/,
  },
  {
    why: "rules/interface.md#fields-parameter: _envelope and _jsonp do nothing",
    cases: /^(event-get-envelope|event-get-jsonp|list-envelope)$/,
  },
  { why: "rules/rights.md#no-record-passwords: no password-protected records", cases: /password/ },
  {
    why: "rules/dates.md#publication-date: it stays on an update",
    cases: /^event-update-/,
    paths: /^body\.date(_utc)?$/,
  },
  {
    why: "rules/images.md#image-values: the image stays when none is sent",
    paths: /^body\.image$/,
    cases: /-update-/,
  },
  {
    why: "rules/events.md#update-sent-fields-only: website and cost stay when they are not sent",
    cases: /update|^method-override/,
    paths: /^body\.(website|cost$|cost_details)/,
  },
  {
    why: "rules/events.md#update-sent-fields-only: flags stay when they are not sent",
    cases: /update|^method-override/,
    paths: /^body\.(show_map(_link)?|sticky|featured)$/,
  },
  {
    why: "rules/events.md#linked-shapes: organizers stay when none are sent",
    cases: /^event-update-/,
    paths: /^body\.organizer/,
  },
  {
    why: "rules/events.md#event-zone-resolution: the stored zone stays",
    cases: /^event-update-/,
    paths: /^body\.(timezone|utc_)/,
  },
  {
    why: "rules/events.md#event-zone-resolution: of the dates, the one that is not sent stays",
    cases: /^event-update-(start-only|end-only|start-after-end|end-before-start)$/,
    paths: /^body\.(utc_)?(start|end)_date/,
  },
  {
    why: "rules/events.md#list-order: by publication dates that did not jump where the start is the same",
    cases: /^(next-prev-links-2|events-uppercase)$/,
    paths: /^body\.events\.\d+\./,
  },
  { why: "rules/events.md#linked-shapes: an empty venue unlinks", cases: /^event-update-venue-empty$/ },
  {
    why: "rules/rights.md#leaving-the-trash: an update without status leaves a record there",
    cases: /^(event|venue)-update-deleted$/,
  },
  {
    why: "rules/rights.md#visible-lists: lists leave out what the caller could not open",
    cases: /^list-.*contributor$/,
  },
  { why: "rules/events.md#end-date-compares-start", cases: /^list-end_date-/ },
  { why: "rules/rights.md#list-status: an empty status is refused", cases: /^list-status-empty-/ },
  {
    why: "rules/events.md#filter-include: include switches the date filters off",
    cases: /^(list-include-past|include-past-with-window)$/,
  },
  {
    why: "rules/events.md#geolocation-absent: a coordinate that is no number is refused",
    cases: /^list-geoloc-bad$/,
  },
  { why: "rules/events.md#filter-by-terms: a number is the id before it is a slug", cases: /^list-tag-id$/ },
  { why: "rules/interface.md#fields-parameter: _fields reaches into lists", cases: /^list-fields/ },
  {
    why: "rules/venues-organizers.md#linked-search: a search without hits has a total of 0",
    cases: /^list-(venues|organizers)-search-none$/,
  },
  {
    why: "rules/venues-organizers.md#linked-order: ties go by id, the higher one first",
    cases: /^list-(venues|organizers)-(default|status-publish_draft)-admin$|^next-prev-venues$/,
  },
  {
    why: "rules/orders.md#orderby: it sorts lists",
    cases: /^list-orderby-title$|^list-(venues|organizers)-order-title$/,
  },
  {
    why: "rules/terms.md#term-order: ties go by id",
    cases: /^list-(categories|tags)-/,
    paths: /^body\.(categories|tags)\.\d+\./,
  },
  {
    why: "rules/rights.md#author: naming another author needs the right to edit others'",
    cases: /^auth-create-event-author-as-admin$/,
  },
  {
    why: "rules/rights.md#wrong-credentials: unreadable credentials are wrong ones",
    cases: /^auth-(garbage-header|bad-nonce)$/,
  },
  {
    why: "rules/interface.md#validation-order: who asks is settled before the route",
    cases: /^auth-(badpass-read|unknown-user-read|bearer)$/,
    paths: /^header\./,
  },
  {
    why: "rules/venues-organizers.md#trash-linked: only the link to the deleted organizer goes",
    cases: /^event-with-deleted-|^events-uppercase$/,
    paths: /\.organizer/,
  },
  {
    why: "rules/interface.md#path-wins: the path decides which record is meant",
    cases: /^update-id-in-body$/,
  },
];

/** Returns the reason why a difference is intended. Returns `undefined` if the difference is a mistake. */
export const intentionOf = (difference: Difference, { name }: Recording): string | undefined =>
  INTENDED.find(
    ({ cases, paths, when }) =>
      (cases === undefined || cases.test(name)) &&
      (paths === undefined || paths.test(difference.path)) &&
      (when === undefined || when(difference)),
  )?.why;
