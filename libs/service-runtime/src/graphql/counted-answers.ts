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

/** The estimated memory in bytes of a scalar value, of an object, and of a field whose resolver returned a promise. */
const VALUE_BYTES = 16;
const OBJECT_BYTES = 64;
const PENDING_BYTES = 1_024;

/**
 * Returns a promise that never resolves. A field of a refused query returns it. The endpoint responds with the refusal
 * and does not wait for the query.
 */
const never = () => new Promise<never>(() => undefined);

/**
 * Changes the resolvers of the schema so that each value of a response is added to the counted memory of the HTTP
 * request. Without this, a short document could request very much data through aliases and lists. A string is counted
 * by its length, and a list by its number of entries. Every other value counts as a fixed number of bytes. A resolver
 * that returns a larger value must count the difference itself.
 *
 * If the memory limit is exceeded during a query, the endpoint abandons the query and responds with one refusal.
 * Separate errors for thousands of fields would need more memory than was refused. If the limit is exceeded during a
 * mutation, the remaining fields of the mutation are still executed. Then the endpoint responds with the refusal.
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
      // Rejects instead of throwing. If a resolver of a list entry threw, graphql-js would drop the promises of earlier
      // entries. If one of the dropped promises then rejected, the unhandled rejection would end the process.
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
  // Each character counts as two bytes, because the string is in memory twice: as the value and in the text of the
  // response.
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (!Array.isArray(value)) return VALUE_BYTES;
  return value.reduce((sum: number, entry: unknown) => sum + sizeOfLeaf(entry), VALUE_BYTES);
}

function sizeOfObjects(value: unknown): number {
  return OBJECT_BYTES * (Array.isArray(value) ? value.length : 1);
}
