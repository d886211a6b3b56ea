import { type FieldError, fieldErrors } from "@network-access/firewall-rules/field-error";
import type { z } from "zod";
import { shorten } from "./bounded-schemas.ts";

/**
 * Returns the errors of a schema as field errors below `path`. For example, `items[3]` and ["ips", 0] give
 * `items[3].ips[0]`.
 */
export function fieldErrorsOf(error: z.ZodError, path: string): readonly FieldError[] {
  const errors = fieldErrors();
  for (const issue of error.issues) {
    const at = issue.path.reduce(below, path);
    if (issue.code === "unrecognized_keys") for (const name of issue.keys) errors.add(below(at, name), issue.message);
    else errors.add(at, issue.message);
  }
  return errors.all();
}

function below(path: string, step: PropertyKey): string {
  if (typeof step === "number") return `${path}[${step}]`;
  const name = shorten(String(step));
  return path === "" ? name : `${path}.${name}`;
}
