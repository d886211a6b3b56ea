import type { BoundaryAction, BoundaryText, TargetPlatform } from "./boundary-text.ts";
import { type FieldError, type FieldErrors, fieldErrors } from "./field-error.ts";
import type { NetworkObjectInput, ServiceObjectInput } from "./object-input.ts";
import { MAX_OBJECTS, parseServices, parseSide } from "./parse-change-request.ts";
import type { FirewallAction } from "./rule.ts";
import { checkId, checkLine, checkName, checkText } from "./text.ts";
import { denotesNoTraffic } from "./textual-emptiness.ts";

type Optional<T> = T | null | undefined;

/** A boundary as sent, its types already those of the schema. */
export interface BoundaryInput {
  readonly id: string;
  readonly name: string;
  readonly description?: Optional<string>;
  readonly action: BoundaryAction;
  readonly enforced?: Optional<boolean>;
  readonly score?: Optional<number>;
  readonly ruleActions?: Optional<readonly FirewallAction[]>;
  readonly sources: readonly NetworkObjectInput[];
  readonly destinations: readonly NetworkObjectInput[];
  readonly services: readonly ServiceObjectInput[];
  readonly partialMatch?: Optional<"Review" | "Fail">;
  readonly platforms?: Optional<readonly TargetPlatform[]>;
  readonly projectIds?: Optional<readonly string[]>;
  readonly message?: Optional<string>;
  readonly source?: Optional<string>;
}

export type ParsedBoundary =
  | { readonly ok: true; readonly text: BoundaryText }
  | { readonly ok: false; readonly fields: readonly FieldError[] };

const pathOf = { Source: "sources", Destination: "destinations", Service: "services" } as const;
const MAX_PLATFORMS = 1_000;
const MAX_PROJECTS = 10_000;

/** Reads a boundary, or says everything that is wrong with it. Explicit null means the default. */
export function parseBoundary(input: BoundaryInput): ParsedBoundary {
  const faults = fieldErrors();
  checkId(faults, "id", input.id);
  checkName(faults, "name", input.name);
  if (input.description != null) checkText(faults, "description", input.description);
  if (input.message != null) checkText(faults, "message", input.message);
  if (input.source != null) checkId(faults, "source", input.source);
  checkScore(faults, input.action, input.score ?? null);
  const ruleActions = input.ruleActions ?? ["Allow"];
  if (ruleActions.length === 0)
    faults.add("ruleActions", "must not be empty; leave it out for [Allow], or send Allow, Deny or both");
  checkProjects(faults, input.projectIds ?? null);
  const platforms = input.platforms ?? null;
  checkPlatforms(faults, platforms);

  const objects = input.sources.length + input.destinations.length + input.services.length;
  if (objects > MAX_OBJECTS) {
    // Nobody pays for parsing what cannot be stored.
    faults.add("sources", `hold ${objects} objects together with destinations and services; at most 10,000 work`);
    return { ok: false, fields: faults.all() };
  }
  const text: BoundaryText = {
    id: input.id,
    name: input.name,
    description: input.description ?? null,
    action: input.action,
    enforced: input.enforced ?? true,
    score: input.score ?? null,
    ruleActions: [...new Set(ruleActions)],
    sources: parseSide(faults, "sources", input.sources),
    destinations: parseSide(faults, "destinations", input.destinations),
    services: parseServices(faults, "services", input.services, "boundary"),
    partialMatch: input.partialMatch ?? "Review",
    platforms: platforms?.map(({ name, provider, accountId }) => ({ name, provider, accountId })) ?? null,
    projectIds: input.projectIds ?? null,
    message: input.message ?? null,
    source: input.source ?? null,
  };
  if (!faults.empty) return { ok: false, fields: faults.all() };
  const empty = denotesNoTraffic(text);
  if (empty) return { ok: false, fields: [{ path: pathOf[empty.side ?? "Source"], message: empty.message }] };
  return { ok: true, text };
}

function checkScore(faults: FieldErrors, action: BoundaryAction, score: number | null): void {
  if (action === "Score" && score === null) faults.add("score", "is missing; a boundary with action Score needs one");
  if (action !== "Score" && score !== null)
    faults.add("score", `does not belong to action ${action}; leave it out, or use action Score`);
}

function checkProjects(faults: FieldErrors, projectIds: readonly string[] | null): void {
  if (projectIds === null) return;
  if (projectIds.length === 0) faults.add("projectIds", "must not be empty; leave it out for every project");
  if (projectIds.length > MAX_PROJECTS) {
    faults.add("projectIds", `has ${projectIds.length} entries; at most 10,000 work`);
    return;
  }
  projectIds.forEach((id, index) => {
    checkId(faults, `projectIds[${index}]`, id);
  });
}

function checkPlatforms(faults: FieldErrors, platforms: readonly TargetPlatform[] | null): void {
  if (platforms === null) return;
  if (platforms.length > MAX_PLATFORMS) {
    faults.add("platforms", `has ${platforms.length} entries; at most 1,000 work`);
    return;
  }
  platforms.forEach(({ name, accountId }, index) => {
    checkName(faults, `platforms[${index}].name`, name);
    checkLine(faults, `platforms[${index}].accountId`, accountId, 256);
  });
}

/** Whether anything can be stored under this id at all. */
export function canBeId(id: string): boolean {
  const faults = fieldErrors();
  checkId(faults, "id", id);
  return faults.empty;
}
