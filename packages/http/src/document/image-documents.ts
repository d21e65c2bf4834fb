import type { JsonSchema } from "@kalends/core";
import { ref } from "../schemas/schema.ts";
import type { EndpointDocument } from "./endpoint-document.ts";

const FILE: JsonSchema = {
  type: "string",
  format: "binary",
  description: "A JPEG, PNG, GIF, WebP or AVIF, at most 10 MiB.",
};

/** What `/doc` says of the library of images. */
export const IMAGE_DOCUMENTS: Readonly<Record<"list" | "create" | "get" | "delete", EndpointDocument>> = {
  list: {
    operationId: "listImages",
    tag: "Images",
    summary: "List images",
    description: "The newest first. Needs the right to upload: authors have it.",
    answers: {
      200: {
        description: "A page of the list.",
        schema: ref("ImageList"),
        headers: ["X-TEC-Total", "X-TEC-TotalPages"],
      },
    },
    errors: ["rest_forbidden"],
  },
  create: {
    operationId: "createImage",
    tag: "Images",
    summary: "Upload an image",
    description:
      "The file is the field file of a form, or the body itself with its name in Content-Disposition. What it is, its content decides. Needs the right to upload: authors have it.",
    answers: { 201: { description: "The new image.", schema: ref("Image"), headers: ["Location"] } },
    errors: ["rest_forbidden", "rest_image_refused"],
    bodies: {
      "multipart/form-data": { type: "object", properties: { file: FILE }, required: ["file"] },
      "image/*": FILE,
      "application/octet-stream": FILE,
    },
  },
  get: {
    operationId: "getImage",
    tag: "Images",
    summary: "Read an image",
    description: "Whoever may upload reads all images, others those of records that they may read.",
    answers: { 200: { description: "The image.", schema: ref("Image") } },
    errors: [],
  },
  delete: {
    operationId: "deleteImage",
    tag: "Images",
    summary: "Delete an image",
    description:
      "Deletes it with its files and answers with it. Needs the right to delete, and to delete what others wrote for their images. No record may show it, in the trash neither.",
    answers: { 200: { description: "The image as it was deleted.", schema: ref("Image") } },
    errors: ["rest_forbidden", "rest_image_in_use"],
  },
};
