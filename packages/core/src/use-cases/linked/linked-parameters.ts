import type { Parameter, Parameters } from "../../parameter.ts";
import { image } from "../../parameters/image.ts";
import { author, date, writableStatus } from "../../parameters/references.ts";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH, requiredText, textOrEmpty } from "../../parameters/scalars.ts";
import type { OperationDeps } from "../operation-deps.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** The fields that venues and organizers share, in front of those of their own. Source: 20-venues section 3. */
export const sharedParameters = (
  kind: Pick<LinkedKind<LinkedRecord, unknown>, "name">,
  { store, accounts, clock, postStatuses }: OperationDeps,
  unset: { readonly default?: null },
): {
  readonly name: Parameter<string>;
  readonly author: Parameter<number | undefined>;
  readonly date: Parameter<string | undefined>;
  readonly date_utc: Parameter<string | undefined>;
  readonly description: Parameter<string | undefined>;
  readonly status: Parameter<string | undefined>;
  readonly image: Parameter<number | null | undefined>;
} => ({
  name: requiredText({ description: `The name of the ${kind.name}.`, ...unset }, MAX_NAME_LENGTH),
  author: author(accounts, { description: "The id of the user who wrote it.", ...unset }),
  date: date(clock, { description: "When it is published, on the site's clock.", ...unset }),
  date_utc: date(clock, { description: "When it is published, in UTC.", ...unset }),
  description: textOrEmpty(
    { description: `What there is to say about the ${kind.name}, as HTML.`, default: null },
    MAX_TEXT_LENGTH,
  ),
  status: writableStatus(postStatuses, { description: "Its publication status.", ...unset }),
  image: image(store.images, {
    description: "The id of the image to show with it; empty for none.",
    default: null,
  }),
});

/** The same parameters when nothing is required: on update. */
export const optional = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, required: false }]),
  );
