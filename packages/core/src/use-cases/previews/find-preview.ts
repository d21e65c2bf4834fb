import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { EventView } from "../../model/views.ts";
import type { PreviewedEvent } from "../../plugins/event-preview.ts";
import type { Accounts } from "../../ports/accounts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Secrets } from "../../ports/secrets.ts";
import type { Store } from "../../ports/store.ts";
import { ANONYMOUS } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { Slices } from "../../unit-of-work/slices.ts";
import { type PostViews, singleView } from "../posts/post-views.ts";
import { createPreviewedDates } from "./previewed-dates.ts";
import { previewsIn, type StoredPreview, unsavedIn } from "./stored-previews.ts";
import { withNewRecords, withUnsaved } from "./unsaved-members.ts";

/**
 * Returns the event that belongs to the token of a preview, as visitors would see it. Returns `undefined` if
 * the token is invalid, the preview has ended, or its event is in the trash.
 */
export type FindPreview = (token: string) => Promise<PreviewedEvent | undefined>;

interface FindPreviewDeps {
  readonly store: Store;
  readonly views: Pick<PostViews<CalendarEvent, EventView>, "all">;
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly slices: Slices | undefined;
  readonly postStatuses: PostStatuses;
  readonly secrets: Pick<Secrets, "matches">;
  readonly actorOf: Accounts["actorOf"];
}

const TOKEN = /^([0-9a-f]{16})-([\w-]{43})$/;

/**
 * Creates the function that finds previews. A preview is valid only as long as its creator may edit the
 * event.
 * Source: rules/preview.md#end-of-previews.
 */
export const createFindPreview = (deps: FindPreviewDeps): FindPreview => {
  const { store, views, clock, postStatuses, secrets, actorOf } = deps;
  const datesOf = createPreviewedDates({ ...deps, events: store.events });

  /** True if the creator may still edit the event, or if the rights of the creator cannot be read. */
  const mayStillEdit = async (
    { user, isOfHost, credential }: StoredPreview,
    event: CalendarEvent,
  ): Promise<boolean> => {
    if (user === undefined || isOfHost) return true;
    const actor = await actorOf(user, credential);
    return actor !== undefined && postStatuses.canEdit(event, actor);
  };

  return async (token) => {
    const [, id = "", secret = ""] = TOKEN.exec(token) ?? [];
    const preview = id === "" ? undefined : await previewsIn(store).get(id);
    if (preview === undefined || preview.expires <= clock.now()) return undefined;
    if (!secrets.matches(secret, preview.hash)) return undefined;
    const stored = await store.events.find(preview.eventId);
    if (stored === undefined || stored.status === "trash") return undefined;
    if (!(await mayStillEdit(preview, stored))) return undefined;
    const unsaved = preview.hasUnsaved ? await unsavedIn(store).get(id) : undefined;
    if (preview.hasUnsaved && unsaved === undefined) return undefined;
    const edited = unsaved === undefined ? stored : withUnsaved(stored, unsaved);
    const status = postStatuses.isPublic(stored.status) ? stored.status : "publish";
    const shown: CalendarEvent = { ...edited, status };
    const { nextOccurrence: _next, ...read } = singleView(await views.all([shown], ANONYMOUS));
    const view = unsaved === undefined ? read : withNewRecords(read, unsaved, postStatuses);
    const { upcoming, next } = await datesOf(stored, shown);
    return { view: { ...view, ...(next !== undefined && { nextOccurrence: next }) }, upcoming };
  };
};
