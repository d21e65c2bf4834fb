import {
  type Contribution,
  isolateEventFilter,
  isolateLinkedFilter,
  isolateMembers,
  type Logger,
  type Owned,
  type Parameters,
  type Plugin,
  type PluginDeps,
  type RecordMembers,
  toFilterParameters,
} from "@kalends/core";
import { messageOf, OperatorError } from "../operator-error.ts";
import { entryName, problemOfShape, SHAPES } from "./shapes.ts";

type List = Exclude<keyof typeof SHAPES, "texts" | "collections" | "commands" | "storageSchemes">;
type Contributed<Name extends List> = ReturnType<NonNullable<Plugin[Name]>[number]>;

/** What plugins add, made and in the order of the configuration. */
export type Contributions = { readonly [Name in List]: readonly Owned<Contributed<Name>>[] };

export type DepsOf = (plugin: string) => PluginDeps;

/** Makes every contribution once; an `OperatorError` names the plugin and the entry of its list that cannot be made. */
export const createContributions = (plugins: readonly Plugin[], depsOf: DepsOf): Contributions => {
  const make = <Name extends List>(
    list: Name,
    finish: (value: Contributed<Name>, logger: Logger) => Contributed<Name> = (value) => value,
  ): readonly Owned<Contributed<Name>>[] =>
    plugins.flatMap((plugin) => {
      const deps = depsOf(plugin.name);
      const contributions = (plugin[list] ?? []) as readonly Contribution<Contributed<Name>>[];
      return contributions.map((contribution, index) => {
        let made: unknown = contribution;
        try {
          // Plugins come from JavaScript, too.
          if (typeof contribution !== "function")
            throw new Error("must be a function that returns the contribution");
          const value = contribution(deps);
          made = value;
          const problem = problemOfShape(value, SHAPES[list]);
          if (problem !== undefined) throw new Error(problem);
          return { plugin: plugin.name, value: finish(value, deps.logger) };
        } catch (error) {
          const entry = entryName(list, index, made);
          throw new OperatorError([
            `The plugin ${plugin.name} cannot be set up: ${entry}: ${messageOf(error)}`,
          ]);
        }
      });
    });
  return {
    eventFilters: make("eventFilters", (filter, logger) => isolateEventFilter(withinBounds(filter), logger)),
    venueFilters: make("venueFilters", (filter, logger) => isolateLinkedFilter(withinBounds(filter), logger)),
    organizerFilters: make("organizerFilters", (filter, logger) =>
      isolateLinkedFilter(withinBounds(filter), logger),
    ),
    fields: make("fields"),
    // The kind stays what it is.
    members: make("members", (value, logger) => isolateMembers(value as never, logger) as RecordMembers),
    formats: make("formats"),
    eventFormats: make("eventFormats", withinBounds),
    routes: make("routes"),
    website: make("website"),
    importers: make("importers"),
    authentication: make("authentication"),
    jobs: make("jobs"),
    listeners: make("listeners"),
    writeHooks: make("writeHooks"),
    policies: make("policies"),
    onClose: make("onClose"),
    personalData: make("personalData"),
    issuedCredentials: make("issuedCredentials"),
  };
};

const withinBounds = <Filter extends { readonly parameters: Parameters }>(filter: Filter): Filter => ({
  ...filter,
  parameters: toFilterParameters(filter.parameters),
});

export const valuesOf = <T>(owned: readonly Owned<T>[]): readonly T[] => owned.map(({ value }) => value);
