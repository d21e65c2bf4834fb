import type { CoreCapacities } from "./capacities.ts";
import { builtInFilters } from "./filters/event-filters.ts";
import type { EventFilter, OrganizerFilter, VenueFilter } from "./filters/list-filter.ts";
import type { SiteSettings } from "./model/site.ts";
import type { Operations } from "./operations.ts";
import { maxListEntries } from "./parameters/lists.ts";
import type { Authors } from "./ports/accounts.ts";
import type { HtmlCleaner } from "./ports/html-cleaner.ts";
import type { ImageFetcher } from "./ports/image-fetcher.ts";
import type { Store } from "./ports/store.ts";
import type { Policies } from "./rights/plugin-policies.ts";
import type { PostStatuses } from "./rights/record-rights.ts";
import { createChecked, createRehearse } from "./unit-of-work/rehearsal.ts";
import { createTransact, type TransactDeps } from "./unit-of-work/transact.ts";
import { createAuditOperation } from "./use-cases/audit/audit-operation.ts";
import type { ReadAudit } from "./use-cases/audit/read-audit.ts";
import { createEventContent } from "./use-cases/events/event-content.ts";
import { createFields, updateFields } from "./use-cases/events/event-fields.ts";
import { createEventOperations } from "./use-cases/events/event-operations.ts";
import { createEventViews } from "./use-cases/events/event-views.ts";
import type { EventFacetsDeps } from "./use-cases/events/facets/event-facets.ts";
import { createEventLinks } from "./use-cases/events/linked-fields.ts";
import { createEventWriter } from "./use-cases/events/write-event.ts";
import { createFieldsOperation } from "./use-cases/fields/fields-operation.ts";
import { createImageFiles, type ImageFilesDeps } from "./use-cases/images/image-files.ts";
import { createImageIntake } from "./use-cases/images/image-intake.ts";
import { createImageOperations } from "./use-cases/images/image-operations.ts";
import { createImageVisibility } from "./use-cases/images/image-visibility.ts";
import { createWriteWithImages } from "./use-cases/images/record-images.ts";
import { createJobOperations } from "./use-cases/jobs/job-operations.ts";
import type { LinkedKind, LinkedRecord } from "./use-cases/linked/linked-kind.ts";
import { createLinkedOperations, type LinkedParts } from "./use-cases/linked/linked-operations.ts";
import { sharedParameters } from "./use-cases/linked/linked-parameters.ts";
import { createLinkedWriter } from "./use-cases/linked/linked-writer.ts";
import { ORGANIZER } from "./use-cases/organizers/organizer-kind.ts";
import { createPostFields, type PostFieldsDeps } from "./use-cases/posts/post-fields.ts";
import { createResolvePublication } from "./use-cases/posts/resolve-publication.ts";
import { createTexts } from "./use-cases/posts/texts.ts";
import { createPreferenceOperations } from "./use-cases/preferences/preference-operations.ts";
import type { Previewing } from "./use-cases/previews/preview-operations.ts";
import { SCOPE } from "./use-cases/series/occurrences/scope.ts";
import type { ReadStatus } from "./use-cases/status/status.ts";
import { createStatusOperation } from "./use-cases/status/status-operation.ts";
import { createTermOperations } from "./use-cases/terms/term-operations.ts";
import { VENUE } from "./use-cases/venues/venue-kind.ts";
import { createVenueOperations } from "./use-cases/venues/venue-operations.ts";

/** Objects that all operations need. */
export interface OperationDeps extends ImageFilesDeps, TransactDeps, PostFieldsDeps {
  readonly store: Store;
  readonly imageFetcher: ImageFetcher;
  readonly postStatuses: PostStatuses;
  readonly authors: Authors;
  readonly htmlCleaner: HtmlCleaner;
  readonly site: SiteSettings;
  /** Filters of event lists that plugins add to the built-in ones. */
  readonly eventFilters?: readonly EventFilter[];
  readonly venueFilters?: readonly VenueFilter[];
  readonly organizerFilters?: readonly OrganizerFilter[];
  /** Policies that restrict rights and reads. `postStatuses` already applies them. */
  readonly policies?: Policies | undefined;
  /** Reads the audit log. Absent if the calendar has no audit log. */
  readonly readAudit?: ReadAudit | undefined;
  /** Reads the state of the installation. Absent inside transactions. */
  readonly readStatus?: ReadStatus | undefined;
  readonly capacities: Pick<CoreCapacities, "uploads" | "fetches">;
  /** Objects for previews. Absent if no plugin renders previews. */
  readonly previewing?: Previewing | undefined;
  /** Returns the names of users by their ids, as far as they are known. */
  readonly namesOfUsers?: EventFacetsDeps["namesOfUsers"];
}

