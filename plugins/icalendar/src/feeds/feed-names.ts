import type { FormatContext, PluginDeps } from "@kalends/core/plugin";
import type { IcalendarOptions } from "../options.ts";

/** Name, slug and web page URL of the record whose events a feed contains. The name is plain text. */
export interface FeedSubject {
  readonly name: string;
  readonly slug: string;
  readonly page: string;
}

const subjectOf = (
  subject: NonNullable<FormatContext["subject"]>,
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

/**
 * Returns the name of a feed, its slug for file names and the URL of the web page with the same content.
 * `subject` is the record of the feed; without it, the feed contains all events.
 */
export const feedSubject = (
  { subject, present }: Pick<FormatContext, "subject" | "present">,
  { name }: IcalendarOptions,
  toText: PluginDeps["toText"],
): FeedSubject =>
  subject === undefined
    ? { name: name ?? new URL(present.site).hostname, slug: "calendar", page: `${present.site}/events/` }
    : subjectOf(subject, { present }, toText);

/**
 * Returns a Content-Disposition header, such as `inline; filename="harbour-fair.ics"`. Calendar apps can open
 * the file directly. If a user saves it, the file gets this name.
 */
export const disposition = (slug: string, extension: string): string => {
  const name = `${slug === "" ? "calendar" : slug}.${extension}`;
  // Slugs with non-ASCII characters are stored percent-encoded.
  return /^[\w.-]+$/.test(name)
    ? `inline; filename="${name}"`
    : `inline; filename="calendar.${extension}"; filename*=UTF-8''${name}`;
};
