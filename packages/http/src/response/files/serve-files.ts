import type { BlobStore } from "@kalends/core";
import { REQUEST, type Step } from "../../request-state.ts";
import type { HttpSettings } from "../../settings.ts";
import { createElementScript, ELEMENT_SCRIPT, type ReadElementFile } from "./element-script.ts";
import { createServeMedia } from "./media.ts";

/** Prefix of the paths of image files, below the REST root. Source: rules/images.md#media-files. */
const MEDIA = "/media/";

interface ServeFilesDeps {
  readonly blobStore: BlobStore;
  readonly elementFile: ReadElementFile;
  readonly settings: HttpSettings;
}

/** Creates the step that serves files. It runs before the caller is identified. */
export const createServeFiles = ({ blobStore, elementFile, settings }: ServeFilesDeps): Step => {
  const elementScript = createElementScript(elementFile, settings);
  const serveMedia = createServeMedia(blobStore, settings.sendTimeout);
  return (ctx, next) => {
    const state = ctx[REQUEST];
    const { method, path } = state;
    const isRead = method === ctx.method && (method === "GET" || method === "HEAD");
    if (isRead && path === ELEMENT_SCRIPT)
      return elementScript().then((script) => {
        state.sendable = script;
        return script === undefined ? next() : undefined;
      });
    if (!isRead || !path.startsWith(MEDIA)) return next();
    return serveMedia(ctx, path.slice(MEDIA.length)).then((isServed) => {
      if (isServed) state.template = `${MEDIA}{file}`;
      return isServed ? undefined : next();
    });
  };
};
