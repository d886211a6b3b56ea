import { type Directive, type OperationElement, type Schema, Variable } from "@apollo/federation-internals";

/** The values of one request's variables, including defaults. */
export type Variables = Readonly<Record<string, unknown>>;

/** Returns whether a selection is included. */
export type Condition = (variables: Variables) => boolean;

/**
 * Returns the condition that `@skip` and `@include` set for a selection. If the condition depends on no variable,
 * returns `true` for a selection that always applies, and `false` for a selection that never applies.
 */
export function conditionOf(element: OperationElement, schema: Schema): Condition | boolean {
  const skip = element.appliedDirectivesOf(schema.skipDirective())[0];
  const include = element.appliedDirectivesOf(schema.includeDirective())[0];
  const skipped = skip === undefined ? false : argumentOf(skip);
  const included = include === undefined ? true : argumentOf(include);
  if (skipped === true || included === false) return false;
  if (skipped === false) return included;
  if (included === true) return (variables) => !skipped(variables);
  return (variables) => !skipped(variables) && included(variables);
}

/** Combines two conditions: both must be met. */
export function allOf(first: Condition | undefined, second: Condition | undefined): Condition | undefined {
  if (!first || !second) return first ?? second;
  return (variables) => first(variables) && second(variables);
}

function argumentOf(directive: Directive<OperationElement, { if: boolean | Variable }>): Condition | boolean {
  const { if: given } = directive.arguments();
  if (!(given instanceof Variable)) return given;
  const { name } = given;
  return (variables) => {
    const value = variables[name];
    if (typeof value !== "boolean")
      throw new Error(`$${name} decides what is asked for, and is neither true nor false`);
    return value;
  };
}
