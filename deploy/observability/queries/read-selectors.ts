import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** A comparison of a label with a value. */
interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/**
 * A selector of time series in a PromQL expression. `groupedBy` contains the labels in the `by`, `without`, `on` and
 * `ignoring` clauses of all expressions that contain the selector.
 */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
  readonly groupedBy: readonly string[];
}

/**
 * Returns the selectors of a PromQL expression. If the expression has a syntax error, throws an error that shows the
 * position of the mistake.
 */
export function readSelectors(expression: string): Selector[] {
  const textOf = (node: SyntaxNode) => expression.slice(node.from, node.to);
  const selectors: Selector[] = [];

  function matcherOf(node: SyntaxNode): Matcher {
    const [label, operator, value] = childrenOf(node);
    if (!label || !operator || !value) throw new Error(`"${textOf(node)}" is not a matcher of a label`);
    return { label: textOf(label), operator: textOf(operator), value: textOf(value).slice(1, -1) };
  }

  function visit(node: SyntaxNode, groupedBy: readonly string[]): void {
    if (node.type.isError) {
      const place = `${expression.slice(0, node.from)}⟪here⟫${expression.slice(node.from)}`;
      throw new Error(`this is not PromQL: ${place}`);
    }
    if (node.name === "VectorSelector") {
      const [name] = node.getChildren("Identifier");
      if (!name) throw new Error(`"${textOf(node)}" names no metric`);
      const matchers = node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
      selectors.push({ metric: textOf(name), matchers: matchers.map(matcherOf), groupedBy });
      return;
    }
    const labels = labelListsOf(node).map(textOf);
    for (const child of childrenOf(node)) visit(child, [...groupedBy, ...labels]);
  }

  visit(parser.parse(expression).topNode, []);
  return selectors;
}

/**
 * Returns the labels in the `by` or `without` clause of an aggregation, or in the `on` or `ignoring` clause of a binary
 * operator.
 */
function labelListsOf(node: SyntaxNode): SyntaxNode[] {
  const modifier = node.getChild("AggregateModifier") ?? node.getChild("MatchingModifierClause");
  return modifier?.getChild("GroupingLabels")?.getChildren("LabelName") ?? [];
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
