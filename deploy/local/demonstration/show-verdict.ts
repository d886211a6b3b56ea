import type { ShownRelation, ShownRequest, ShownResult } from "./shown-request.ts";

const LISTED = 4;
const WIDTH = 100;
const PROTOCOLS: Record<number, string> = { 1: "icmp", 6: "tcp", 17: "udp", 58: "icmpv6" };

/**
 * Formats the verdict of a change request for a terminal: the state, the reason, and the boundaries that decided the
 * verdict. For each of these boundaries and each rule that relates to it, the text contains a packet that proves the
 * relation, if there is one. It also contains a part of the rule's traffic, if there is any: the part inside the
 * boundary if the boundary's action is Fail, and the part outside it otherwise.
 */
export function showVerdict(request: ShownRequest): string {
  const score = request.score === null ? "" : `, score ${request.score}`;
  const lines = [
    "",
    `Change request "${request.name}" (${request.id})`,
    field("state", `${request.state}${score}`),
    field("reason", request.stateReason ?? "none"),
    ...(decisive(request)?.flatMap(showResult) ?? []),
  ];
  return lines.join("\n");
}

/** Returns the results that decided the verdict. Their state is the same as the state of the change request. */
function decisive({ state, results }: ShownRequest): ShownResult[] | undefined {
  return results?.filter((result) => result.state === state);
}

function showResult(result: ShownResult): string[] {
  return [
    field("boundary", `"${result.boundaryName}" (${result.boundaryAction})`),
    ...(result.rules ?? []).flatMap((relation) => showRelation(relation, result.boundaryAction)),
  ];
}

function showRelation({ ruleId, relation, witness, residual }: ShownRelation, action: string): string[] {
  const lines = [field("relation", `${relation}, rule "${ruleId}"`)];
  if (witness) lines.push(field("witness", `${witness.source} -> ${witness.destination} ${selector(witness)}`));
  for (const { sources, destinations, services } of residual?.blocks ?? []) {
    lines.push(field(action === "Fail" ? "inside" : "outside", `from ${list(sources)}`));
    lines.push(field("", `to ${list(destinations)}`), field("", `for ${list(services)}`));
  }
  if (residual?.truncated) lines.push(field("", "and more"));
  return lines;
}

function selector({ protocol, port, icmpType, icmpCode }: NonNullable<ShownRelation["witness"]>): string {
  const name = PROTOCOLS[protocol] ?? `protocol/${protocol}`;
  if (port !== null) return `${name}/${port}`;
  return icmpType === null ? name : `${name}/${icmpType}/${icmpCode ?? 0}`;
}

function list(values: readonly string[]): string {
  const rest = values.length - LISTED;
  return values.slice(0, LISTED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Formats a name and its text, which is wrapped. */
function field(name: string, text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each, place) => `  ${(place === 0 ? name : "").padEnd(9)} ${each}`).join("\n");
}
