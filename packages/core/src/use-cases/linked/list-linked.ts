import { CalendarError } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { Image } from "../../model/image.ts";
import type { LinkedQuery, Visibility } from "../../model/queries.ts";
import { toSearchFragments } from "../../model/text-search.ts";
import { toWallClock, utcText } from "../../model/time-zone.ts";
import type { ListResult } from "../../model/views.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { OperationDeps } from "../operation-deps.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";
import type { LinkedListValues } from "./linked-parameters.ts";

/** Events of these statuses count for `has_events`. Source: 20-venues section 2.1. */
const WITH_EVENTS = ["publish", "future", "private"];

/** Lists venues or organizers. Source: 20-venues section 2, 00-overview section 6. */
export const createListLinked = <R extends LinkedRecord, Details, View>(
  kind: LinkedKind<R, Details>,
  toView: (record: R, image: Image | undefined) => View,
  { store, postStatuses, clock, site }: OperationDeps,
): ((values: ParameterValues, actor: Actor) => Promise<ListResult<View>>) => {
  const toQuery = (values: LinkedListValues, actor: Actor): LinkedQuery => {
    const { search, event, has_events: hasEvents, only_with_upcoming: upcoming, status } = values;
    const listed = status?.visible ?? postStatuses.visibleTo(actor);
    const fragments = search === undefined ? undefined : toSearchFragments(search);
    const nowUtc = utcText(clock.now());
    return {
      page: values.page,
      perPage: Math.min(values.per_page, site.maxPerPage),
      visible: fragments === undefined ? listed : searchable(listed, fragments),
      ...(fragments !== undefined && { search: fragments }),
      ...(event !== undefined && { eventId: event }),
      ...(hasEvents !== undefined && {
        events: {
          linked: hasEvents.value ? "any" : "none",
          visible: postStatuses.listable(WITH_EVENTS, actor) ?? { statuses: postStatuses.publicNames },
        },
      }),
      ...(upcoming?.value === true && {
        upcoming: {
          visible: postStatuses.visibleTo(actor),
          ...(site.displayZone === "event"
            ? { clock: "local", from: toWallClock(nowUtc, site.timezone) }
            : { clock: "utc", from: nowUtc }),
        },
      }),
    };
  };

  return async (raw, actor) => {
    // The list's own parameters are what gave these values their types.
    const values = raw as LinkedListValues;
    const query = toQuery(values, actor);
    const { items, total } = await kind.repositoryOf(store).list(query);
    if (items.length === 0 && query.page > 1) throw new CalendarError(kind.codes.pageNotFound);
    const ids = items.flatMap(({ imageId }) => (imageId === undefined ? [] : [imageId]));
    const images = new Map(
      (ids.length === 0 ? [] : await store.images.findMany(ids)).map((image) => [image.id, image]),
    );
    return {
      items: items.map((record) =>
        toView(record, record.imageId === undefined ? undefined : images.get(record.imageId)),
      ),
      total,
      page: query.page,
      perPage: query.perPage,
      query: linksOf(values, actor),
    };
  };
};

/** A search never finds what is in the trash, and nothing at all without a letter or digit to look for. */
const searchable = ({ statuses, own }: Visibility, fragments: readonly string[]): Visibility => {
  if (fragments.length === 0) return { statuses: [] };
  const kept = statuses.filter((status) => status !== "trash");
  if (own === undefined) return { statuses: kept };
  return {
    statuses: kept,
    own: { ...own, statuses: own.statuses.filter((status) => status !== "trash") },
  };
};

/** Source: 00-overview section 6.3, D18. */
const linksOf = (values: LinkedListValues, actor: Actor): ListResult<unknown>["query"] => {
  const implied = can(actor, "edit") ? undefined : "publish";
  const links: readonly (readonly [string, string | undefined])[] = [
    ["event", values.event?.toString()],
    ["has_events", values.has_events?.text],
    ["status", values.status?.names.join(",") ?? implied],
    ["search", values.search],
    ["only_with_upcoming", values.only_with_upcoming?.text || undefined],
  ];
  return links.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
};
