import { can } from "../model/actor.ts";
import type { Parameter, ParameterContext, Resolution } from "../parameter.ts";
import type { ImageRepository } from "../ports/image-repository.ts";
import { checkText, type Declared, MAX_TEXT_LENGTH, refuse, toPositiveInteger } from "./scalars.ts";

/**
 * The featured image: the id of a stored image, the address of a known one (for callers who may upload), or `""`, which
 * resolves to `null`: no image. Source: 10-events section 10.9, D3.
 */
export const image = (
  images: Pick<ImageRepository, "find" | "findByUrl">,
  declared: Declared,
): Parameter<number | null | undefined> => ({
  type: "string",
  ...declared,
  resolve: resolveImage(images),
});

const ADDRESS = /^https?:\/\/\S+$/i;

const resolveImage =
  (images: Pick<ImageRepository, "find" | "findByUrl">) =>
  async (raw: unknown, { actor }: Pick<ParameterContext, "actor">): Promise<Resolution<number | null>> => {
    if (raw === "") return { value: null };
    const id = toPositiveInteger(raw);
    if (id !== undefined) {
      return (await images.find(id)) === undefined ? refuse("unknown-image") : { value: id };
    }
    const text = checkText(raw, MAX_TEXT_LENGTH);
    if (!("value" in text)) return text;
    const address = text.value.trim();
    if (!ADDRESS.test(address)) return refuse("unknown-image");
    if (!can(actor, "upload")) return refuse("upload-not-allowed");
    const known = await images.findByUrl(address);
    return known === undefined ? refuse("image-unreachable") : { value: known.id };
  };
