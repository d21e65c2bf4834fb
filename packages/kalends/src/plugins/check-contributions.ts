import {
  DOMAIN_EVENT_NAMES,
  type ExtensibleKind,
  MEMBER_NAMES,
  type MemberSchemas,
  type Operations,
  type PluginRoute,
} from "@kalends/core";
import { RESERVED_SEGMENTS } from "@kalends/http";
import { OperatorError } from "../operator-error.ts";
import { type Claims, createClaims } from "./claims.ts";
import type { Contributions } from "./contributions.ts";

const KINDS = ["event", "venue", "organizer"] as const;
const FIELD = /^[a-z][a-z0-9_]*$/;
const PATH = /^(?:\/(?:[a-z0-9_-]+|\{id\}))+$/;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;
const LISTS: readonly string[] = KINDS.map((kind) => `${kind}s`);
/** Between two runs of a job, in seconds: timers do not reach much further. */
const LONGEST_PAUSE = 1_000_000;
/** What the transport reads itself. Source: 00-overview sections 3 and 5. */
const TRANSPORT = ["_fields", "_method", "rest_route", "id", "slug"];

const inList = (name: string, kind: ExtensibleKind): string => `the parameter ${name} of ${kind} lists`;
const inRecord = (name: string, kind: ExtensibleKind): string => `the field ${name} of ${kind}s`;
const inView = (name: string, kind: ExtensibleKind): string => `the member ${name} of ${kind}s`;

/**
 * Throws an `OperatorError` that names both sides of every clash: of plugins among each other, and with what the calendar
 * has of itself, `builtIn`.
 */
export const checkContributions = (contributions: Contributions, builtIn: Operations): void => {
  const claims = createClaims();
  for (const kind of KINDS) {
    const { list, create, update } = builtIn[`${kind}s`];
    for (const name of [...Object.keys(list.parameters), ...TRANSPORT]) claims.builtIn(inList(name, kind));
    const fields = { ...create.parameters, ...update.parameters };
    for (const name of [...Object.keys(fields), ...TRANSPORT]) claims.builtIn(inRecord(name, kind));
    for (const name of MEMBER_NAMES[kind]) claims.builtIn(inView(name, kind));
  }
  checkRecords(contributions, claims);
  checkFilters(contributions, claims);
  checkFormats(contributions, claims);
  checkRoutes(contributions, claims);
  for (const { plugin, value } of contributions.jobs) {
    const what = `the job ${value.name} of ${plugin}`;
    const { everySeconds: seconds } = value;
    const isPause = typeof seconds === "number" && seconds >= 1 && seconds <= LONGEST_PAUSE;
    claims.wellFormed(plugin, seconds === undefined || isPause, what);
    claims.take(plugin, what);
  }
  for (const { plugin, value } of contributions.listeners) {
    claims.wellFormed(plugin, DOMAIN_EVENT_NAMES.includes(value.on), `a listener to ${value.on}`);
  }
  const problems = claims.problems();
  if (problems.length > 0) throw new OperatorError(problems);
};

const checkFilters = (contributions: Contributions, claims: Claims): void => {
  for (const kind of KINDS) {
    for (const { plugin, value } of contributions[`${kind}Filters`]) {
      for (const name of Object.keys(value.parameters)) claims.take(plugin, inList(name, kind));
    }
  }
  const decorate = (plugin: string, kind: ExtensibleKind, schemas: MemberSchemas = {}): void => {
    for (const name of Object.keys(schemas)) claims.take(plugin, inView(name, kind), "again");
  };
  for (const { plugin, value } of contributions.eventFilters) {
    decorate(plugin, "event", value.decorates?.event);
    decorate(plugin, "venue", value.decorates?.venue);
  }
  for (const { plugin, value } of contributions.venueFilters) decorate(plugin, "venue", value.decorates);
  for (const { plugin, value } of contributions.organizerFilters) {
    decorate(plugin, "organizer", value.decorates);
  }
};

const checkRecords = ({ fields, members }: Contributions, claims: Claims): void => {
  for (const { plugin, value } of fields) {
    const { name, record, parameter, hidden } = value;
    claims.wellFormed(plugin, FIELD.test(name) && !(name in {}), inRecord(name, record));
    claims.take(plugin, inRecord(name, record));
    if (hidden !== true) claims.take(plugin, inView(name, record));
    const isTyped = parameter.type !== undefined || parameter.resolve !== undefined;
    claims.wellFormed(plugin, isTyped, `${inRecord(name, record)} without a type`);
  }
  for (const { plugin, value } of members) {
    for (const name of Object.keys(value.schemas)) claims.take(plugin, inView(name, value.record));
  }
};

const checkFormats = ({ formats }: Contributions, claims: Claims): void => {
  for (const { plugin, value } of formats) {
    const { list, mediaType } = value;
    const what = `the format ${mediaType} of ${list}`;
    claims.wellFormed(plugin, MEDIA_TYPE.test(mediaType) && LISTS.includes(list), what);
    if (mediaType === "application/json") claims.builtIn(what);
    claims.take(plugin, what);
  }
};

const checkRoutes = ({ routes }: Contributions, claims: Claims): void => {
  for (const { plugin, value } of routes) {
    const { method, path } = value;
    const what = `the route ${method} ${path}`;
    const isPath = PATH.test(path) && path.split("{id}").length <= 2 && !path.startsWith("/{");
    claims.wellFormed(plugin, isPath, what);
    if (RESERVED_SEGMENTS.includes(firstSegment(value))) claims.builtIn(what);
    claims.take(plugin, what);
  }
};

const firstSegment = ({ path }: PluginRoute): string => path.split("/")[1] ?? "";
