import { image } from "../../parameters/image.ts";
import { author, date, writableStatus } from "../../parameters/references.ts";
import { MAX_NAME_LENGTH, requiredText, textOrEmpty } from "../../parameters/scalars.ts";
import type { PostParameterDeps } from "../posts/post-fields.ts";
import type { SharedParameters } from "./linked-kind.ts";

/** The fields that venues and organizers have in common. Source: rules/venues-organizers.md#linked-ignored-fields. */
export const sharedParameters = (
  kind: "venue" | "organizer",
  { authors, clock, postStatuses, images }: PostParameterDeps,
): SharedParameters => {
  const unset = kind === "organizer" ? { default: null } : {};
  return {
    name: requiredText(`The name of the ${kind}, as plain text or with the HTML that titles may have.`, {
      example: kind === "venue" ? "Pier Nine Hall" : "Blue Note Society",
      maximum: MAX_NAME_LENGTH,
      ...unset,
    }),
    author: author(authors, {
      description:
        "The id of the user who is its author; without it, whoever creates it. Naming somebody else needs the right to edit what others wrote.",
      ...unset,
    }),
    date: date(clock, {
      description:
        "When it is published, in the time zone of the site; without it, now. A date to come makes it a scheduled one.",
      ...unset,
    }),
    date_utc: date(clock, { description: "When it is published, in UTC; instead of date.", ...unset }),
    description: textOrEmpty(
      `What there is to say about the ${kind}, as HTML, which is cleaned. Empty: nothing.`,
      { example: "<p>Old friends of jazz.</p>" },
    ),
    status: writableStatus(postStatuses, {
      description:
        "Its status. Without it, a new one is published, or a draft where the caller may not publish.",
      documented: { example: "publish" },
      ...unset,
    }),
    image: image(images, {
      description:
        "The image to show with it: the id of an image, as text, or the address of one to fetch. Empty: none.",
      default: null,
    }),
  };
};
