import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from "graphql";

/** Limits of one document. The content of a fragment counts once for each use of the fragment. */
export interface OperationLimits {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly directives: number;
  /** Tokens of the text; checked while parsing. */
  readonly tokens: number;
}

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly directives: number;
}

const nothing: Size = { depth: 0, aliases: 0, fields: 0, directives: 0 };

/**
 * Creates a validation rule that refuses documents over the limits. The rule runs in time linear in the length of the
 * document.
 */
export function limitOperation(limits: OperationLimits, deepIntrospection: boolean): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    Document(document) {
      const size = measure(document, deepIntrospection);
      for (const what of ["depth", "aliases", "fields", "directives"] as const) {
        if (size[what] <= limits[what]) continue;
        const message = `the document's ${what} are over the limit of ${limits[what]}; ask for less at once`;
        context.reportError(new GraphQLError(what === "depth" ? message.replace(" are ", " is ") : message));
      }
      return false;
    },
  });
}

function measure(document: DocumentNode, deepIntrospection: boolean): Size {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const known = new Map<string, Size>();

  function ofFragment(name: string): Size {
    const measured = known.get(name);
    if (measured) return measured;
    // This entry ends the recursion if fragments form a cycle. Another rule refuses such documents.
    known.set(name, nothing);
    const fragment = fragments.get(name);
    const size = fragment ? ofSelections(fragment.selectionSet, 0) : nothing;
    known.set(name, size);
    return size;
  }

  function ofSelections(set: SelectionSetNode | undefined, directives: number): Size {
    let total: Size = { ...nothing, directives };
    for (const selection of set?.selections ?? []) {
      const own = selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) {
        const below = ofSelections(selection.selectionSet, own);
        const shallow = deepIntrospection && /^__(schema|type)$/.test(selection.name.value);
        total = add(total, {
          depth: shallow ? 1 : below.depth + 1,
          aliases: below.aliases + (selection.alias ? 1 : 0),
          fields: below.fields + 1,
          directives: below.directives,
        });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        total = add(total, ofSelections(selection.selectionSet, own));
      } else {
        const spread = ofFragment(selection.name.value);
        total = add(total, { ...spread, directives: spread.directives + own });
      }
    }
    return total;
  }

  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => ofSelections(node.selectionSet, node.directives?.length ?? 0))
    .reduce(add, nothing);
}

function add(a: Size, b: Size): Size {
  return {
    depth: Math.max(a.depth, b.depth),
    aliases: a.aliases + b.aliases,
    fields: a.fields + b.fields,
    directives: a.directives + b.directives,
  };
}
