import { type StatusSelection, statusList } from "../parameters/references.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";

interface StatusValues {
  readonly status: StatusSelection | undefined;
}

/**
 * `status`: events in these statuses, as far as the caller may list them. Links name the effective status, except for
 * callers who see more than the public one (00-overview section 6.3, D18). Source: 10-events section 6.
 */
export const createStatusFilter = ({ postStatuses, site }: EventFilterDeps): EventFilter =>
  eventFilter<StatusValues>({
    parameters: {
      status: {
        ...statusList(postStatuses, site, {
          description:
            "Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such events. Without it: all that the caller may see, but the trash.",
        }),
        documented: { type: "string", format: "string", example: "publish" },
      },
    },
    narrow: (query, { status }) => (status === undefined ? query : { ...query, visible: status.visible }),
    links: ({ status }, actor) => {
      if (status !== undefined) return { status: status.names.join(",") };
      const { statuses, own } = postStatuses.visibleTo(actor);
      const onlyPublic = own === undefined && statuses.every((name) => postStatuses.isPublic(name));
      return onlyPublic ? { status: statuses.join(",") } : {};
    },
  });
