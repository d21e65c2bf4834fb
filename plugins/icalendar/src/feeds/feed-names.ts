import type { FormatContext, FormatSubject, PluginDeps } from "@kalends/core/plugin";
import type { IcalendarOptions } from "../options.ts";

/** The record that a feed is about: what it is called, by plain text, its slug, and its page. */
export interface FeedSubject {
  readonly name: string;
  readonly slug: string;
  readonly page: string;
}

const subjectOf = (
  subject: FormatSubject,
  { present }: Pick<FormatContext, "present">,
  toText: PluginDeps["toText"],
): FeedSubject => {
  switch (subject.kind) {
    case "event": {
      const { event } = subject.view;
      return { name: toText(event.title), slug: event.slug, page: present.eventUrl(event) };
    }
    case "venue": {
      const { venue } = subject.view;
      return { name: toText(venue.name), slug: venue.slug, page: present.venueUrl(venue) };
    }
    case "organizer": {
      const { organizer } = subject.view;
      return { name: toText(organizer.name), slug: organizer.slug, page: present.organizerUrl(organizer) };
    }
    default: {
      const { term } = subject.view;
      return { name: term.name, slug: term.slug, page: present.termUrl(subject.view) };
    }
  }
};

/** What a feed is called, and the page that shows the same: of the record that it is about, or of all events. */
export const feedSubject = (
  { subject, present }: Pick<FormatContext, "subject" | "present">,
  { name }: IcalendarOptions,
  toText: PluginDeps["toText"],
): FeedSubject =>
  subject === undefined
    ? { name: name ?? new URL(present.site).hostname, slug: "calendar", page: `${present.site}/events/` }
    : subjectOf(subject, { present }, toText);

/** `inline; filename="harbour-fair.ics"`: shown or subscribed to where a program can, and saved under this name. */
export const disposition = (slug: string, extension: string): string => {
  const name = `${slug === "" ? "calendar" : slug}.${extension}`;
  // Slugs are percent-encoded where they are not ASCII.
  return /^[\w.-]+$/.test(name)
    ? `inline; filename="${name}"`
    : `inline; filename="calendar.${extension}"; filename*=UTF-8''${name}`;
};
