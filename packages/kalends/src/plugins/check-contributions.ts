import type { Owned, RecordField, SiteSettings } from "@kalends/core";
import {
  DOMAIN_EVENT_NAMES,
  type ExtensibleKind,
  faultOfBounds,
  nearestName,
  type Operations,
  type Parameter,
} from "@kalends/core/interface";
import { MEMBER_NAMES, RESERVED_SEGMENTS } from "@kalends/http";
import { createCronTimes } from "../jobs/cron-times.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { isDurable } from "../outbox/durable-consumers.ts";
import type { Contributions } from "./contributions.ts";
import { addedMembers } from "./documented-members.ts";
import { createNameRegistry, type NameRegistry } from "./name-registry.ts";

const KINDS = ["event", "venue", "organizer"] as const;
const FIELD = /^[a-z][a-z0-9_]*$/;
const PATH = /^(?:\/(?:[a-z0-9_-]+|\{id\}))+$/;
const EXTENSION = /^[a-z0-9]+(?:\.[a-z0-9]+)*$/;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;
const MEDIA_TYPE_FORM = "a media type is in lower case and without parameters, such as text/csv";
const PATH_FORM =
  "a path begins with /, and has lower-case words and at most one {id}, not as the first, such as /shades/{id}";
/** Media types of request bodies whose members are parameters. */
const PARAMETER_BODY_TYPES: readonly string[] = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
];
/** Maximum length of the name of a leased job. The name of the lease also contains the plugin name. */
const MAX_LEASED_NAME_LENGTH = 100;
/**
 * Parameters that the HTTP interface itself reads, so plugins cannot define them.
 * Source: rules/interface.md#path-wins, rules/interface.md#query-alias.
 */
const RESERVED_PARAMETERS = ["_fields", "_method", "rest_route", "id", "slug"];

const TYPES: readonly unknown[] = ["integer", "number", "boolean", "string"];

const inList = (name: string, kind: ExtensibleKind): string => `the parameter ${name} of ${kind} lists`;
const inRecord = (name: string, kind: ExtensibleKind): string => `the field ${name} of ${kind}s`;
const inView = (name: string, kind: ExtensibleKind): string => `the member ${name} of ${kind}s`;

/**
 * Checks that no two plugins add the same name, and that no plugin adds a name of the calendar. Also checks
 * the form of names, parameters, media types and cron expressions. Throws an `OperatorError` that lists all
 * problems; for a duplicate name, it names both owners.
 */
export const checkContributions = (
  contributions: Contributions,
  operations: Operations,
  { timezone }: Pick<SiteSettings, "timezone">,
): void => {
  const names = createNameRegistry();
  for (const kind of KINDS) {
    const { list, fields } = operations[`${kind}s`].own;
    for (const name of [...Object.keys(list), ...RESERVED_PARAMETERS, "columns"])
      names.reserve(inList(name, kind));
    for (const name of [...Object.keys(fields), ...RESERVED_PARAMETERS]) names.reserve(inRecord(name, kind));
    for (const name of MEMBER_NAMES[kind]) names.reserve(inView(name, kind));
  }
  checkFields(contributions, names);
  checkFilters(contributions, names);
  for (const { plugin, kind, name, isShared } of addedMembers(contributions)) {
    names.register(plugin, inView(name, kind), { isShared });
  }
  checkFormats(contributions, names);
  checkEventFormats(contributions, names, Object.keys(operations.events.own.list));
  checkRoutes(contributions, names);
  checkAuthentication(contributions, names, operations);
  checkJobs(contributions, names, timezone);
  for (const { plugin, value } of contributions.listeners) {
    if (isDurable(value)) names.register(plugin, `the listener ${value.name} of ${plugin}`);
    else
      names.check(
        plugin,
        DOMAIN_EVENT_NAMES.includes(value.on),
        `a listener to ${value.on}`,
        `did you mean ${nearestName(value.on, DOMAIN_EVENT_NAMES)}?`,
      );
  }
  const problems = names.problems();
  if (problems.length > 0) throw new OperatorError(problems);
};

