import {
  type Contribution,
  type DomainEventListener,
  type EventFilter,
  isolateEventFilter,
  isolateLinkedFilter,
  isolateMembers,
  type Job,
  type ListFormat,
  type OrganizerFilter,
  type Owned,
  type Plugin,
  type PluginDeps,
  type PluginRoute,
  type RecordField,
  type RecordMembers,
  type VenueFilter,
} from "@kalends/core";
import type { ObjectSchema } from "joi";
import { OperatorError } from "../operator-error.ts";
import { messageOf } from "./plugin-module.ts";
import { problemOfShape, SHAPES } from "./shapes.ts";

/** What plugins add, made and in the order of the configuration. */
export interface Contributions {
  readonly eventFilters: readonly Owned<EventFilter>[];
  readonly venueFilters: readonly Owned<VenueFilter>[];
  readonly organizerFilters: readonly Owned<OrganizerFilter>[];
  readonly fields: readonly Owned<RecordField>[];
  readonly members: readonly Owned<RecordMembers>[];
  readonly formats: readonly Owned<ListFormat>[];
  readonly routes: readonly Owned<PluginRoute>[];
  readonly jobs: readonly Owned<Job>[];
  readonly listeners: readonly Owned<DomainEventListener>[];
}

export type DepsOf = (plugin: string) => PluginDeps;

/** Makes every contribution once; an `OperatorError` names the plugin that cannot make one. */
export const createContributions = (plugins: readonly Plugin[], depsOf: DepsOf): Contributions => {
  const make = <T>(
    listOf: (plugin: Plugin) => readonly Contribution<T>[] | undefined,
    shape: ObjectSchema,
    finish: (value: T, deps: PluginDeps) => T = (value) => value,
  ): readonly Owned<T>[] =>
    plugins.flatMap((plugin) => {
      const deps = depsOf(plugin.name);
      return (listOf(plugin) ?? []).map((contribution) => {
        try {
          const value = contribution(deps);
          const problem = problemOfShape(value, shape);
          if (problem !== undefined) throw new Error(problem);
          return { plugin: plugin.name, value: finish(value, deps) };
        } catch (error) {
          throw new OperatorError([`The plugin ${plugin.name} cannot be set up: ${messageOf(error)}`]);
        }
      });
    });
  return {
    eventFilters: make(
      ({ eventFilters }) => eventFilters,
      SHAPES.filter,
      (filter, { logger }) => isolateEventFilter(filter, logger),
    ),
    venueFilters: make(
      ({ venueFilters }) => venueFilters,
      SHAPES.filter,
      (filter, { logger }) => isolateLinkedFilter(filter, logger),
    ),
    organizerFilters: make(
      ({ organizerFilters }) => organizerFilters,
      SHAPES.filter,
      (filter, { logger }) => isolateLinkedFilter(filter, logger),
    ),
    fields: make(({ fields }) => fields, SHAPES.field),
    members: make(
      ({ members }) => members,
      SHAPES.members,
      // The kind stays what it is.
      (members, { logger }) => isolateMembers(members as never, logger) as RecordMembers,
    ),
    formats: make(({ formats }) => formats, SHAPES.format),
    routes: make(({ routes }) => routes, SHAPES.route),
    jobs: make(({ jobs }) => jobs, SHAPES.job),
    listeners: make(({ listeners }) => listeners, SHAPES.listener),
  };
};

export const valuesOf = <T>(owned: readonly Owned<T>[]): readonly T[] => owned.map(({ value }) => value);
