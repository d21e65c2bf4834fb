import type { Difference } from "./compare.ts";
import type { Recording } from "./recordings.ts";

/** Why an answer may differ from its recording. */
interface Intention {
  /** The D or P row, or the spec line, that says so; or the issue that builds it. */
  readonly why: string;
  /** Names of the cases it is about; all when absent. */
  readonly cases?: RegExp;
  /** Paths of the differing members; all when absent. */
  readonly paths?: RegExp;
  readonly when?: (difference: Difference) => boolean;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Typographic characters and their entities as the plain ones they stand for. */
const straight = (value: unknown): string =>
  asText(value)
    .replace(/&#8220;|&#8221;|[“”]/g, '"')
    .replace(/&#8216;|&#8217;|[‘’]/g, "'")
    .replace(/&#8211;|&#8212;|[–—]/g, "-");

const queryOf = (url: unknown): ReadonlyMap<string, string> =>
  new Map(new URL(asText(url).replaceAll("+", "%20")).searchParams);

/** Whether our link has everything that the recorded one has, but for the named parameters. */
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
  { why: "00 section 10: Location is the URL of the new record", paths: /^header\.location$/ },
  { why: "50 section 7.1: no links to the platform's own routes", paths: /^body\._links/ },
  { why: "30 section 3.1: additional_data is not required", paths: /^body\.additional_data/ },
  { why: "50 section 9: structured data is opaque, and there on single reads", paths: /json_ld/ },
  {
    why: "D41: the real time of the last change",
    paths: /\.modified_utc$/,
    when: ({ recorded }) => recorded === "0000-00-00 00:00:00",
  },
  {
    why: "D45: quotes and dashes stay as the author wrote them",
    paths: /\.(title|venue|organizer|description|excerpt)$/,
    when: ({ recorded, ours }) => asText(ours) !== "" && straight(recorded) === straight(ours),
  },
  { why: "D18: links keep every filter that was sent", paths: LINKS, when: keepsQuery("status") },
  {
    why: "D18: strict dates are repeated as they were sent, so that the link means the same",
    cases: /strict|boundary/,
    paths: LINKS,
    when: keepsQuery("start_date", "end_date", "starts_before", "starts_after", "ends_before", "ends_after"),
  },
  {
    why: "D18, D39: no default dates in links of lists by include",
    cases: /include/,
    paths: LINKS,
    when: keepsQuery("start_date", "end_date", "status"),
  },
  {
    why: "50 section 4: the files of images have names and sizes of our own making",
    paths: /\bimage\.(sizes\.\w+\.)?(url|filesize)$/,
    when: ({ path, ours }) => path.endsWith("filesize") || asText(ours).includes("/wp-json/media/"),
  },
  {
    why: "P33: the refusal of an image has a code of its own",
    paths: /^body\.data\.details$/,
    when: ({ ours }) => JSON.stringify(ours).includes("rest_image_refused"),
  },
  {
    why: "an error inside a venue or organizer says which field of which one it is about",
    cases: /^(venue-objbad(web)?|organizer-(someunknown|objbad))$/,
    paths: /^body\.data\.details$/,
  },
  {
    why: "20 section 4.1: what is not sent stays when a record is reused; D42",
    cases: /^venue-create-duplicate-of-full$/,
  },
  {
    why: "00 section 3.1: map flags accept JSON booleans",
    cases: /^venue-create-show-map-bool-(true|false)$/,
  },
  {
    why: "D21: parent 0 means the top level",
    cases: /^(category-update-unparent|list-categories-parent-0)$/,
  },
  { why: "D20: a client's mistake is a 400", cases: /^category-update-dup-slug$/ },
  {
    why: "10 section 10.11: on create the time of change is the publication date",
    cases: /^event-create-full$/,
    paths: /\.modified/,
  },
  { why: "D12: instants are converted into the event's zone", cases: /^date-(Z|offset|timestamp)$/ },
  { why: "D10: a corrected end is corrected in UTC too", cases: /^date-end-before-start$/ },
  { why: "P25: a blank title is refused", cases: /^title-spaces$/ },
  { why: "P21: scripts and handlers are removed for every role", cases: /^(title-html|description-html)$/ },
  { why: "50 section 1.3: the platform's shortcodes are text here", cases: /^description-shortcode$/ },
  { why: "D29: an empty text clears", cases: /^description-empty$/ },
  {
    why: "D25: internal statuses cannot be written",
    cases: /^(status-(trash|auto-draft|inherit)|event-update-trash)$/,
  },
  { why: "D23: a cost of 0 is kept and shown as Free", cases: /^cost-zero(str)?$/ },
  { why: "D36: numbers and signs of costs by their rules", cases: /^cost-(thousand|negative|listcomma)$/ },
  {
    why: "P24: objects where scalars belong are refused",
    cases: /^(cost-object|categories-(objects|nested))$/,
  },
  { why: "D3: an empty image removes", cases: /^(image-empty|event-update-image-empty)$/ },
  { why: "D34: existing tags are found by slug and name", cases: /^tags-(slugs|csv|names)$/ },
  {
    why: "D13: lists and single objects are accepted",
    cases:
      /^(venue-arr|venue-arrobj|organizer-csv|organizer-obj|organizer-objbademail|linked-venue-as-author)$/,
  },
  { why: "D35: JSON that is no object is said to be so", cases: /^json-(array|string)$/ },
  {
    why: "D38: one letter is neither a date nor a zone",
    cases: /^(event-create-multi-invalid|event-update-bad-(date|tz))$/,
  },
  { why: "10 section 8: the platform's own posts are no records here", cases: /^event-get-post-id$/ },
  {
    why: "00 section 5: _envelope and _jsonp are not required",
    cases: /^(event-get-envelope|event-get-jsonp|list-envelope)$/,
  },
  { why: "P6: no password-protected records", cases: /password/ },
  { why: "D2: the publication date stays", cases: /^event-update-/, paths: /^body\.date(_utc)?$/ },
  { why: "D3: the image stays when none is sent", paths: /^body\.image$/, cases: /-update-/ },
  {
    why: "D9: website and cost stay when they are not sent",
    cases: /update|^method-override/,
    paths: /^body\.(website|cost$|cost_details)/,
  },
  {
    why: "D6: flags stay when they are not sent",
    cases: /update|^method-override/,
    paths: /^body\.(show_map(_link)?|sticky|featured)$/,
  },
  { why: "D4: organizers stay when none are sent", cases: /^event-update-/, paths: /^body\.organizer/ },
  { why: "D8: the stored zone stays", cases: /^event-update-/, paths: /^body\.(timezone|utc_)/ },
  {
    why: "10 section 10.1: of the dates, the one that is not sent stays",
    cases: /^event-update-(start-only|end-only|start-after-end|end-before-start)$/,
    paths: /^body\.(utc_)?(start|end)_date/,
  },
  {
    why: "D2: events of the same start are in the order of publication dates that did not jump",
    cases: /^(next-prev-links-2|events-uppercase)$/,
    paths: /^body\.events\.\d+\./,
  },
  { why: "D5: an empty venue unlinks", cases: /^event-update-venue-empty$/ },
  {
    why: "P26: an update without status leaves a record in the trash",
    cases: /^(event|venue)-update-deleted$/,
  },
  { why: "60 section 6: lists leave out what the caller could not open", cases: /^list-.*contributor$/ },
  { why: "D17: end_date compares the start", cases: /^list-end_date-/ },
  { why: "D40: an empty status is refused", cases: /^list-status-empty-/ },
  {
    why: "D16: include switches the date filters off",
    cases: /^(list-include-past|include-past-with-window)$/,
  },
  { why: "D32: a coordinate that is no number is refused", cases: /^list-geoloc-bad$/ },
  { why: "D33: a number is the id before it is a slug", cases: /^list-tag-id$/ },
  { why: "D37: _fields reaches into lists", cases: /^list-fields/ },
  { why: "D19: a search without hits has a total of 0", cases: /^list-(venues|organizers)-search-none$/ },
  {
    why: "20 section 2.2: ties go by id, the higher one first",
    cases: /^list-(venues|organizers)-(default|status-publish_draft)-admin$|^next-prev-venues$/,
  },
  {
    why: "30 section 2.1: ties go by id",
    cases: /^list-(categories|tags)-/,
    paths: /^body\.(categories|tags)\.\d+\./,
  },
  {
    why: "D22: naming another author needs the right to edit others'",
    cases: /^auth-create-event-author-as-admin$/,
  },
  {
    why: "D43: unreadable credentials are wrong ones; a nonce alone is ignored",
    cases: /^auth-(garbage-header|bad-nonce)$/,
  },
  {
    why: "00 section 4: who asks is settled before the route",
    cases: /^auth-(badpass-read|unknown-user-read|bearer)$/,
    paths: /^header\./,
  },
  {
    why: "20 section 6: only the link to the deleted organizer goes",
    cases: /^event-with-deleted-|^events-uppercase$/,
    paths: /\.organizer/,
  },
  { why: "D14: the path decides which record is meant", cases: /^update-id-in-body$/ },
];

/** Why the difference is intended; `undefined` when it is a mistake. */
export const intentionOf = (difference: Difference, { name }: Recording): string | undefined =>
  INTENDED.find(
    ({ cases, paths, when }) =>
      (cases === undefined || cases.test(name)) &&
      (paths === undefined || paths.test(difference.path)) &&
      (when === undefined || when(difference)),
  )?.why;