const checkForm = (
  names: NameRegistry,
  plugin: string,
  what: string,
  parameter: Pick<Parameter, "type" | "documented" | "default">,
): void => {
  const { type, documented } = parameter;
  const { type: shown, items } = documented ?? {};
  const checkType = (found: unknown, of: string, known: readonly unknown[]): void => {
    if (found !== undefined && !known.includes(found))
      names.refuse(plugin, `${what} of the ${of} ${found}`, `which is not one of ${known.join(", ")}`);
  };
  if (String(type) === "array")
    names.refuse(plugin, what, 'whose type is "array": declare a list as `documented: { type: "array" }`');
  else checkType(type, "type", TYPES);
  checkType(shown, "documented type", [...TYPES, "array"]);
  checkType(items?.type, "type of entries", TYPES);
  const fault = faultOfBounds(parameter);
  if (fault !== undefined) names.refuse(plugin, what, fault);
};

const checkFilters = (contributions: Contributions, names: NameRegistry): void => {
  for (const kind of KINDS) {
    for (const { plugin, value } of contributions[`${kind}Filters`]) {
      for (const [name, parameter] of Object.entries(value.parameters)) {
        names.register(plugin, inList(name, kind));
        checkForm(names, plugin, inList(name, kind), parameter);
      }
    }
  }
};

const checkFields = ({ fields }: Contributions, names: NameRegistry): void => {
  for (const { plugin, value } of fields) {
    const { name, record, parameter } = value;
    const isWellFormed = FIELD.test(name) && !(name in {});
    names.register(plugin, inRecord(name, record), {
      isWellFormed,
      form: "names of fields have lower-case letters, digits and _, the first one a letter",
    });
    const isTyped = parameter.type !== undefined || parameter.documented?.type === "array";
    if (!isTyped && parameter.resolve === undefined)
      names.refuse(
        plugin,
        `${inRecord(name, record)} without a type`,
        'whose parameter needs `type`, `documented: { type: "array" }` or `resolve`',
      );
    checkForm(names, plugin, inRecord(name, record), parameter);
    checkFieldForm(names, plugin, value);
  }
};

/** Checks that the form of a field fits the values that its parameter accepts. */
const checkFieldForm = (
  names: NameRegistry,
  plugin: string,
  { name, record, parameter, form = {} }: RecordField,
): void => {
  const { widget, choices = {} } = form;
  const accepted = parameter.documented?.enum;
  const what = inRecord(name, record);
  if (widget === "choice" && accepted === undefined)
    names.refuse(plugin, what, 'whose widget "choice" needs the values as `documented: { enum: [...] }`');
  for (const value of Object.keys(choices))
    if (!accepted?.includes(value))
      names.refuse(plugin, what, `whose form labels the choice "${value}", which is not in its enum`);
};

const checkFormats = ({ formats }: Contributions, names: NameRegistry): void => {
  for (const { plugin, value } of formats) {
    const { list, mediaType } = value;
    const what = `the format ${mediaType} of ${list}`;
    if (mediaType === "application/json") names.reserve(what);
    names.register(plugin, what, { isWellFormed: MEDIA_TYPE.test(mediaType), form: MEDIA_TYPE_FORM });
  }
};

/**
 * Checks the event formats that plugins add. Their parameters must differ from those of event lists, because
 * a request can have both.
 */
const checkEventFormats = (
  { eventFormats, eventFilters }: Contributions,
  names: NameRegistry,
  built: readonly string[],
): void => {
  const added = eventFilters.flatMap(({ value }) => Object.keys(value.parameters));
  names.reserve("the extension csv of events");
  const taken = new Set([...built, ...added, ...RESERVED_PARAMETERS]);
  for (const { plugin, value } of eventFormats) {
    const { mediaType, extension, parameters, order } = value;
    // Use the same name as for list formats, so that an equal media type of a list format is reported.
    const what = `the format ${mediaType} of events`;
    if (mediaType === "application/json") names.reserve(what);
    names.register(plugin, what, { isWellFormed: MEDIA_TYPE.test(mediaType), form: MEDIA_TYPE_FORM });
    names.register(plugin, `the extension ${extension} of events`, {
      isWellFormed: EXTENSION.test(extension),
      form: "an extension has lower-case letters and digits, without a dot in front",
    });
    if (order !== "id" && !(Number.isSafeInteger(order.newest) && order.newest > 0))
      names.refuse(plugin, what, 'whose order is neither "id" nor { newest: 20 }');
    for (const [name, parameter] of Object.entries(parameters)) {
      const declared = `the parameter ${name} of ${what}`;
      if (taken.has(name)) names.refuse(plugin, declared, "which lists of events already have");
      checkForm(names, plugin, declared, parameter);
    }
  }
};

