import type { Parameter, Parameters } from "../../parameter.ts";
import { type ImageChoice, image } from "../../parameters/image.ts";
import { author, date, writableStatus } from "../../parameters/references.ts";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH, requiredText, textOrEmpty } from "../../parameters/scalars.ts";
import { createImageVisibility } from "../images/image-visibility.ts";
import type { OperationDeps } from "../operation-deps.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** The fields that venues and organizers share, in front of those of their own. Source: 20-venues section 3. */
export const sharedParameters = (
  kind: Pick<LinkedKind<LinkedRecord, unknown>, "name">,
  { store, authors, clock, postStatuses, imageFetcher }: OperationDeps,
  unset: { readonly default?: null },
): {
  readonly name: Parameter<string>;
  readonly author: Parameter<number | undefined>;
  readonly date: Parameter<string | undefined>;
  readonly date_utc: Parameter<string | undefined>;
  readonly description: Parameter<string | undefined>;
  readonly status: Parameter<string | undefined>;
  readonly image: Parameter<ImageChoice | null | undefined>;
} => ({
  name: requiredText(
    {
      description: `The name of the ${kind.name}, as plain text or with the HTML that titles may have.`,
      documented: { example: kind.name === "venue" ? "Pier Nine Hall" : "Blue Note Society" },
      ...unset,
    },
    MAX_NAME_LENGTH,
  ),
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
    {
      description: `What there is to say about the ${kind.name}, as HTML, which is cleaned. Empty: nothing.`,
      documented: { example: "<p>Old friends of jazz.</p>" },
      default: null,
    },
    MAX_TEXT_LENGTH,
  ),
  status: writableStatus(postStatuses, {
    description:
      "Its status. Without it, a new one is published, or a draft where the caller may not publish.",
    documented: { example: "publish" },
    ...unset,
  }),
  image: image(
    {
      images: store.images,
      isVisible: createImageVisibility({ store, postStatuses }),
      fetcher: imageFetcher,
    },
    {
      description:
        "The image to show with it: the id of an image, as text, or the address of one to fetch. Empty: none.",
      default: null,
    },
  ),
});

/** The same parameters when nothing is required: on update. */
export const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
