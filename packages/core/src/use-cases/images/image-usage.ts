import type { CalendarEvent } from "../../model/event.ts";
import type { Image } from "../../model/image.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Post } from "../../model/post.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Venue } from "../../model/venue.ts";
import type { ItemOperation, Target } from "../../operation.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import { refuse } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { requireImageRecord } from "./image-rights.ts";
import { listableTo } from "./image-visibility.ts";

/** Kinds of records with an image, in the order in which their use is listed. */
const KINDS = ["event", "venue", "organizer"] as const;

/** Record that uses an image. */
export type ImageUse =
  | { readonly kind: "event"; readonly record: CalendarEvent }
  | { readonly kind: "venue"; readonly record: Venue }
  | { readonly kind: "organizer"; readonly record: Organizer };

/** Page of the records that use an image. */
export interface ImageUsagePage {
  /** Records of the page. It can have fewer records than requested even if more follow. */
  readonly uses: readonly ImageUse[];
  /** Cursor for the next page; absent on the last page. */
  readonly next?: string;
}

interface Position {
  readonly kind: ImageUse["kind"];
  /** Id of the last record before the position. Only records with a higher id follow. */
  readonly id: number;
}

export type ImageUsageValues = {
  readonly per_page: number;
  readonly cursor?: Position | undefined;
};

/** Maximum number of records that are read for one page. Policies may hide most of them from the caller. */
const MAX_READ = 1_000;
const BATCH = 100;

const toPosition = (text: string): Position | undefined => {
  const [, name, digits] = /^([a-z]+)-(0|[1-9]\d{0,14})$/.exec(text) ?? [];
  const kind = KINDS.find((one) => one === name);
  return kind && { kind, id: Number(digits) };
};

const toCursor = ({ kind, id }: Position): string => `${kind}-${id}`;

interface ImageUsageDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers">;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly target: Target<Image>;
}

/**
 * Creates the operation that lists the records that use an image: events, then venues, then organizers, by
 * id. It names only records that the caller may read. Source: rules/images.md#image-usage.
 */
export const createImageUsage = ({
  store,
  postStatuses,
  site,
  target,
}: ImageUsageDeps): ItemOperation<ImageUsageValues, ImageUsagePage, Image> => {
  const readPage = async (
    imageId: number,
    actor: Actor,
    first: Position,
    limit: number,
  ): Promise<ImageUsagePage> => {
    const visible = listableTo(actor, postStatuses);
    const uses: ImageUse[] = [];
    let read = 0;
    for (const kind of KINDS.slice(KINDS.indexOf(first.kind))) {
      let afterId = kind === first.kind ? first.id : 0;
      for (;;) {
        const found: readonly Post[] = await store[`${kind}s`].showing(imageId, BATCH, visible, afterId);
        for (const record of found) {
          if (uses.length === limit || read === MAX_READ)
            return { uses, next: toCursor({ kind, id: afterId }) };
          // The type is safe, because the record comes from the repository of its kind.
          if (postStatuses.canRead(record, actor)) uses.push({ kind, record } as ImageUse);
          afterId = record.id;
          read += 1;
        }
        if (found.length < BATCH) break;
      }
    }
    return { uses };
  };

  return {
    method: "read",
    parameters: {
      per_page: pagingParameters(site).per_page,
      cursor: {
        description: "parameter.images.cursor",
        documented: { type: "string", example: "event-412" },
        resolve(raw) {
          const value = typeof raw === "string" ? toPosition(raw) : undefined;
          return value === undefined ? refuse("not-acceptable") : { value };
        },
      },
    },
    target,
    permits: () => true,
    run: ({ per_page: limit, cursor = { kind: KINDS[0], id: 0 } }, { actor, found }) =>
      readPage(requireImageRecord(found?.record).id, actor, cursor, limit),
  };
};
