import type { JsonSchema } from "@kalends/core";
import { integer, listOf, object, orEmptyList, ref, text } from "./schema.ts";

const status = integer("The status of the answer.", 400, { minimum: 400, maximum: 599 });

/** The envelope of errors. Source: 00-overview section 7, 90-decisions P33. */
export const error: JsonSchema = object("Why a request was refused or failed.", {
  code: text("What went wrong: one of the stable codes, for programs.", "rest_invalid_param"),
  message: text("What went wrong, for people; may change at any time.", "Bad value for: page"),
  data: object(
    "What else there is to know.",
    { status },
    {
      params: {
        description:
          "rest_invalid_param: what is wrong, by the name of the parameter. rest_missing_callback_param: the names of the missing ones.",
        anyOf: [
          { type: "object", additionalProperties: { type: "string" } },
          { type: "array", items: { type: "string" } },
        ],
      },
      details: {
        description: "rest_invalid_param: the errors behind it that have codes of their own, by parameter.",
        ...orEmptyList({ type: "object", additionalProperties: ref("NestedError") }),
      },
      request_id: text("internal_server_error: under which id the log has the details.", "0b4f…"),
      term_id: integer("term_exists: the id of the category or tag that is in the way.", 21),
      records: listOf({ type: "integer" }, "rest_image_in_use: the ids of the records that show the image."),
      json_error_code: integer("rest_invalid_json: the number of the problem.", 4),
      json_error_message: text("rest_invalid_json: what cannot be read.", "Syntax error"),
    },
  ),
});

export const nestedError: JsonSchema = object("The error of one parameter.", {
  code: text("A stable code.", "rest_invalid_type"),
  message: text("What is wrong, for people.", "Must be a boolean."),
  data: object(
    "What else there is to know.",
    {},
    {
      status,
      param: text("The name of the parameter, with the field in it that is at fault.", "venue[website]"),
    },
  ),
});
