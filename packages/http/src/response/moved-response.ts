import type { CalendarRequest, EndpointResponse } from "../route/route.ts";

/** Record to which the address of a merged record leads. */
interface Target {
  readonly id: number;
  readonly slug?: string;
}

/**
 * Returns the redirect from the address of a merged record to the same address of its target. The rest of the
 * path and the query stay.
 * Source: rules/merging.md#old-addresses.
 */
export const movedResponse = (
  { captured, addressAsSent }: Pick<CalendarRequest, "captured" | "addressAsSent">,
  { id, slug }: Target,
  named: "id" | "slug" = "id",
): EndpointResponse => {
  const [path = "", ...query] = addressAsSent().split("?");
  const place = path.lastIndexOf(`/${captured}`) + 1;
  const moved = path.slice(0, place) + (named === "slug" ? slug : id) + path.slice(place + captured.length);
  const headers = { Location: [moved, ...query].join("?") };
  return { status: 301, body: { merged_into: id }, headers };
};
