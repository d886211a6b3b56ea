import { isExactNumber } from "@network-access/service-runtime/exact-json";
import { isObject, textAt } from "./json-value.ts";

/** Describes the content of a JSON file that is not of the expected kind, for an error message. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${nounOf(value[0])}`;
  if (!isObject(value)) return value === null ? "nothing but null" : `a bare ${kindOf(value)}`;
  if ("apiVersion" in value && "kind" in value) return `an answer of kubectl (kind ${textAt(value, "kind")})`;
  if ("Reservations" in value || "Vpcs" in value || "Subnets" in value || "Buckets" in value)
    return "an answer of the aws command";
  if ("data" in value && ("total_records" in value || "count" in value)) return "an answer of az graph query";
  const members = Object.keys(value);
  if (members.length === 0) return "an empty object";
  const named = members.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 40)));
  return `an object with ${named.join(", ")}${members.length > 5 ? ", ..." : ""}`;
}

function nounOf(value: unknown): string {
  if (isObject(value) && "subscriptionId" in value) return "rows of Azure Resource Graph";
  return isObject(value) ? "objects" : `${value === null ? "null" : kindOf(value)} values`;
}

function kindOf(value: unknown): string {
  return isExactNumber(value) ? "number" : typeof value;
}
