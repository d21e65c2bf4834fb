import type { EventFilter } from "../filters/event-filter.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Authors } from "../ports/accounts.ts";
import type { Clock } from "../ports/clock.ts";
import type { HtmlCleaner } from "../ports/html-cleaner.ts";
import type { Logger } from "../ports/logger.ts";
import type { PostStatuses } from "../ports/post-statuses.ts";
import type { Store } from "../ports/store.ts";

/** What the operations of the calendar are made from. */
export interface OperationDeps {
  readonly store: Store;
  readonly postStatuses: PostStatuses;
  readonly authors: Authors;
  readonly clock: Clock;
  readonly htmlCleaner: HtmlCleaner;
  readonly site: SiteSettings;
  readonly logger: Logger;
  /** The filters of event lists, the built-in ones first, in the order of the documentation. */
  readonly eventFilters: readonly EventFilter[];
}
