import {
  ANONYMOUS,
  createRecordExtensions,
  type Owned,
  type Parameters,
  type Problem,
  type RecordField,
} from "@kalends/core";
import { type Extensions, foldText } from "@kalends/core/storage";
import { ImportError } from "../import-error.ts";
import type { Amend } from "../merge/import-deps.ts";
import type { SourceRecord } from "../records/source-record.ts";

/**
 * Maps the `custom_fields` member of imported events to fields of active plugins.
 * Source: rules/choices.md#import-custom-fields.
 */
export interface CustomFields {
  /**
   * Returns plugin field values for an event, and a note for each custom field that no plugin field accepts.
   * Throws a `SourceProblem` if a member is malformed.
   */
  extensionsOf(
    event: SourceRecord,
  ): Promise<{ readonly extensions: Extensions; readonly notes: readonly string[] }>;
}

export interface CustomFieldsDeps {
  /** Fields of all active plugins, in plugin order. */
  readonly fields: readonly Owned<RecordField>[];
  /** Plugin field for each custom field, by the label or name of the custom field at the source. */
  readonly mapping?: ReadonlyMap<string, string>;
}

/**
 * Parses the `LABEL=FIELD` values of the `--custom-field` option. Throws an `ImportError` for an invalid
 * value.
 */
export const readFieldMapping = (options: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    options.map((option) => {
      const parted = option.lastIndexOf("=");
      const [label, field] = [option.slice(0, parted).trim(), option.slice(parted + 1).trim()];
      if (parted === -1 || label === "" || field === "")
        throw new ImportError(`Map custom fields as LABEL=FIELD, not ${option}.`);
      return [label, field];
    }),
  );

/**
 * Creates the mapping from custom fields to plugin fields. Throws an `ImportError` if `mapping` names a field
 * that no plugin has.
 */
export const createCustomFields = ({ fields, mapping = new Map() }: CustomFieldsDeps): CustomFields => {
  const extensions = createRecordExtensions(fields);
  const parameters = extensions.parameters("event", "existing");
  const targets = new Map([...mapping].map(([label, field]) => [foldText(label), field]));
  for (const field of targets.values())
    if (!Object.hasOwn(parameters, field))
      throw new ImportError(`Event field ${field} not found: no enabled plugin has it.`);

  const fieldFor = (name: string, label: string): string | undefined =>
    targets.get(foldText(label)) ??
    targets.get(foldText(name)) ??
    [label, name].map(toFieldName).find((candidate) => Object.hasOwn(parameters, candidate));

  return {
    async extensionsOf(event) {
      const values: Record<string, unknown> = {};
      const notes: string[] = [];
      const custom = event.object("custom_fields");
      for (const name of custom?.names() ?? []) {
        const shown = custom?.object(name);
        const [label, value] = [shown?.text("label").trim() ?? "", shown?.text("value") ?? ""];
        const called = label || name;
        if (value === "") continue;
        const field = fieldFor(name, label);
        if (field === undefined) {
          notes.push(`no plugin field accepts its custom field ${called}: ${shortened(value)}`);
          continue;
        }
        const resolution = await resolve(parameters, field, value);
        if (!("problem" in resolution)) values[field] = resolution.value;
        else
          notes.push(
            `the field ${field} does not accept its custom field ${called} (${reasonOf(resolution.problem)}): ${shortened(value)}`,
          );
      }
      return { extensions: extensions.write("event", {}, values), notes };
    },
  };
};

const resolve = async (parameters: Parameters, field: string, value: string) => {
  const raw = { [field]: value };
  const context = { actor: ANONYMOUS, raw, method: "update", mayLookUp: true } as const;
  return (await parameters[field]?.resolve?.(value, context)) ?? { value };
};

/**
 * Returns a label in the form of a field name: `Dress code` -> `dress_code`, `_ecp_custom_2` ->
 * `ecp_custom_2`.
 */
const toFieldName = (text: string): string =>
  foldText(text)
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_|_$/g, "");

const MAX_SHOWN_LENGTH = 100;

const shortened = (value: string): string => {
  const characters = [...value.slice(0, 2 * MAX_SHOWN_LENGTH + 2)];
  return characters.length <= MAX_SHOWN_LENGTH
    ? value
    : `${characters.slice(0, MAX_SHOWN_LENGTH).join("")}...`;
};

const reasonOf = ({ reason, text }: Problem): string => text ?? reason.replaceAll("-", " ");

/**
 * Returns an `Amend` function that fills plugin fields of imported events from their custom fields. The
 * function adds a note for each custom field that no plugin field accepts.
 */
export const amendCustomFields =
  ({ extensionsOf }: CustomFields): Amend =>
  async (list, record, { record: source }, { note }) => {
    if (list !== "events") return record;
    const { extensions, notes } = await extensionsOf(source);
    notes.forEach(note);
    const merged = Object.entries(extensions).map(([plugin, fields]) => [
      plugin,
      { ...record.extensions[plugin], ...fields },
    ]);
    return { ...record, extensions: { ...record.extensions, ...Object.fromEntries(merged) } };
  };
