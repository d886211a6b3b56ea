import { quoted } from "../language/query-error.ts";
import type { Argument, Call } from "../language/syntax.ts";
import { nearestName } from "../operands/nearest-name.ts";
import { type EndpointContext, refuseAt } from "./check-context.ts";
import { usagePeriod } from "./check-usage.ts";
import type { CheckedField } from "./checked-query.ts";

/** Checks the pipes of a query. `fields` is the only pipe. It lists members that are added to the records. */
export function checkFields(pipes: readonly Call[], context: EndpointContext): CheckedField[] {
  const fields = new Map<string, CheckedField>();
  for (const pipe of pipes) {
    if (pipe.name.toLowerCase() !== "fields")
      refuseAt(pipe.at, pipe.name, `${quoted(pipe.name)} is no pipe function`, {
        expected: ["fields"],
        nearest: nearestName(pipe.name, ["fields"]),
      });
    for (const argument of pipe.arguments) {
      const field = checkField(argument, context);
      fields.set(field.name, field);
    }
  }
  return [...fields.values()];
}

function checkField(argument: Argument, { entity, entityName, now }: EndpointContext): CheckedField {
  if (argument.kind !== "name" && argument.kind !== "call")
    return refuseAt(argument.at, "", "fields takes names without quotes, such as fields(props)", {
      expected: entity.fields,
    });
  const { name, at } = argument;
  const field = entity.fields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (field === undefined) {
    const works = entity.fields.length === 0 ? "it takes none" : `it takes ${entity.fields.join(", ")}`;
    return refuseAt(at, name, `fields has no argument ${quoted(name)} on ${entityName}; ${works}`, {
      expected: entity.fields,
      nearest: nearestName(name, entity.fields),
    });
  }
  const call = argument.kind === "call" ? argument : { ...argument, kind: "call" as const, arguments: [] };
  if (field === "usage") return { name: field, period: usagePeriod(call, now) };
  if (call.arguments.length > 0) refuseAt(at, name, `${field} takes no argument`);
  return field === "objUsage" ? { name: field, period: usagePeriod(call, now) } : { name: field };
}
