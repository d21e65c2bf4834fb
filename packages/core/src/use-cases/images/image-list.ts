import { parseMoment } from "../../model/date-parsing/parse-date.ts";
import type { Image } from "../../model/image.ts";
import type { SiteSettings } from "../../model/site.ts";
import { toSearchFragments } from "../../model/text/text-search.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { ListResult } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameter, ParametersFor } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import { flag, MAX_SEARCH_LENGTH, refuse, text } from "../../parameters/scalars.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Repositories } from "../../ports/store.ts";
import { can } from "../../rights/actor.ts";

/** Time in UTC, with the text that the client sent. */
interface SentTime {
  readonly utc: WallClock;
  readonly sent: string;
}

/** Values of the parameters of an image list. */
export type ImageListValues = {
  readonly page: number;
  readonly per_page: number;
  readonly search?: string | undefined;
  readonly used?: boolean | undefined;
  readonly since?: SentTime | undefined;
  readonly until?: SentTime | undefined;
};

interface ImageListDeps {
  readonly store: Pick<Repositories, "images">;
  readonly site: SiteSettings;
  readonly clock: Clock;
}

/**
 * Creates the operation that lists images. Source: rules/images.md#image-list, rules/images.md#image-filters.
 */
export const createImageList = ({
  store,
  site,
  clock,
}: ImageListDeps): CollectionOperation<ImageListValues, ListResult<Image>> => {
  const time = (description: string): Parameter<SentTime | undefined> => ({
    description,
    documented: { type: "string", example: "2031-05-16 12:00:00" },
    resolve(raw) {
      const sent = typeof raw === "number" ? String(raw) : raw;
      const moment = typeof sent === "string" ? parseMoment(sent, site.timezone, clock) : undefined;
      return moment === undefined ? refuse("not-a-date") : { value: { utc: moment.utc, sent: String(sent) } };
    },
  });
  const parameters: ParametersFor<ImageListValues> = {
    ...pagingParameters(site),
    search: text("parameter.images.search", { example: "poster", maximum: MAX_SEARCH_LENGTH }),
    used: flag({ description: "parameter.images.used", documented: { example: false } }),
    since: time("parameter.images.since"),
    until: time("parameter.images.until"),
  };
  return {
    method: "read",
    parameters,
    permits: (actor) => can(actor, "upload"),
    async run({ page, per_page: perPage, search, used, since, until }) {
      const { items, total } = await store.images.list({
        ...{ page, perPage },
        ...(search !== undefined && { search: toSearchFragments(search) }),
        ...(used !== undefined && { isUsed: used }),
        created: { ...(since && { from: since.utc }), ...(until && { before: until.utc }) },
      });
      return { items, total, page, perPage, understood: { search, used, since, until } };
    },
  };
};
