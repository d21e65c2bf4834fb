import type { Parameter, Parameters } from "../../parameter.ts";
import { readableEvent } from "../../parameters/events.ts";
import { type ImageChoice, image } from "../../parameters/image.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import {
  author,
  date,
  type StatusSelection,
  statusList,
  writableStatus,
} from "../../parameters/references.ts";
import {
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

const sentFlag = (declared: {
  readonly description: string;
  readonly default?: false;
}): Parameter<SentFlag | undefined> => ({
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
  search: text({ description: `Keeps ${plural} with this text in one of their fields.` }, MAX_SEARCH_LENGTH),
  event: readableEvent(
    { events: store.events, postStatuses },
    { description: `Keeps ${plural} that are linked to the event with this id.` },
  ),
  has_events: sentFlag({
    description: `Keeps ${plural} that have events (true), or that have none (false).`,
  }),
  only_with_upcoming: sentFlag({
    description: `Keeps ${plural} that have events which are still to come.`,
    default: false,
  }),
  status: statusList(postStatuses, site, {
    description: "Keeps records with one of these publication statuses, separated by commas.",
  }),
});

/** The fields that venues and organizers share, in front of those of their own. Source: 20-venues section 3. */
export const sharedParameters = (
  kind: Pick<LinkedKind<LinkedRecord, unknown>, "name">,
  { store, accounts, clock, postStatuses, imageFetcher }: OperationDeps,
  unset: { readonly default?: null },
): {
  readonly name: Parameter<string>;
  readonly author: Parameter<number | undefined>;
  readonly date: Parameter<string | undefined>;
  readonly date_utc: Parameter<string | undefined>;
  readonly description: Parameter<string | undefined>;
  readonly status: Parameter<string | undefined>;
  readonly image: Parameter<ImageChoice | null | undefined>;
} => ({
  name: requiredText({ description: `The name of the ${kind.name}.`, ...unset }, MAX_NAME_LENGTH),
  author: author(accounts, { description: "The id of the user who wrote it.", ...unset }),
  date: date(clock, { description: "When it is published, on the site's clock.", ...unset }),
  date_utc: date(clock, { description: "When it is published, in UTC.", ...unset }),
  description: textOrEmpty(
    { description: `What there is to say about the ${kind.name}, as HTML.`, default: null },
    MAX_TEXT_LENGTH,
  ),
  status: writableStatus(postStatuses, { description: "Its publication status.", ...unset }),
  image: image(
    { images: store.images, fetcher: imageFetcher },
    {
      description: "The image to show with it: the id or the address of one; empty for none.",
      default: null,
    },
  ),
});

/** The same parameters when nothing is required: on update. */
export const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
