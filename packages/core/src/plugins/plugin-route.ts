import type { Actor } from "../model/actor.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import type { JsonValue } from "../model/post.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";

/** Who asks, and for which record. */
export interface RouteRequest {
  readonly actor: Actor;
  /** What `{id}` stands for in the path, a number from 0; `undefined` when the path has none. */
  readonly id: number | undefined;
}

export interface RouteAnswer {
  /** 200 by default. */
  readonly status?: number;
  readonly body: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An address below the namespace. Errors are those of the interface: throw `CalendarError`. */
export interface PluginRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Begins with `/`; segments of lower-case letters, digits, `-` and `_`, one of which may be `{id}`. The first one is not
   * that of a built-in route.
   */
  readonly path: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Of the body of a success, for the documentation; by default anything. */
  readonly schema?: JsonSchema;
  /**
   * Whether the actor may call it. False answers `rest_forbidden`, after what is required was there and of the declared type;
   * validators of parameters are asked for permitted callers alone.
   */
  permits(actor: Actor): boolean | Promise<boolean>;
  run(values: ParameterValues, request: RouteRequest): RouteAnswer | Promise<RouteAnswer>;
}

/** Writes a route with the types of its values; the parser guarantees them, which is why the cast is sound. */
export const pluginRoute = <V>(
  route: Omit<PluginRoute, "parameters" | "run"> & {
    readonly parameters: ParametersFor<V>;
    run(values: V, request: RouteRequest): RouteAnswer | Promise<RouteAnswer>;
  },
): PluginRoute => route as unknown as PluginRoute;