/** Settings of all operations. */
export interface OperationOptions {
  /** True if all writes are parts of one transaction that the caller controls. Dry runs are then refused. */
  readonly isInTransaction?: boolean;
  /**
   * Number of milliseconds for which counts are kept if the store has no revision; 0 by default.
   */
  readonly staleness?: number;
}

/** Creates all operations of the calendar on a store. */
export const createOperations = (
  deps: OperationDeps,
  { isInTransaction = false, staleness = 0 }: OperationOptions = {},
): Operations => {
  const { store, postStatuses, site, clock, logger, imageFetcher, extensions, memberNames, policies } = deps;
  const { readAudit, readStatus, slices, capacities, previewing } = deps;
  const { eventFilters = [], venueFilters = [], organizerFilters = [] } = deps;
  const texts = createTexts(deps);
  const transact = createTransact(deps, { isInTransaction });
  const rehearse = createRehearse(deps, isInTransaction);
  const checked = createChecked(rehearse, transact);
  const files = createImageFiles(deps);
  const isVisible = createImageVisibility(deps);
  const intake = createImageIntake({
    ...{ store, files, imageFetcher, transact, clock, logger, capacities },
  });
  const writeWithImages = createWriteWithImages({ rehearse, transact, withImages: intake.withImages });
  const resolvePublication = createResolvePublication(deps);
  const images = { images: store.images, isVisible, fetcher: imageFetcher };
  const parameterDeps = { authors: deps.authors, clock, postStatuses, images };
  const common = {
    ...{ store, postStatuses, policies, clock, site, logger, extensions, texts, resolvePublication },
    slices,
  };
  const writing = {
    ...common,
    checked,
    writeWithImages,
    isInTransaction,
    authors: deps.authors,
    history: deps.history,
    isImageVisible: isVisible,
    previewing,
    namesOfUsers: deps.namesOfUsers,
    staleness,
  };

  const decorates = eventFilters.map((filter) => filter.decorates);
  const fieldsOf = {
    event: createPostFields(
      "event",
      deps,
      decorates.map((schemas) => schemas?.event),
    ),
    venue: createPostFields("venue", deps, [
      ...decorates.map((schemas) => schemas?.venue),
      ...venueFilters.map((filter) => filter.decorates),
    ]),
    organizer: createPostFields(
      "organizer",
      deps,
      organizerFilters.map((filter) => filter.decorates),
    ),
  };
  const linked = <R extends LinkedRecord, Details>(kind: LinkedKind<R, Details>): LinkedParts<R, Details> => {
    const own = kind.parameters(sharedParameters(kind.name, parameterDeps));
    const fields = fieldsOf[kind.name];
    return { own, fields, writer: createLinkedWriter(kind, { ...common, own, fields }) };
  };
  const venues = linked(VENUE);
  const organizers = linked(ORGANIZER);
  const links = createEventLinks({ ...common, venues: venues.writer, organizers: organizers.writer });
  const maximum = maxListEntries(site);
  const eventWriter = createEventWriter({ ...common, content: createEventContent({ texts }), links });

  const operations: Omit<Operations, "fields"> = {
    events: createEventOperations(
      {
        writer: eventWriter,
        builtInFilters: builtInFilters({ repositories: store, postStatuses, clock, site }, eventFilters),
        addedFilters: eventFilters,
        fields: fieldsOf.event,
        parameters: {
          new: createFields(parameterDeps, links.fields, maximum),
          existing: { ...updateFields(parameterDeps, links.fields, maximum), ...SCOPE },
        },
        views: createEventViews(common),
        // Feeds get no clock, so their views have no next occurrence. The next occurrence changes with time,
        // and feeds should stay the same until data changes.
        feedViews: createEventViews({ ...common, clock: undefined }),
      },
      writing,
    ),
    venues: createVenueOperations(createLinkedOperations(VENUE, venues, venueFilters, writing), common),
    organizers: createLinkedOperations(ORGANIZER, organizers, organizerFilters, writing),
    categories: createTermOperations("category", {
      ...common,
      transact,
      checked,
      isInTransaction,
      shown: memberNames.category,
    }),
    tags: createTermOperations("tag", {
      ...common,
      transact,
      checked,
      isInTransaction,
      shown: memberNames.tag,
    }),
    images: createImageOperations({ ...common, isVisible, files, intake, transact, checked }),
    preferences: createPreferenceOperations(store),
    jobs: createJobOperations({ store, site }),
    ...(readAudit && { audit: createAuditOperation({ readAudit, site, clock }) }),
    ...(readStatus && { status: createStatusOperation(readStatus) }),
  };
  return { ...operations, fields: createFieldsOperation({ operations, extensions, postStatuses, site }) };
};
