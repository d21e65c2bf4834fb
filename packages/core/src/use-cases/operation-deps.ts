import type { EventFilter, OrganizerFilter, VenueFilter } from "../filters/list-filter.ts";
import type { PostStatuses } from "../model/post-statuses.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Taxonomy } from "../model/term.ts";
import type { ExtensibleKind } from "../plugins/contributions.ts";
import type { RecordExtensions } from "../plugins/record-extensions.ts";
import type { Authors } from "../ports/accounts.ts";
import type { DomainEventSink } from "../ports/domain-events.ts";
import type { HtmlCleaner } from "../ports/html-cleaner.ts";
import type { ImageFetcher } from "../ports/image-fetcher.ts";
import type { Store } from "../ports/store.ts";
import type { ImageFilesDeps } from "./images/image-files.ts";

/** The names of the members that the interface shows of each kind of record, those of plugins not counted. */
export type MemberNames = Readonly<Record<ExtensibleKind | Taxonomy, readonly string[]>>;

/** What the operations of the calendar are made from. */
export interface OperationDeps extends ImageFilesDeps {
  readonly store: Store;
  readonly imageFetcher: ImageFetcher;
  readonly postStatuses: PostStatuses;
  readonly authors: Authors;
  readonly htmlCleaner: HtmlCleaner;
  readonly site: SiteSettings;
  /** What clients read and send back is nothing unknown. */
  readonly memberNames: MemberNames;
  /** The filters of event lists, the built-in ones first, in the order of the documentation. */
  readonly eventFilters: readonly EventFilter[];
  /** Those that plugins add to the built-in ones. */
  readonly venueFilters?: readonly VenueFilter[];
  readonly organizerFilters?: readonly OrganizerFilter[];
  /** What plugins add to records; nothing by default. */
  readonly extensions?: RecordExtensions | undefined;
  /** Who is told what happens; nobody by default. */
  readonly domainEvents?: DomainEventSink | undefined;
}
