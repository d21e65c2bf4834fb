import type { Post } from "../model/post.ts";
import type { Parameter } from "../parameter.ts";
import { EXAMPLE_IDS } from "../parameters/example-ids.ts";
import { maximumPieces } from "../parameters/lists.ts";
import { resolveLinkedIds } from "../parameters/references.ts";
import type { EventFilterDeps } from "./event-filter.ts";

/**
 * A list of IDs of existing records; one that the caller may not read counts as unknown (90-decisions P22).
 * Source: 00-overview section 3.2, venue-list / organizer-list.
 */
export const readableIds = (
  { postStatuses, site }: EventFilterDeps,
  find: (ids: readonly number[]) => Promise<readonly Post[]>,
  kind: "venue" | "organizer",
  description: string,
): Parameter<readonly number[] | undefined> => ({
  description,
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maximumPieces(site),
    example: [EXAMPLE_IDS[kind]],
  },
  resolve: (raw, { actor }) =>
    resolveLinkedIds(
      async (ids) => (await find(ids)).filter((post) => postStatuses.canRead(post, actor)),
      `unknown-${kind}`,
      maximumPieces(site),
    )(raw),
});
