import type { NoteAdjustment } from "../adjustment.ts";
import { invalidParameter, isCalendarError } from "../errors.ts";
import { deepFreeze, isObject, isSameJson } from "../model/json.ts";
import type { Extensions } from "../model/post.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Owned } from "../plugins/record-extensions.ts";
import type { HtmlCleaner } from "../ports/html-cleaner.ts";
import type { Logger } from "../ports/logger.ts";
import { createTexts } from "../use-cases/posts/texts.ts";
import { AMENDABLE, type AmendmentDeps } from "./amendable-members.ts";
import { callHook, callHookAsync, refusalIn, requireSynchronous } from "./hook-results.ts";
import type { PendingWrite, WriteContext, WriteHook, WrittenRecord } from "./write-hook.ts";

/** All write hooks of a calendar, combined. */
export interface WriteHooks {
  /** True if at least one hook has a `check`. */
  readonly hasChecks: boolean;
  /**
   * Runs all `beforeSave` hooks, each with the result of the previous one, and returns the resulting record.
   * Reports the parameters that hooks changed as adjustments.
   * Throws `rest_invalid_param` if a hook refuses the record, or if a changed member cannot be stored. Throws
   * an `Error` if a hook returns an invalid value.
   */
  amend<R extends WrittenRecord>(
    record: R,
    context: WriteContext,
    repositories: AmendmentDeps["repositories"],
    note: NoteAdjustment,
  ): Promise<R>;
  /**
   * Runs all `check` hooks. Throws `rest_invalid_param` if one refuses the record, and an `Error` if one
   * returns an invalid value.
   */
  check(record: WrittenRecord, context: WriteContext): Promise<void>;
}

/** Hook with its owner. `plugin` is the name of the owner in messages. */
export interface OwnedHook extends Owned<WriteHook> {
  /** Name of the plugin, as in `extensions`. Absent for a hook of the host application. */
  readonly name?: string;
}

export interface WriteHooksDeps {
  /** Hooks in the order in which they run. */
  readonly hooks: readonly OwnedHook[];
  readonly htmlCleaner: HtmlCleaner;
  readonly site: Pick<SiteSettings, "dayCutoff">;
  readonly logger: Logger;
}

/** Creates the combination of hooks. Returns `undefined` if there are no hooks. */
export const createWriteHooks = ({
  hooks,
  htmlCleaner,
  site: { dayCutoff },
  logger,
}: WriteHooksDeps): WriteHooks | undefined =>
  hooks.length === 0 ? undefined : runAll(hooks, { texts: createTexts({ htmlCleaner }), dayCutoff }, logger);

const runAll = (
  hooks: readonly OwnedHook[],
  common: Pick<AmendmentDeps, "texts" | "dayCutoff">,
  logger: Logger,
): WriteHooks => ({
  hasChecks: hooks.some(({ value }) => value.check !== undefined),
  async amend(record, context, repositories, note) {
    let current = record;
    for (const { plugin, name, value } of hooks) {
      if (value.beforeSave === undefined) continue;
      const owner = `beforeSave of ${plugin}`;
      const given = deepFreeze(current);
      const returned = callHook(owner, () => value.beforeSave?.(toPendingWrite(given, context)));
      if (returned === undefined || returned === given) continue;
      requireSynchronous(owner, returned);
      const refusal = refusalIn(owner, returned);
      if (refusal !== undefined) throw refusal;
      const deps = { ...common, actor: context.actor, repositories };
      try {
        current = await amended(current, returned, { ...context, own: name }, deps, note);
      } catch (error) {
        if (isCalendarError(error) && error.code === "rest_invalid_param") {
          logger.error("A hook made an invalid amendment", { hook: owner, problems: error.details.problems });
        }
        throw error;
      }
    }
    // The record is frozen, so that later code cannot change what hooks have accepted.
    return deepFreeze(current);
  },
  async check(record, context) {
    for (const { plugin, value } of hooks) {
      if (value.check === undefined) continue;
      const owner = `check of ${plugin}`;
      const returned = await callHookAsync(owner, () => value.check?.(toPendingWrite(record, context)));
      const refusal = returned === undefined ? undefined : refusalIn(owner, returned);
      if (refusal !== undefined) throw refusal;
    }
  },
});

/** Combines a record and the context of its write. Both must have the same kind. */
const toPendingWrite = (record: WrittenRecord, context: WriteContext): PendingWrite =>
  ({ ...context, record }) as PendingWrite;

/** Returns the record with the members that the hook has changed. Each changed member is validated. */
const amended = async <R extends WrittenRecord>(
  record: R,
  returned: object,
  { kind, own, ...known }: WriteContext & { readonly own: string | undefined },
  deps: AmendmentDeps,
  note: NoteAdjustment,
): Promise<R> => {
  const before: Readonly<Record<string, unknown>> = { ...record };
  const after: Readonly<Record<string, unknown>> = { ...returned };
  const members = AMENDABLE[kind];
  const stored = (known.splitFrom ?? known.before)?.extensions;
  const result: Record<string, unknown> = { ...record };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSameJson(before[name], after[name])) continue;
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) throw invalidParameter(name, { reason: "not-acceptable" });
    const shown =
      name === "extensions" && own !== undefined
        ? withoutUnsent(own, { after: after[name], given: record.extensions, stored })
        : after[name];
    const parameters = member.parameters(shown, before[name]);
    const resolved = await member.resolve(after[name], deps);
    if (!("value" in resolved)) throw invalidParameter(parameters[0] ?? name, resolved.problem);
    if (resolved.value === undefined) delete result[name];
    else result[name] = resolved.value;
    for (const parameter of parameters) note(parameter, "amended");
  }
  // The type is safe, because each changed member is one that records of this kind may have.
  return result as R;
};

/**
 * Returns the extensions as they are compared to report changes. Fields of the hook's own plugin that the
 * client did not send keep their previous value, so their changes are not reported.
 */
const withoutUnsent = (
  own: string,
  {
    after,
    given,
    stored = {},
  }: {
    readonly after: unknown;
    readonly given: Extensions;
    readonly stored: Extensions | undefined;
  },
): unknown => {
  const data: unknown = isObject(after) ? after[own] : undefined;
  if (!isObject(after) || !isObject(data)) return after;
  const [sent, kept] = [given[own] ?? {}, stored[own] ?? {}];
  const isSent = (name: string): boolean => !isSameJson({ value: sent[name] }, { value: kept[name] });
  const names = [...new Set([...Object.keys(data), ...Object.keys(sent)])];
  return {
    ...after,
    [own]: Object.fromEntries(names.map((name) => [name, isSent(name) ? data[name] : sent[name]])),
  };
};
