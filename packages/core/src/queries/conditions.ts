import type { Post, WallClock } from "../model/post.ts";
import type { Coordinates } from "../model/venue.ts";
import { distanceBetween, type LocationFilter, plainBoxes } from "./geography.ts";
import { byNumber, type Comparison } from "./order.ts";
import type { ExtensionFilter, Visibility, WallClockRange } from "./query.ts";

/** Whether what is asked for holds; what is not asked for does. */
export const holds = <Asked>(asked: Asked | undefined, test: (asked: Asked) => boolean): boolean =>
  asked === undefined || test(asked);

export const isVisible = (
  { status, author }: Pick<Post, "status" | "author">,
  { statuses, own }: Visibility,
): boolean => statuses.includes(status) || (own?.author === author && own.statuses.includes(status));

export const isWithin = (text: WallClock, { from, after, until, before }: WallClockRange): boolean =>
  holds(from, (bound) => text >= bound) &&
  holds(after, (bound) => text > bound) &&
  holds(until, (bound) => text <= bound) &&
  holds(before, (bound) => text < bound);

/** The member itself, never one that every object has. */
const memberOf = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

export const hasExtensions = (
  { extensions }: Pick<Post, "extensions">,
  filters: readonly ExtensionFilter[],
): boolean =>
  filters.every(({ plugin, field, anyOf }) => {
    const value = memberOf(memberOf(extensions, plugin) ?? {}, field);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return anyOf.some((wanted) => values.includes(wanted));
  });

/** Whether a place that is known, or is not, is what the filter asks for. */
export const isLocated = (
  place: Coordinates | undefined,
  { known, within, inside }: LocationFilter,
): boolean =>
  holds(known, (wanted) => wanted === (place !== undefined)) &&
  holds(
    within,
    ({ center, kilometres }) => place !== undefined && distanceBetween(center, place) <= kilometres,
  ) &&
  holds(
    inside,
    (box) =>
      place !== undefined &&
      plainBoxes(box).some(
        ({ west, south, east, north }) =>
          west <= place.lng && place.lng <= east && south <= place.lat && place.lat <= north,
      ),
  );

/** The nearest to the centre of the circle first. */
export const byDistance = <T>(
  { within }: LocationFilter,
  placeOf: (record: T) => Coordinates | undefined,
): Comparison<T> =>
  byNumber((record) => {
    const place = placeOf(record);
    return within === undefined || place === undefined ? 0 : distanceBetween(within.center, place);
  });
