import { EXTERNAL_IDS } from "../../parameters/external-ids.ts";
import { image } from "../../parameters/image.ts";
import { author, date, writableStatus } from "../../parameters/references.ts";
import { MAX_NAME_LENGTH, requiredText, textOrEmpty } from "../../parameters/scalars.ts";
import type { PostParameterDeps } from "../posts/post-fields.ts";
import type { SharedParameters } from "./linked-kind.ts";

/**
 * Returns the parameters for the fields that venues and organizers have in common.
 * Source: rules/venues-organizers.md#linked-ignored-fields.
 */
export const sharedParameters = (
  kind: "venue" | "organizer",
  { authors, clock, postStatuses, images }: PostParameterDeps,
): SharedParameters => {
  const unset = kind === "organizer" ? { default: null } : {};
  return {
    name: requiredText(`parameter.${kind}.${kind}`, {
      example: kind === "venue" ? "Pier Nine Hall" : "Blue Note Society",
      maximum: MAX_NAME_LENGTH,
      ...unset,
    }),
    author: author(authors, {
      description: "parameter.linked.author",
      ...unset,
    }),
    date: date(clock, {
      description: "parameter.linked.date",
      ...unset,
    }),
    date_utc: date(clock, { description: "parameter.linked.date_utc", ...unset }),
    description: textOrEmpty(`parameter.${kind}.description`, { example: "<p>Old friends of jazz.</p>" }),
    status: writableStatus(postStatuses, {
      description: "parameter.linked.status",
      documented: { example: "publish" },
      ...unset,
    }),
    image: image(images, {
      description: "parameter.linked.image",
      default: null,
    }),
    external_ids: EXTERNAL_IDS,
  };
};
