import { type DocumentNode, Kind } from "graphql";
import { generalFailures, invalidInput } from "../http/failure.ts";
import { presentFailure } from "./graphql-failure.ts";

type Resolve = (parent: never, ...rest: never[]) => unknown;

const errorOf = presentFailure(generalFailures);

/**
 * Wraps resolvers so that `__resolveReference` is called only if all members of the entity's key are strings. Callers
 * may send a value of any type in a key. A store would interpret an object as a query condition.
 */
export function withCheckedReferences<Entry>(
  documents: readonly DocumentNode[],
  resolvers: Readonly<Record<string, Entry>>,
): Record<string, Entry | object> {
  const keys = keysOf(documents);
  return Object.fromEntries(
    Object.entries(resolvers).map(([type, entry]) => {
      if (typeof entry !== "object" || entry === null || !("__resolveReference" in entry)) return [type, entry];
      const resolve = entry.__resolveReference as Resolve;
      const __resolveReference = async (reference: never, ...rest: never[]) => {
        if (isKey(reference, keys.get(type) ?? [])) return resolve(reference, ...rest);
        throw errorOf(
          invalidInput("representations", `need the key of ${type} in texts: ${keys.get(type)?.join(" or ")}`),
        );
      };
      return [type, { ...entry, __resolveReference }];
    }),
  );
}

/**
 * Returns true if a reference contains all members of at least one key. Returns false if a member of any key has a
 * value that is not a string, even if another key is complete.
 */
function isKey(reference: object, keys: readonly string[]): boolean {
  const members = new Map<string, unknown>(Object.entries(reference));
  const named = keys.map((key) => key.split(/\s+/));
  if (named.flat().some((name) => members.has(name) && typeof members.get(name) !== "string")) return false;
  return named.some((names) => names.every((name) => members.has(name)));
}

/** Returns the resolvable keys of each type. */
function keysOf(documents: readonly DocumentNode[]): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const { definitions } of documents) {
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
      for (const { name, arguments: args = [] } of node.directives ?? []) {
        const value = (of: string) => args.find((argument) => argument.name.value === of)?.value;
        const fields = value("fields");
        const resolvable = value("resolvable");
        if (name.value !== "key" || fields?.kind !== Kind.STRING) continue;
        if (resolvable?.kind === Kind.BOOLEAN && !resolvable.value) continue;
        keys.set(node.name.value, [...(keys.get(node.name.value) ?? []), fields.value.trim()]);
      }
    }
  }
  return keys;
}
