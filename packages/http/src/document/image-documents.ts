import { IMAGE_FILE } from "./bodies.ts";
import type { EndpointDocument } from "./endpoint-document.ts";
import { ref } from "./schemas/schema.ts";

/** What `/doc` says of the library of images. */
export const IMAGE_DOCUMENTS: Readonly<Record<"list" | "create" | "get" | "delete", EndpointDocument>> = {
  list: {
    operationId: "listImages",
    tag: "Images",
    summary: "List images",
    description:
      "The newest first. Needs the right to upload: authors have it. A page beyond the last one is empty.",
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
      "The file is the field file of a form, or the body itself with its name in Content-Disposition; its content decides what it is. Needs the right to upload: authors have it.",
    answers: { 201: { description: "The new image.", schema: ref("Image"), headers: ["Location"] } },
    errors: ["rest_forbidden"],
    bodies: {
      "multipart/form-data": { type: "object", properties: { file: IMAGE_FILE }, required: ["file"] },
      "image/*": IMAGE_FILE,
      "application/octet-stream": IMAGE_FILE,
    },
  },
  get: {
    operationId: "getImage",
    tag: "Images",
    summary: "Read an image",
    description:
      "Whoever may upload reads all images, others those of records that they may read, and their own.",
    answers: { 200: { description: "The image.", schema: ref("Image") } },
    errors: [],
  },
  delete: {
    operationId: "deleteImage",
    tag: "Images",
    summary: "Delete an image",
    description:
      "Deletes the image with its files and answers with it. Own images need the right to delete, others the right to delete what others wrote. While a record shows it, also one in the trash, it stays: data.records names those that the caller may know of.",
    answers: { 200: { description: "The image as it was deleted.", schema: ref("Image") } },
    errors: ["rest_forbidden", "rest_image_in_use"],
  },
};
