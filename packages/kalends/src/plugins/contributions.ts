import type { Logger, Owned, Parameters, RecordField } from "@kalends/core";
import {
  type ExtensibleKind,
  isolateEventFilter,
  isolateLinkedFilter,
  isolateMembers,
  isPending,
  nearestName,
  type Plugin,
  type PluginContributions,
  type PluginDeps,
  type ProblemOfField,
  requireQueries,
  toFilterParameters,
} from "@kalends/core/interface";
import { messageOf, OperatorError } from "../operator-error.ts";
import type { PluginContainer } from "./plugin-container.ts";
import type { PluginContainers } from "./plugin-containers.ts";
import { entryName, problemsOfContributions, problemsOfEntry } from "./plugin-problems.ts";
import { LISTS, SHAPES } from "./shapes.ts";

type List = keyof PluginContributions;
type Contributed<Name extends List> = NonNullable<PluginContributions[Name]>[number];

/** Contributions of all plugins, in the order of the configuration. */
export type Contributions = { readonly [Name in List]: readonly Owned<Contributed<Name>>[] };

export type DepsOf = (plugin: string) => PluginDeps;

const NOT_SYNCHRONOUS = "cannot be set up: setup must return its contributions synchronously, not a promise";

/**
 * Returns the valid lists of contributions that a plugin's `setup` returns. Calls `refuse` with each problem.
 */
const contributionsOf = (
  { problems, contributions }: PluginContainer,
  refuse: (problem: string) => void,
): PluginContributions => {
  // Do not set up a plugin whose services failed.
  if (problems.length > 0) return {};
  try {
    const answer = contributions();
    const faults = isPending(answer) ? [NOT_SYNCHRONOUS] : problemsOfContributions(answer);
    for (const fault of faults) refuse(fault);
    return faults.length > 0 ? {} : (answer as PluginContributions);
  } catch (error) {
    refuse(`cannot be set up: setup: ${messageOf(error)}`);
    return {};
  }
};

/**
 * Sets up each plugin once and collects the contributions. Throws an `OperatorError` that names each invalid
 * plugin and list entry.
 */
export const createContributions = ({ all, problems: before }: PluginContainers): Contributions => {
  const problems = [...before];
  const refuse = (plugin: string, problem: string): void =>
    void problems.push(`The plugin ${plugin} ${problem}`);
  const answers = all.map((container) => {
    const { name } = container.plugin;
    return { name, ...container, answer: contributionsOf(container, (problem) => refuse(name, problem)) };
  });
  const entriesOf = <Name extends List>(
    list: Name,
    finish: (value: Contributed<Name>, logger: Logger, plugin: string) => Contributed<Name> = (value) =>
      value,
  ): readonly Owned<Contributed<Name>>[] =>
    answers.flatMap(({ name, deps, answer }) => {
      const entries: readonly Contributed<Name>[] = answer[list] ?? [];
      return entries.flatMap((entry, index) => {
        const faults = [...problemsOfEntry(entry, SHAPES[list])];
        if (faults.length === 0)
          try {
            return [{ plugin: name, value: finish(entry, deps.logger, name) }];
          } catch (error) {
            faults.push(messageOf(error));
          }
        for (const fault of faults)
          refuse(name, `cannot be set up: ${entryName(list, index, entry)}: ${fault}`);
        return [];
      });
    });
  const fields = entriesOf("fields");
  const plugins = all.map(({ plugin }) => plugin);
  const within = (record: ExtensibleKind): ProblemOfField => createProblemOfField(record, plugins, fields);
  const finished = {
    fields,
    members: entriesOf("members", isolateMembers),
    eventFormats: entriesOf("eventFormats", withinBounds),
    eventFilters: entriesOf("eventFilters", (filter, logger, plugin) =>
      isolateEventFilter(
        { ...withinBounds(filter), ...requireQueries(filter, plugin, "event", within("event")) },
        logger,
      ),
    ),
    venueFilters: entriesOf("venueFilters", (filter, logger, plugin) =>
      isolateLinkedFilter(
        { ...withinBounds(filter), ...requireQueries(filter, plugin, "venue", within("venue")) },
        logger,
      ),
    ),
    organizerFilters: entriesOf("organizerFilters", (filter, logger, plugin) =>
      isolateLinkedFilter(
        { ...withinBounds(filter), ...requireQueries(filter, plugin, "organizer", within("organizer")) },
        logger,
      ),
    ),
  };
  const others = LISTS.filter((list) => !Object.hasOwn(finished, list));
  // The cast is safe: each kind of contribution has an entry.
  const contributions = {
    ...Object.fromEntries(others.map((list) => [list, entriesOf(list)])),
    ...finished,
  } as Contributions;
  if (problems.length > 0) throw new OperatorError(problems);
  return contributions;
};

/**
 * Creates the function that checks a field of a plugin for a kind of record. The function returns a problem
 * if the plugin is not active or does not declare the field. A plugin without declared fields passes, because
 * it may store values through `amend`.
 */
const createProblemOfField =
  (
    record: ExtensibleKind,
    plugins: readonly Plugin[],
    fields: readonly Owned<RecordField>[],
  ): ProblemOfField =>
  ({ plugin, field }) => {
    const names = plugins.map(({ name }) => name);
    if (!names.includes(plugin))
      return `names the field ${field} of the plugin ${plugin}, which is not active; did you mean the plugin ${nearestName(plugin, names)}?`;
    const declared = fields.filter((one) => one.plugin === plugin && one.value.record === record);
    const known = declared.map(({ value }) => value.name);
    return known.length === 0 || known.includes(field)
      ? undefined
      : `names the field ${field}, which the plugin ${plugin} does not declare for ${record}s; did you mean ${nearestName(field, known)}?`;
  };

const withinBounds = <Filter extends { readonly parameters: Parameters }>(filter: Filter): Filter => ({
  ...filter,
  parameters: toFilterParameters(filter.parameters),
});

export const valuesOf = <T>(owned: readonly Owned<T>[]): readonly T[] => owned.map(({ value }) => value);
