import { type EventView, isRecurring } from "@kalends/core/interface";
import { type Fragment, toByteText } from "../../representation/records.ts";
import { presentEventParts } from "../event-presenter.ts";
import type { Presentation } from "../presentation.ts";
import {
  complete,
  eventTermFragment,
  isHeavy,
  LIGHT,
  ownOrganizer,
  ownVenue,
  writeMembers,
} from "./record-fragments.ts";

/**
 * Returns the cached JSON texts (fragments) of all records. Returns `undefined` if one record has no
 * fragment, or if the fragments are too long together.
 */
const collect = <View>(
  views: readonly View[],
  toFragment: (view: View, presentation: Presentation) => Fragment | undefined,
  presentation: Presentation,
): readonly string[] | undefined => {
  const texts: string[] = [];
  let length = 0;
  for (const view of views) {
    const fragment = toFragment(view, presentation);
    length += fragment?.text.length ?? 0;
    if (fragment === undefined || length > LIGHT) return undefined;
    texts.push(fragment.text);
  }
  return texts;
};

const writeTerms = ({ categories, tags }: EventView, presentation: Presentation): string | undefined => {
  const ofCategories = collect(categories, eventTermFragment, presentation);
  const ofTags = collect(tags, eventTermFragment, presentation);
  return ofCategories && ofTags && `"categories":[${ofCategories.join()}],"tags":[${ofTags.join()}]`;
};

/**
 * Returns the fragment of an event with `terms`, the JSON text of its current categories and tags, instead of
 * the text from `from` to `to`.
 */
const withTerms = (
  { text, ends }: Fragment,
  [from, to]: readonly [number, number],
  terms: string,
): Fragment => {
  const moved = terms.length - (to - from);
  return {
    text: text.slice(0, from) + terms + text.slice(to),
    ends: ends.map((end) => end + moved),
    terms: [from, from + terms.length],
  };
};

const compose = (view: EventView, terms: string, presentation: Presentation): Fragment | undefined => {
  if (isHeavy(view.event, view.image)) return undefined;
  const venues = collect(view.venue === undefined ? [] : [view.venue], ownVenue, presentation);
  const organizers = collect(view.organizers, ownOrganizer, presentation);
  if (venues === undefined || organizers === undefined) return undefined;
  const { before, after } = presentEventParts(view, presentation);
  const from = toByteText(`${JSON.stringify(before).slice(0, -1)},`);
  const ends: number[] = [];
  let text = `${from}${terms},"venue":`;
  for (const venue of venues) {
    text += venue;
    ends.push(text.length - 1);
  }
  text += venues.length === 0 ? '[],"organizer":[' : ',"organizer":[';
  for (const [index, organizer] of organizers.entries()) {
    text += index === 0 ? organizer : `,${organizer}`;
    ends.push(text.length - 1);
  }
  text += `],${toByteText(JSON.stringify(after).slice(1))}`;
  return { text, ends: [...ends, text.length - 1], terms: [from.length, from.length + terms.length] };
};

export const eventFragment = (view: EventView, presentation: Presentation): Fragment | undefined => {
  const { event, image, venue, organizers, categories, tags, members } = view;
  const shown: unknown[] = [event, image, organizers.length, venue?.venue, venue?.image];
  for (const linked of organizers) shown.push(linked.organizer, linked.image);
  if (isRecurring(event)) shown.push(view.series, view.nextOccurrence, presentation.language);
  const own = shown.length;
  for (const { term, count } of categories) shown.push(term, count);
  for (const { term, count } of tags) shown.push(term, count);
  const fragment = presentation.keep(`e${event.id}`, shown, (last, same) => {
    const terms = writeTerms(view, presentation);
    if (terms === undefined) return undefined;
    return last?.terms !== undefined && same >= own
      ? withTerms(last, last.terms, terms)
      : compose(view, terms, presentation);
  });
  const inner = venue === undefined ? organizers : [venue, ...organizers];
  if (members === undefined && inner.every((linked) => linked.members === undefined)) return fragment;
  return complete(fragment, [
    ...(venue === undefined ? [] : [writeMembers(venue.members)]),
    ...organizers.map((linked) => writeMembers(linked.members)),
    writeMembers(members),
  ]);
};
