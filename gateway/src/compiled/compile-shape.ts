import {
  type CompositeType,
  type FieldSelection,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isSubtype,
  type Operation,
  type OutputType,
  type Schema,
  type SelectionSet,
} from "@apollo/federation-internals";
import { isExactNumber } from "@network-access/service-runtime/exact-json";
import { allOf, type Condition, conditionOf, type Variables } from "./compile-conditions.ts";
import { compileLeaf } from "./compile-leaf.ts";
import { type Data, isData } from "./merge-data.ts";
import { type Complete, hole, type ShapeRun, type Step, shapeObject, wideningHole } from "./shape-object.ts";

/** What clients see of the data that was fetched. */
interface Shaped {
  /** Null where something is missing that can't be null, up to the top. */
  readonly data: Data | null;
  /** Where data was missing or of a wrong kind, so that null stands there or above. */
  readonly holes: readonly (readonly (string | number)[])[];
}

/**
 * Mutex fetched data into the answer to an operation: what was asked for, under its names, and null where the schema is
 * not kept. Throws where an object, a list or the name of a type is something else altogether.
 */
export type Shape = (fetched: Data, variables: Variables) => Shaped;

/** Looks into the schema for `__schema` and `__type`, which no subgraph is asked. */
export type Introspect = (selection: FieldSelection, variables: Variables) => unknown;

/** The steps for an object by the type it says it is of; undefined when clients know no such type. */
type StepsOf = (typename: string | undefined) => readonly Step[] | undefined;

/** Compiles what an operation selects. The steps for a type are worked out when the first object of it comes by. */
export function compileShape(operation: Operation, introspect: Introspect): Shape {
  const schema = operation.schema();
  const rootType = schema.schemaDefinition.rootType(operation.rootKind);
  if (!rootType) throw new Error(`the schema has no ${operation.rootKind}`);
  const defaults = operation.collectDefaultedVariableValues();
  const stepsOf = compileSelections({ schema, introspect }, operation.selectionSet, rootType);
  return (fetched, given) => {
    const run: ShapeRun = { variables: { ...defaults, ...given }, path: [], holes: [] };
    const data: Data = {};
    // What a subgraph calls the type at the top says nothing about ours.
    const whole = shapeObject(stepsOf(undefined) ?? [], fetched, data, true, run);
    return { data: whole ? data : null, holes: run.holes };
  };
}

interface Compiling {
  readonly schema: Schema;
  readonly introspect: Introspect;
}

function compileSelections(compiling: Compiling, selections: SelectionSet, declared: CompositeType): StepsOf {
  const { schema } = compiling;
  const known = new Map<string | undefined, readonly Step[]>();
  return (typename) => {
    const before = known.get(typename);
    if (before) return before;
    const type = typename ? schema.type(typename) : declared;
    if (type === undefined || !isCompositeType(type)) return undefined;
    const steps: Step[] = [];
    collectSteps(compiling, steps, selections, { type, said: Boolean(typename) }, undefined);
    known.set(typename, steps);
    return steps;
  };
}

/** Lays fragments open, as far as they concern a type. `said` is false when only the schema tells the type. */
function collectSteps(
  compiling: Compiling,
  steps: Step[],
  set: SelectionSet,
  of: { readonly type: CompositeType; readonly said: boolean; readonly within?: CompositeType },
  outer: Condition | undefined,
): void {
  const { type, said, within = type } = of;
  for (const selection of set.selections()) {
    const here = conditionOf(selection.element, compiling.schema);
    if (here === false) continue;
    const condition = allOf(outer, here === true ? undefined : here);
    if (selection.kind === "FieldSelection") {
      const step = compileStep(compiling, steps, selection, within, condition);
      if (step) steps.push(step);
      continue;
    }
    const { typeCondition = within } = selection.element;
    if (!isSubtype(typeCondition, said ? type : within)) continue;
    collectSteps(compiling, steps, selection.selectionSet, { type, said, within: typeCondition }, condition);
  }
}