const checkRoutes = ({ routes }: Contributions, names: NameRegistry): void => {
  for (const { plugin, value } of routes) {
    const { method, path } = value;
    const what = `the route ${method} ${path}`;
    const isWellFormed = PATH.test(path) && path.split("{id}").length <= 2 && !path.startsWith("/{");
    const [, first = ""] = path.split("/");
    if (RESERVED_SEGMENTS.includes(first))
      names.refuse(
        plugin,
        what,
        `whose first segment is reserved by Kalends: choose another one than ${first}`,
      );
    names.register(plugin, what, { isWellFormed, form: PATH_FORM });
    for (const type of Object.keys(value.mediaTypes ?? {})) {
      const isContent = MEDIA_TYPE.test(type) && type !== "application/json";
      names.check(
        plugin,
        isContent,
        `the media type ${type} of ${what}`,
        `${MEDIA_TYPE_FORM}; JSON is not declared`,
      );
    }
    for (const [type, consumed] of Object.entries(value.consumes ?? {})) {
      const body = `bodies of the type ${type} to ${what}`;
      names.check(
        plugin,
        MEDIA_TYPE.test(type) && !PARAMETER_BODY_TYPES.includes(type),
        body,
        `${MEDIA_TYPE_FORM}; JSON and forms come as parameters`,
      );
      if (method === "GET" || method === "DELETE")
        names.refuse(plugin, body, "but requests with this method have no body");
      const { maxBytes }: { readonly maxBytes?: unknown } = consumed ?? {};
      if (!Number.isSafeInteger(maxBytes) || Number(maxBytes) < 1)
        names.refuse(plugin, body, "whose maxBytes must be a number of bytes, such as { maxBytes: 1048576 }");
    }
    for (const [name, parameter] of Object.entries(value.parameters)) {
      checkForm(names, plugin, `the parameter ${name} of ${what}`, parameter);
    }
  }
};

/**
 * Checks the authentication schemes that plugins add. A parameter that identifies the caller must have no
 * other meaning in any request.
 */
const checkAuthentication = (
  {
    authentication,
    eventFilters,
    venueFilters,
    organizerFilters,
    eventFormats,
    routes,
    fields,
  }: Contributions,
  names: NameRegistry,
  { events, venues, organizers, categories }: Operations,
): void => {
  const parametersOf = (those: readonly Owned<{ readonly parameters: object }>[]): readonly string[] =>
    those.flatMap(({ value }) => Object.keys(value.parameters));
  const own = [events.own, venues.own, organizers.own].flatMap(({ list, fields }) => [list, fields]);
  const declared = [...own, categories.list.parameters, categories.create.parameters].flatMap(Object.keys);
  const taken = new Set([
    ...RESERVED_PARAMETERS,
    ...declared,
    ...[eventFilters, venueFilters, organizerFilters, eventFormats, routes].flatMap(parametersOf),
    ...fields.map(({ value }) => value.name),
  ]);
  for (const { plugin, value } of authentication) {
    const what = `the authentication scheme ${value.name}`;
    names.register(plugin, what);
    for (const name of value.parameters ?? [])
      if (taken.has(name))
        names.refuse(plugin, `the parameter ${name} of ${what}`, "which already has another meaning");
  }
};

const checkJobs = ({ jobs }: Contributions, names: NameRegistry, timezone: string): void => {
  for (const { plugin, value } of jobs) {
    const { name, everySeconds: seconds, cron, once } = value;
    const what = `the job ${name} of ${plugin}`;
    names.register(plugin, what, {
      isWellFormed: name !== "" && (once === undefined || name.length <= MAX_LEASED_NAME_LENGTH),
      form: `its name has 1 to ${MAX_LEASED_NAME_LENGTH} characters`,
    });
    if (cron === undefined) continue;
    if (seconds !== undefined) names.refuse(plugin, what, "which has both cron and everySeconds");
    const problem = problemOfCron(cron, timezone);
    if (problem !== undefined) names.refuse(plugin, what, `whose cron "${cron}" cannot be used: ${problem}`);
  }
};

const problemOfCron = (expression: unknown, timezone: string): string | undefined => {
  try {
    const hasTime = createCronTimes(String(expression), timezone).after(0) !== undefined;
    return hasTime ? undefined : "no time matches it";
  } catch (error) {
    return messageOf(error);
  }
};
