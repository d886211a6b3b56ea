import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  OperationTypeNode,
} from "graphql";
import { currentRequest, type RequestMemory } from "../telemetry/request-context.ts";

/** About what one value, one object, and one field that is resolved later take. */
const VALUE_BYTES = 16;
const OBJECT_BYTES = 64;
const PENDING_BYTES = 1_024;

/** Never kept: what waits for it is forgotten with its operation. */
const never = () => new Promise<never>(() => undefined);

/**
 * Counts what an operation is answered with, value by value, as memory of its request: a short document may ask for very
 * much by names and lists. Texts and lists of texts are counted here; whoever resolves a value of any other shape counts it.
 *
 * Once a query is refused it comes to no end: whoever runs it answers with the refusal and forgets it. Thousands of
 * fields that fail one by one would take more than what was refused. A mutation goes on with its next field, and the
 * fields below fail: what it does is done, whatever becomes of its answer. The schema is changed in place.
 */
export function countAnswers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type) || type === schema.getMutationType()) continue;
    for (const field of Object.values(type.getFields())) countField(field);
  }
  return schema;
}

function countField(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver } = field;
  const sizeOf = isLeafType(getNamedType(field.type)) ? sizeOfLeaf : sizeOfObjects;

  field.resolve = (parent, args, context, info) => {
    const memory = currentRequest()?.memory;
    if (!memory) return resolve(parent, args, context, info);
    const isMutation = info.operation.operation === OperationTypeNode.MUTATION;
    if (memory.refusal) return refused(memory, isMutation);
    try {
      const value = resolve(parent, args, context, info);
      if (!(value instanceof Promise)) return counted(memory, isMutation, value, sizeOf(value));
      memory.count(PENDING_BYTES);
      return value.then(
        (found) => counted(memory, isMutation, found, sizeOf(found)),
        (error) => (memory.refusal ? refused(memory, isMutation) : Promise.reject(error)),
      );
    } catch (error) {
      // Thrown in a list it would make graphql-js forget the promises of the entries before; one of them that is rejected
      // while nobody looks ends the process.
      return Promise.reject(error);
    }
  };
}

function counted(memory: RequestMemory, isMutation: boolean, value: unknown, bytes: number): unknown {
  memory.count(bytes);
  return memory.refusal ? refused(memory, isMutation) : value;
}

function refused({ refusal }: RequestMemory, isMutation: boolean): Promise<never> {
  return isMutation ? Promise.reject(refusal) : never();
}

function sizeOfLeaf(value: unknown): number {
  // A character is kept where it was read and once more in the text of the answer.
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (!Array.isArray(value)) return VALUE_BYTES;
  return value.reduce((sum: number, one: unknown) => sum + sizeOfLeaf(one), VALUE_BYTES);
}

function sizeOfObjects(value: unknown): number {
  return OBJECT_BYTES * (Array.isArray(value) ? value.length : 1);
}
