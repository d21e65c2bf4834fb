import { createAdjustments, type WriteResult } from "../../adjustment.ts";
import { CalendarError, limitReached } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { DAY } from "../../model/time/wall-clock.ts";
import type { Call, ItemOperation } from "../../operation.ts";
import type { EventOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { withBounds } from "../../parsing/declared-bounds.ts";
import { type MadeWith, madeWithOf } from "../../plugins/made-with.ts";
import type { Accounts } from "../../ports/accounts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Secrets } from "../../ports/secrets.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import { LARGEST_DOCUMENT } from "../../queries/document-query.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { inUnit, previewsIn, removePreview, type StoredPreview, unsavedIn } from "./stored-previews.ts";
import { type UnsavedMembers, unsavedMembersOf } from "./unsaved-members.ts";

/** Lifetime of a preview without `days`, in milliseconds. */
const LIFETIME = 10 * 60_000;
const MAX_SHARE_DAYS = 14;
/**
 * `MAX_SHARED`: maximum number of valid links to share of one event. `MAX_OF_USER`: maximum number of valid
 * previews of one user, shared or not.
 * Source: rules/preview.md#preview-limits.
 */
const [MAX_SHARED, MAX_OF_USER] = [20, 200];
/** Number of unshared previews of one event that a user can have; a further one ends the oldest. */
const MAX_OWN = 10;

/** Link to share, as lists show it. Times are milliseconds since 1970. */
export interface SharedPreview extends Pick<MadeWith, "madeWith"> {
  readonly id: string;
  /** User id of the creator; absent if the creator has none. */
  readonly user?: number;
  readonly created: number;
  readonly expires: number;
}

/** Adjustments and notices of the dry run with which the unsaved members were validated. */
type Noted = Pick<WriteResult<unknown>, "adjustments" | "notices">;

/** New preview. `token` is the secret part of its address and cannot be read again. */
export interface NewPreview extends Noted {
  readonly token: string;
  readonly expires: number;
  /** Id of the link; only for links to share. */
  readonly id?: string;
}

/** Operations on the previews of an event. All of them need the right to edit the event. */
export interface PreviewOperations {
  readonly create: ItemOperation<ParameterValues, NewPreview, CalendarEvent>;
  /** Lists the links to share of the event that have not expired, newest first. */
  readonly list: ItemOperation<ParameterValues, readonly SharedPreview[], CalendarEvent>;
  /** Revokes the link with the id that was sent as the parameter `preview`. */
  readonly revoke: ItemOperation<ParameterValues, { readonly id: string }, CalendarEvent>;
}

/** Objects that only previews need. */
export interface Previewing {
  readonly secrets: Secrets;
  /** Returns 16 random characters of `0-9a-f`. */
  readonly newToken: () => string;
  /** Returns the current rights of an account: see `Accounts.actorOf`. */
  readonly actorOf: Accounts["actorOf"];
}

interface PreviewOperationsDeps extends Omit<Previewing, "actorOf"> {
  readonly store: Store;
  readonly clock: Clock;
  readonly postStatuses: Pick<PostStatuses, "canEdit">;
}

const DAYS: Parameters = {
  days: withBounds({
    type: "integer",
    description: "parameter.preview.days",
    documented: { minimum: 1, maximum: MAX_SHARE_DAYS, example: 7 },
  }),
};

const PREVIEW: Parameters = {
  preview: { type: "string", required: true, description: "path.preview" },
};

/** Returns the event of the path. Throws if it does not exist. */
const requireEvent = (found: Call<CalendarEvent>["found"], event = found?.record): CalendarEvent => {
  if (event !== undefined) return event;
  throw new CalendarError(found?.isOther === true ? "rest-invalid-event-id" : "rest-event-not-found");
};

/** Throws if the event is in the trash, where it has no web page. */
const requireShown = (event: CalendarEvent): CalendarEvent => {
  if (event.status === "trash") throw new CalendarError("event-no-longer-available");
  return event;
};

const requireSmall = (unsaved: UnsavedMembers | undefined): void => {
  if (JSON.stringify(unsaved ?? {}).length > LARGEST_DOCUMENT)
    throw new CalendarError("rest_body_too_large", { limit: LARGEST_DOCUMENT });
};

/**
 * Creates the operations on previews. Unsaved members are validated by a dry run of an update.
 * Source: rules/preview.md#preview.
 */
export const createPreviewOperations = (
  update: EventOperations["update"],
  { store, clock, secrets, newToken, postStatuses }: PreviewOperationsDeps,
): PreviewOperations => {
  const { target, permits } = update;
  const { dry_run: _dryRun, scope: _scope, ...members } = update.parameters;
  const byId = { id: target.id, find: target.find };

  /** Reads the event again in the transaction that uses it, and checks the right. */
  const requireEditable = async (
    unit: Pick<Repositories, "events">,
    { found, actor }: Call<CalendarEvent>,
  ): Promise<CalendarEvent> => {
    const event = requireEvent(found, found?.record && (await unit.events.find(found.record.id)));
    if (!postStatuses.canEdit(event, actor)) throw new CalendarError("rest_forbidden");
    return event;
  };

  const dryRun = async (
    sent: ParameterValues,
    call: Call<CalendarEvent>,
  ): Promise<{ readonly noted: Noted; readonly unsaved?: UnsavedMembers }> => {
    if (Object.values(sent).every((value) => value === undefined))
      return { noted: { adjustments: createAdjustments(call).check() } };
    const stored = requireEvent(call.found);
    const written = await update.run({ ...sent, dry_run: true }, call);
    const unsaved = unsavedMembersOf(stored, written);
    requireSmall(unsaved);
    const { adjustments, notices } = written;
    return { noted: { adjustments, ...(notices && { notices }) }, unsaved };
  };

  /** Removes expired previews, and the oldest unshared ones that the creator has of the event. */
  const makeRoom = async (unit: Repositories, { ownEvent, created }: StoredPreview): Promise<void> => {
    const previews = previewsIn(inUnit(unit));
    const { items: expired } = await previews.list({ by: "expires", until: created, limit: MAX_OWN });
    for (const { key } of expired) await removePreview(unit, key);
    if (ownEvent === undefined) return;
    const { items } = await previews.list({ by: "ownEvent", equals: ownEvent });
    const oldest = items.toSorted((one, other) => other.value.created - one.value.created);
    for (const { key } of oldest.slice(MAX_OWN - 1)) await removePreview(unit, key);
  };

  /** Stores a preview. Throws `rest_limit_reached` if the user or the event has too many. */
  const insert = async (unit: Repositories, id: string, preview: StoredPreview): Promise<void> => {
    await makeRoom(unit, preview);
    const previews = previewsIn(inUnit(unit));
    const { user, sharedEvent, created } = preview;
    const counts = ({ expires }: StoredPreview): boolean => expires > created;
    if (sharedEvent !== undefined) {
      const { items } = await previews.list({ by: "sharedEvent", equals: sharedEvent });
      if (items.filter(({ value }) => counts(value)).length >= MAX_SHARED)
        throw limitReached(MAX_SHARED, `An event has at most ${MAX_SHARED} preview links. Revoke one first.`);
    }
    const bound = user === undefined ? undefined : { maximum: MAX_OF_USER, by: "user", equals: user, counts };
    const outcome = await previews.insert(id, preview, bound);
    if (outcome === "full")
      throw limitReached(MAX_OF_USER, `A user has at most ${MAX_OF_USER} previews. Wait until some expire.`);
    if (outcome === "taken") throw new Error("A random id occurred twice.");
  };

  return {
    create: {
      method: "update",
      parameters: { ...members, ...DAYS },
      ...(update.shown && { shown: update.shown }),
      target: byId,
      permits,
      async run({ days, ...sent }, call) {
        const { id: eventId } = requireShown(requireEvent(call.found));
        const { noted, unsaved } = await dryRun(sent, call);
        const { actor } = call;
        const id = newToken();
        const { secret, hash } = secrets.create();
        const created = clock.now();
        const isShared = typeof days === "number";
        const expires = created + (isShared ? days * DAY : LIFETIME);
        const preview: StoredPreview = {
          ...{ hash, eventId, created, expires },
          ...creatorOf(actor),
          ...(isShared ? { sharedEvent: eventId } : { ownEvent: `${eventId}/${actor.id ?? ""}` }),
          ...(unsaved !== undefined && { hasUnsaved: true }),
        };
        await store.transaction(async (unit) => {
          requireShown(await requireEditable(unit, call));
          await insert(unit, id, preview);
          if (unsaved !== undefined) await unsavedIn(inUnit(unit)).insert(id, unsaved);
        });
        return { token: `${id}-${secret}`, expires, ...(isShared && { id }), ...noted };
      },
    },
    list: {
      method: "read",
      parameters: {},
      target: byId,
      permits,
      async run(_values, { found }) {
        const { id: equals } = requireEvent(found);
        const { items } = await previewsIn(store).list({ by: "sharedEvent", equals });
        const now = clock.now();
        return items
          .filter(({ value }) => value.expires > now)
          .toSorted((one, other) => other.value.created - one.value.created)
          .map(({ key, value: { user, created, expires, madeWith } }) => ({
            ...{ id: key, created, expires },
            ...(user !== undefined && { user }),
            ...(madeWith !== undefined && { madeWith }),
          }));
      },
    },
    revoke: {
      method: "delete",
      parameters: PREVIEW,
      target: byId,
      permits,
      async run(values, call) {
        const id = String(values.preview);
        return store.transaction(async (unit) => {
          const { id: eventId } = await requireEditable(unit, call);
          const preview = await previewsIn(inUnit(unit)).get(id);
          if (preview?.sharedEvent !== eventId) throw new CalendarError("rest_preview_not_found");
          await removePreview(unit, id);
          return { id };
        });
      },
    },
  };
};

/** Returns the members of a preview that describe its creator. */
const creatorOf = (actor: Actor): Pick<StoredPreview, "user" | "isOfHost" | "credential" | "madeWith"> => {
  const { id, hostId, credential } = actor;
  if (id === undefined) return {};
  if (hostId !== undefined) return { user: id, isOfHost: true };
  // A preview ends with the API token that created it, as with an application password.
  return credential?.kind === "token"
    ? { user: id, credential: credential.id, madeWith: credential.label }
    : { user: id, ...madeWithOf(actor) };
};
