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

/** The fetched data in the shape of the response. */
interface Shaped {
  /**
   * The data of the response. If a value is missing where null is not allowed, the nearest parent that may be null is
   * set to null. If no parent may be null, `data` itself is null.
   */
  readonly data: Data | null;
  /**
   * The paths at which a required value was missing, or a value was invalid. In `data`, the value at such a path or one
   * of its parents is null.
   */
  readonly holes: readonly (readonly (string | number)[])[];
}

/**
 * Shapes fetched data into the response of an operation. The response contains the selected fields under their response
 * names. Where the data violates the schema, the response contains null. Throws if the schema requires an object, a
 * list or a type name, but the data contains another kind of value.
 */
export type Shape = (fetched: Data, variables: Variables) => Shaped;

/** Resolves `__schema` and `__type` without a subgraph. */
export type Introspect = (selection: FieldSelection, variables: Variables) => unknown;

/**
 * Returns the steps for objects with this `__typename`. Without a name, returns the steps for the declared type, which
 * is the type of the field or of the root in the schema. Returns undefined if the type is hidden from clients.
 */
type StepsOf = (typename: string | undefined) => readonly Step[] | undefined;

/**
 * Compiles the selections of an operation. The steps for a type are compiled when the first object of the type is
 * shaped.
 */
export function compileShape(operation: Operation, introspect: Introspect): Shape {
  const schema = operation.schema();
  const rootType = schema.schemaDefinition.rootType(operation.rootKind);
  if (!rootType) throw new Error(`the schema has no ${operation.rootKind}`);
  const defaults = operation.collectDefaultedVariableValues();
  const stepsOf = compileSelections({ schema, introspect }, operation.selectionSet, rootType);
  return (fetched, given) => {
    const run: ShapeRun = { variables: { ...defaults, ...given }, path: [], holes: [] };
    const data: Data = {};
    // `undefined` selects the steps for the declared root type. The `__typename` of the root is not used, because a
    // subgraph may use another name for its root type than the API schema.
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
    const compiled = known.get(typename);
    if (compiled) return compiled;
    const type = typename ? schema.type(typename) : declared;
    if (type === undefined || !isCompositeType(type)) return undefined;
    const steps: Step[] = [];
    collectSteps(compiling, steps, selections, { type, known: Boolean(typename) }, undefined);
    known.set(typename, steps);
    return steps;
  };
}

/**
 * Adds to `steps` the steps for a selection set and for its fragments that apply to `type`. `known` is true if `type`
 * is the type that the data states, and false if it is the type that the schema declares.
 */
function collectSteps(
  compiling: Compiling,
  steps: Step[],
  set: SelectionSet,
  of: { readonly type: CompositeType; readonly known: boolean; readonly within?: CompositeType },
  outer: Condition | undefined,
): void {
  const { type, known, within = type } = of;
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
    if (!isSubtype(typeCondition, known ? type : within)) continue;
    collectSteps(compiling, steps, selection.selectionSet, { type, known, within: typeCondition }, condition);
  }
}

/**
 * Returns the step for a field. Returns undefined if an earlier step without a condition already sets the field, and
 * the field has no subfields.
 */
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
      // Do not stop at this entry: later entries may be missing too, and the path of each is recorded.
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
    // The type of this object is hidden from clients, so the object is null in the response.
    if (!steps) return noteHole(run);
    const output = isData(before) ? before : {};
    return shapeObject(steps, input, output, before === undefined, run) ? output : hole;
  };
}

/**
 * Compiles the selection of `__typename`. If the data contains no type name that the schema knows, the result is the
 * type that the schema declares for the object. If the declared type is an interface or a union, the type of the object
 * is unknown. The object then counts as missing.
 */
function compileTypename(schema: Schema, parentType: CompositeType): Complete {
  return (given, _, __, input) => {
    const name = given ?? input.__typename;
    const type = (typeof name === "string" ? schema.type(name) : undefined) ?? parentType;
    return isObjectType(type) ? type.name : wideningHole;
  };
}

function noteHole({ holes, path }: ShapeRun): typeof hole {
  holes.push([...path]);
  return hole;
}
