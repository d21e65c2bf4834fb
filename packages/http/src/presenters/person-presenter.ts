import { type OrganizerView, toLine } from "@kalends/core";
import { renderTitle } from "./html/rendered-text.ts";
import { imageUrl } from "./image-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

/** An organizer as structured data. Source: 50-representations section 9. */
export const presentPerson = ({ organizer, image }: OrganizerView, presentation: Presentation): Members => ({
  "@type": "Person",
  name: renderTitle(organizer.name),
  description: toLine(presentation.html(organizer.description)),
  ...(image !== undefined && { image: imageUrl(image.url, presentation) }),
  url: organizer.website,
  telephone: organizer.phone,
  email: organizer.email,
  sameAs: organizer.website,
});
