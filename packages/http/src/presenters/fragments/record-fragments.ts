import type { Image, JsonObject } from "@kalends/core";
import type { OrganizerView, TermView, VenueView } from "@kalends/core/interface";
import { weigh } from "../../representation/json-chunks.ts";
import { type Fragment, toByteText, toFragment, withMembers } from "../../representation/records.ts";
import { presentImage } from "../image-presenter.ts";
import { presentOrganizer, presentVenue } from "../linked-presenter.ts";
import type { Presentation } from "../presentation.ts";
import { presentEventTerm, presentTerm } from "../term-presenter.ts";

/*
 * Cached JSON texts of each kind of record. A fragment is byte for byte the result of `JSON.stringify` for
 * the presented record. A record has no fragment (`undefined`) if it is too long to be written at once, or if
 * plugins add members that cannot come last.
 */

/**
 * Maximum weight (see `weigh`) of a record with a fragment, and of the members that plugins add to a record.
 */
export const LIGHT = 65_536;

type Members = JsonObject | undefined;

/**
 * True if a member with this name cannot be appended as text. `JSON.stringify` or `Object.assign` would not
 * put it last, or would not treat it as plain data.
 */
const isSpecial = (name: string): boolean => /^\d/.test(name) || name === "__proto__" || name === "toJSON";

/**
 * Returns additional members as the text that `withMembers` expects; `undefined` if they cannot simply be
 * appended.
 */
export const writeMembers = (members: Members): string | undefined => {
  if (members === undefined) return "";
  if (weigh(members) > LIGHT) return undefined;
  if (Object.keys(members).some((name) => isSpecial(name))) return undefined;
  const text = JSON.stringify({ ...members });
  return text === "{}" ? "" : toByteText(`,${text.slice(1, -1)}`);
};

export const complete = (
  fragment: Fragment | undefined,
  texts: readonly (string | undefined)[],
): Fragment | undefined => {
  if (fragment === undefined) return undefined;
  const written = texts.filter((text) => text !== undefined);
  return written.length === texts.length ? withMembers(fragment, written) : undefined;
};

export const isHeavy = (...shown: readonly unknown[]): boolean => weigh(shown) > LIGHT;

export const ownVenue = ({ venue, image }: VenueView, presentation: Presentation): Fragment | undefined =>
  presentation.keep(`v${venue.id}`, [venue, image], () =>
    isHeavy(venue, image)
      ? undefined
      : toFragment(presentVenue({ venue, ...(image && { image }) }, presentation)),
  );

export const ownOrganizer = (
  { organizer, image }: OrganizerView,
  presentation: Presentation,
): Fragment | undefined =>
  presentation.keep(`o${organizer.id}`, [organizer, image], () =>
    isHeavy(organizer, image)
      ? undefined
      : toFragment(presentOrganizer({ organizer, ...(image && { image }) }, presentation)),
  );

export const eventTermFragment = (view: TermView, presentation: Presentation): Fragment | undefined =>
  presentation.keep(`c${view.term.id}`, [view.term, view.count], () =>
    isHeavy(view.term) ? undefined : toFragment(presentEventTerm(view, presentation)),
  );

export const venueFragment = (view: VenueView, presentation: Presentation): Fragment | undefined =>
  complete(ownVenue(view, presentation), [writeMembers(view.members)]);

export const organizerFragment = (view: OrganizerView, presentation: Presentation): Fragment | undefined =>
  complete(ownOrganizer(view, presentation), [writeMembers(view.members)]);

export const termFragment = (view: TermView, presentation: Presentation): Fragment | undefined =>
  presentation.keep(`t${view.term.id}`, [view.term, view.count, ...view.ancestors], () =>
    isHeavy(view) ? undefined : toFragment(presentTerm(view, presentation)),
  );

export const imageFragment = (image: Image, presentation: Presentation): Fragment | undefined =>
  presentation.keep(`i${image.id}`, [image], () =>
    isHeavy(image) ? undefined : toFragment(presentImage(image, presentation)),
  );
