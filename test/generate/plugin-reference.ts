import { fileURLToPath } from "node:url";
import {
  isArrowFunction,
  isClassDeclaration,
  isConstructorDeclaration,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";
import { API, type Project, SymbolFlags, type Symbol as TypeSymbol } from "typescript/unstable/sync";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Entry of the plugin reference: a member of a definition, or an export. */
export interface ReferenceEntry {
  readonly name: string;
  /** TypeScript declaration without function bodies. */
  readonly source: string;
  /** Doc comment as Markdown; empty if the declaration has none. */
  readonly comment: string;
}

/** Everything that plugin authors can use: the exports of `@kalends/core/plugin`. */
export interface PluginReference {
  readonly options: readonly ReferenceEntry[];
  readonly contributions: readonly ReferenceEntry[];
  readonly dependencies: readonly ReferenceEntry[];
  readonly types: readonly ReferenceEntry[];
  readonly functions: readonly ReferenceEntry[];
  readonly constants: readonly ReferenceEntry[];
  /** Types that are not exported but occur in the declarations of exported types. */
  readonly others: readonly ReferenceEntry[];
}

/** Reads the declarations behind `packages/core/src/plugin.ts` with the TypeScript compiler. */
export const readPluginReference = (): PluginReference => {
  const compiler = new API({ cwd: ROOT });
  try {
    const snapshot = compiler.updateSnapshot({ openProjects: [`${ROOT}packages/core/tsconfig.json`] });
    const [project] = snapshot.getProjects();
    if (project === undefined) throw new Error("The compiler has not opened packages/core.");
    return readProject(project);
  } finally {
    compiler.close();
  }
};

const readProject = (project: Project): PluginReference => {
  const { checker, program } = project;
  const entry = program.getSourceFile(`${ROOT}packages/core/src/plugin.ts`);
  const entryModule = entry && checker.getSymbolAtLocation(entry);
  if (entryModule === undefined) throw new Error("packages/core/src/plugin.ts exports nothing.");

  const declarationOf = (symbol: TypeSymbol): Node => {
    const declaration = symbol.declarations[0]?.resolve(project);
    if (declaration === undefined) throw new Error(`${symbol.name} is declared nowhere.`);
    return declaration;
  };
  const toEntry = (symbol: TypeSymbol, name = symbol.name): ReferenceEntry => ({
    name,
    source: sourceOf(declarationOf(symbol)),
    comment: checker.getDocumentationCommentOfSymbol(symbol),
  });
  const exported = checker
    .getExportsOfModule(entryModule)
    .map((symbol) => ({ name: symbol.name, symbol: checker.getAliasedSymbol(symbol) }))
    .sort(byName);

  const seen = new Set(exported.map(({ symbol }) => symbol.id));
  /**
   * Returns the types of `@kalends/core` that a declaration names and that were not returned before. Includes
   * the types that their declarations name.
   */
  const othersIn = (declaration: Node): readonly TypeSymbol[] =>
    [...new Set(sourceOf(declaration).match(/\b[A-Z]\w+\b/g))].flatMap((name) => {
      const found = checker.resolveName(name, SymbolFlags.Type, declaration);
      if (found === undefined) return [];
      const symbol = (found.flags & SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found);
      const [handle] = symbol.declarations;
      const isType = (symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) !== 0;
      if (!isType || seen.has(symbol.id) || !handle?.path.includes("/packages/core/src/")) return [];
      seen.add(symbol.id);
      return [symbol, ...othersIn(declarationOf(symbol))];
    });

  /** Returns the members of an exported type, including inherited members. */
  const membersOf = (name: string): readonly ReferenceEntry[] => {
    const found = exported.find((one) => one.name === name);
    if (found === undefined) throw new Error(`@kalends/core/plugin does not export ${name}.`);
    const type = checker.getDeclaredTypeOfSymbol(found.symbol);
    return checker.getPropertiesOfType(type).map((member) => toEntry(member));
  };
  const entriesOf = (isMeant: (declaration: Node) => boolean): readonly ReferenceEntry[] =>
    exported
      .filter(({ symbol }) => isMeant(declarationOf(symbol)))
      .map(({ name, symbol }) => toEntry(symbol, name));
  return {
    options: membersOf("PluginDefinition"),
    contributions: membersOf("PluginContributions"),
    dependencies: membersOf("PluginDeps"),
    types: entriesOf((declaration) => !isVariableDeclaration(declaration)),
    functions: entriesOf((declaration) => bodyOf(declaration) !== undefined),
    constants: entriesOf(
      (declaration) => isVariableDeclaration(declaration) && bodyOf(declaration) === undefined,
    ),
    others: exported
      .flatMap(({ symbol }) => othersIn(declarationOf(symbol)))
      .map((symbol) => toEntry(symbol))
      .sort(byName),
  };
};

type Named = Pick<ReferenceEntry, "name">;

const byName = (one: Named, other: Named): number => (one.name < other.name ? -1 : 1);

/** Returns the body of a function or constructor; `undefined` for other declarations. */
const bodyOf = (declaration: Node): Node | undefined => {
  if (isConstructorDeclaration(declaration)) return declaration.body;
  if (!isVariableDeclaration(declaration)) return undefined;
  const { initializer } = declaration;
  return initializer !== undefined && isArrowFunction(initializer) ? initializer.body : undefined;
};

/** Returns the text of a declaration as plugin authors see it. */
const sourceOf = (declaration: Node): string => {
  const text = declaration.getText();
  if (isVariableDeclaration(declaration)) return `const ${withoutBody(declaration)}`;
  if (isClassDeclaration(declaration)) {
    const members = declaration.members.map((member) => `  ${withoutBody(member)};`.replace(";;", ";"));
    return `${text.slice(0, text.indexOf("{") + 1)}\n${members.join("\n")}\n}`.replace(/^export /, "");
  }
  const isMember = !/^(?:export )?(?:interface|type) /.test(text);
  return isMember ? text.replace(/^ {2}/gm, "") : text.replace(/^export /, "");
};

/** Returns a member or variable without the body of its function. */
const withoutBody = (declaration: Node): string => {
  const text = declaration.getText();
  const body = bodyOf(declaration);
  if (body === undefined) return text;
  return text.slice(0, text.length - body.getText().length).replace(/\s*(?:=>)?\s*\(?\s*$/, "");
};