/** The step for one field, or undefined when a step before has done all of it. */
function compileStep(
  compiling: Compiling,
  before: readonly Step[],
  selection: FieldSelection,
  parentType: CompositeType,
  condition: Condition | undefined,
): Step | undefined {
  const { element: field, selectionSet } = selection;
  const name = field.responseName();
  const same = before.filter((step) => step.name === name);
  const isIntrospection = field.definition.isSchemaIntrospectionField();
  const nested = selectionSet !== undefined && !isIntrospection;
  if (!nested && same.some((step) => step.condition === undefined)) return undefined;
  const base = { name, inherited: name in Array.prototype, again: same.length > 0, condition, nested };
  if (isIntrospection) {
    const { introspect } = compiling;
    return { ...base, isFinal: undefined, complete: (_, __, { variables }) => introspect(selection, variables) };
  }
  if (field.name === "__typename")
    return { ...base, isFinal: undefined, complete: compileTypename(compiling.schema, parentType) };
  const { type } = field.definition;
  if (type === undefined) throw new Error(`the field ${field.name} has no type`);
  return { ...base, isFinal: compileFinal(type), complete: compileType(compiling, type, selectionSet) };
}

function compileFinal(type: OutputType): Step["isFinal"] {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isCompositeType(inner) || isListType(inner)) return undefined;
  const isValid = compileLeaf(inner);
  return inner === type ? (value) => value === null || isValid(value) : isValid;
}

function compileType(compiling: Compiling, type: OutputType, selections: SelectionSet | undefined): Complete {
  if (isNonNullType(type)) return requireValue(compileType(compiling, type.ofType, selections));
  if (isListType(type)) return compileList(compileType(compiling, type.ofType, selections), selections !== undefined);
  if (!isCompositeType(type)) {
    const isValid = compileLeaf(type);
    return (value, _, run) => (value === null || isValid(value) ? value : noteHole(run));
  }
  if (!selections) throw new Error(`nothing is selected of ${type}`);
  return compileObject(compileSelections(compiling, selections, type));
}

function requireValue(complete: Complete): Complete {
  return (value, before, run, input) => {
    const made = complete(value, before, run, input);
    if (made === null) noteHole(run);
    return made === null || made === hole ? wideningHole : made;
  };
}

function compileList(complete: Complete, nested: boolean): Complete {
  return (value, before, run, input) => {
    if (value === null) return null;
    if (!Array.isArray(value)) throw new Error(`a subgraph answered no list at ${run.path.join(".")}`);
    const made: unknown[] = Array.isArray(before) ? before : new Array(value.length).fill(undefined);
    let whole = true;
    for (let index = 0; index < made.length; index += 1) {
      const earlier = made[index];
      if (earlier === null || (earlier !== undefined && !nested)) continue;
      run.path.push(index);
      const entry = complete(value[index] ?? null, earlier, run, input);
      run.path.pop();
      // The rest of the list is looked at all the same: every hole in it is noted.
      if (entry === wideningHole) whole = false;
      made[index] = entry === hole || entry === wideningHole ? null : entry;
    }
    return whole ? made : hole;
  };
}

function compileObject(stepsOf: StepsOf): Complete {
  return (value, before, run) => {
    if (value === null) return null;
    if (typeof value !== "object" || isExactNumber(value))
      throw new Error(`a subgraph answered no object at ${run.path.join(".")}`);
    const input = value as Data;
    const { __typename: typename } = input;
    if (typename !== undefined && typeof typename !== "string")
      throw new Error(`a subgraph named no type at ${run.path.join(".")}`);
    const steps = stepsOf(typename);
    // A type that clients don't know must not be seen, nor its name.
    if (!steps) return noteHole(run);
    const output = isData(before) ? before : {};
    return shapeObject(steps, input, output, before === undefined, run) ? output : hole;
  };
}

/**
 * The name of an object's type. A subgraph may know as an object what clients know as an interface; when nobody said
 * what it really is, the object can't be shown.
 */
function compileTypename(schema: Schema, parentType: CompositeType): Complete {
  return (given, _, __, input) => {
    const said = given ?? input.__typename;
    const type = (typeof said === "string" ? schema.type(said) : undefined) ?? parentType;
    return isObjectType(type) ? type.name : wideningHole;
  };
}

function noteHole({ holes, path }: ShapeRun): typeof hole {
  holes.push([...path]);
  return hole;
}
