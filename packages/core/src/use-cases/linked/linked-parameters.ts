import type { Parameter, Parameters } from "../../parameter.ts";
import { readableEvent } from "../../parameters/events.ts";
import { image } from "../../parameters/image.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import {
  author,
  date,
  type StatusSelection,
  statusList,
  writableStatus,
} from "../../parameters/references.ts";
import {
  type Declared,
  isLooselyTrue,
  MAX_NAME_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_TEXT_LENGTH,
  requiredText,
  text,
  textOrEmpty,
} from "../../parameters/scalars.ts";
import type { OperationDeps } from "../operation-deps.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** A switch and how it was written, for the list's links; `text` is `""` when it was not sent. */
export interface SentFlag {
  readonly value: boolean;
  readonly text: string;
}

const sentFlag = (declared: Declared & { readonly default?: false }): Parameter<SentFlag | undefined> => ({
  ...declared,
  resolve: (raw) =>
    typeof raw === "object"
      ? { problem: { reason: "not-a-scalar" } }
      : { value: { value: isLooselyTrue(raw), text: raw === false ? "" : String(raw) } },
});

/** The values of a list of venues or organizers. */
export type LinkedListValues = {
  readonly page: number;
  readonly per_page: number;
  readonly search: string | undefined;
  readonly event: number | undefined;
  readonly has_events: SentFlag | undefined;
  readonly only_with_upcoming: SentFlag | undefined;
  readonly status: StatusSelection | undefined;
};

/** Source: 20-venues section 2. */
export const linkedListParameters = (
  plural: string,
  { store, postStatuses, site }: OperationDeps,
): { readonly [Name in keyof LinkedListValues]: Parameter<LinkedListValues[Name]> } => ({
  ...pagingParameters(site),
  search: text(
    {
      description: `Only ${plural} with this text in their title, description or one of their other fields.`,
      documented: { example: "pier" },
    },
    MAX_SEARCH_LENGTH,
  ),
  event: readableEvent(
    { events: store.events, postStatuses },
    { description: `Only ${plural} of the event with this id.` },
  ),
  has_events: sentFlag({
    description: `Only ${plural} that have events (true), or only those that have none (false).`,
    documented: { example: "true" },
  }),
  only_with_upcoming: sentFlag({
    description: `Only ${plural} that have events which are still to come (true); false, the default: all.`,
    documented: { example: "true" },
    default: false,
  }),
  status: statusList(postStatuses, site, {
    description:
      "Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such records. Without it: all that the caller may see, but the trash.",
  }),
});

/** The fields that venues and organizers share, in front of those of their own. Source: 20-venues section 3. */
export const sharedParameters = (
  kind: Pick<LinkedKind<LinkedRecord, unknown>, "name">,
  { store, authors, clock, postStatuses }: OperationDeps,
  unset: { readonly default?: null },
): {
  readonly name: Parameter<string>;
  readonly author: Parameter<number | undefined>;
  readonly date: Parameter<string | undefined>;
  readonly date_utc: Parameter<string | undefined>;
  readonly description: Parameter<string | undefined>;
  readonly status: Parameter<string | undefined>;
  readonly image: Parameter<number | null | undefined>;
} => ({
  name: requiredText(
    {
      description: `The name of the ${kind.name}, as plain text or with the HTML that titles may have.`,
      documented: { example: kind.name === "venue" ? "Pier Nine Hall" : "Blue Note Society" },
      ...unset,
    },
    MAX_NAME_LENGTH,
  ),
  author: author(authors, {
    description:
      "The id of the user who is its author; without it, whoever creates it. Naming somebody else needs the right to edit what others wrote.",
    ...unset,
  }),
  date: date(clock, {
    description:
      "When it is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.",
    ...unset,
  }),
  date_utc: date(clock, { description: "When it is published, in UTC; instead of date.", ...unset }),
  description: textOrEmpty(
    {
      description: `What there is to say about the ${kind.name}, as HTML, which is cleaned. Empty: nothing.`,
      documented: { example: "<p>Old friends of jazz.</p>" },
      default: null,
    },
    MAX_TEXT_LENGTH,
  ),
  status: writableStatus(postStatuses, {
    description:
      "Its status. Without it, a new one is published, or a draft where the caller may not publish.",
    documented: { example: "publish" },
    ...unset,
  }),
  image: image(store.images, {
    description:
      "The image to show with it: the id of an image, as text, or the address of a known one. Empty: none.",
    default: null,
  }),
});

/** The same parameters when nothing is required: on update. */
export const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
