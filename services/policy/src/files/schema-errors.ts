import type { FieldError } from "@network-access/firewall-rules/field-error";
import type { z } from "zod";

/** The path to a member: names of members and indexes of entries, from the outermost to the innermost. */
export type ErrorPath = readonly PropertyKey[];

/** Returns a path as text, such as "sources[0].cidr". */
export function pathText(path: ErrorPath): string {
  return path
    .map((step, at) => (typeof step === "number" ? `[${step}]` : `${at > 0 ? "." : ""}${String(step)}`))
    .join("");
}

/** The inverse of `pathText`. Member names of a boundary contain no dots or brackets. */
export function pathOfText(text: string): ErrorPath {
  return [...text.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Converts the schema errors of a boundary to messages. `written` is the boundary as it is written in the file. */
export function errorsOfIssues(issues: readonly z.core.$ZodIssue[], written: unknown): FieldError[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [{ path: pathText(issue.path), message: messageOf(issue) }];
    return issue.keys.map((key) => ({
      path: pathText([...issue.path, key]),
      message: unknownMember(key, issue.path, valueAt(written, issue.path)),
    }));
  });
}

function messageOf(issue: z.core.$ZodIssue): string {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, input);
    case "invalid_value":
      return input === undefined
        ? `is missing; ${choice(issue.values)}`
        : `is ${shown(input)}; ${choice(issue.values)}`;
    case "invalid_union": {
      const options = issue.discriminator === undefined ? [] : ((issue as { options?: string[] }).options ?? []);
      const type = typeof input === "object" && input !== null && "type" in input ? input.type : undefined;
      return type === undefined ? `is missing; ${choice(options)}` : `is ${shown(type)}; ${choice(options)}`;
    }
    case "too_small":
    case "too_big":
      return `is ${shown(input)}; ${rangeOf(issue)}`;
    default:
      return issue.message;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: "give text",
  number: "give a number",
  int: "give a whole number",
  boolean: "give true or false",
  array: "give a list, each entry on a line that begins with -",
  object: "give members",
};

function wrongType(expected: string, input: unknown): string {
  const needed = typeWords[expected] ?? `give ${expected}`;
  if (input === undefined) return `is missing; ${needed}`;
  if (input === null) return `is empty; ${needed} or remove it`;
  const scalar = typeof input === "number" || typeof input === "boolean";
  if (expected === "string" && scalar) return `is the ${typeof input} ${input}; put it in quotes`;
  return `is ${shown(input)}; ${needed}`;
}

function choice(values: readonly unknown[]): string {
  const words = values.map(String);
  const last = words.at(-1) ?? "";
  return words.length < 2 ? `give ${last}` : `give ${words.slice(0, -1).join(", ")} or ${last}`;
}

/** Returns a value as written in the file, shortened. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a mapping";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 64 ? `${text.slice(0, 60)}..."` : text;
}

/** Returns the bound that a value violates, as text. zod reports only this bound and not the other one. */
function rangeOf(issue: { readonly minimum?: unknown; readonly maximum?: unknown }): string {
  return issue.minimum === undefined ? `the maximum is ${issue.maximum}` : `the minimum is ${issue.minimum}`;
}

function unknownMember(key: string, path: ErrorPath, holder: unknown): string {
  if (path.length === 0 && key === "source") return "does not belong in a file; give it with --source";
  if (key === "<<") return "is a merge, which is not supported; write the members themselves";
  const type = typeof holder === "object" && holder !== null && "type" in holder ? holder.type : undefined;
  if (key === "comparison" && type === "Any")
    return "does not belong to type Any; to compare with every address, write 0.0.0.0/0 and ::/0 as Cidr with Equals";
  if (typeof type === "string") return `does not belong to type ${type}; remove it`;
  return "is unknown; check its spelling or remove it";
}

function valueAt(value: unknown, path: ErrorPath): unknown {
  let found = value;
  for (const step of path) found = (found as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return found;
}
