import { asFunction, asValue, type Resolver } from "awilix/browser";
import type { Cradle } from "./cradle.ts";

/** Returns a resolver for a singleton. The compiler checks its dependencies against `Cradle`. */
export const single = <T>(make: (cradle: Cradle) => T): Resolver<T> => asFunction(make).singleton();

/** Returns resolvers that register existing values under their own names. */
export const asValues = <T extends object>(values: T): { readonly [Name in keyof T]: Resolver<T[Name]> } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asValue(value)])) as {
    [Name in keyof T]: Resolver<T[Name]>;
  };
