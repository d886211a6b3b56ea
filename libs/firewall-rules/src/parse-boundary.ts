import type { BoundaryAction, BoundaryText, TargetPlatform } from "./boundary-text.ts";
import { type FieldError, type FieldErrors, fieldErrors } from "./field-error.ts";
import type { NetworkObjectInput, ServiceObjectInput } from "./object-input.ts";
import { MAX_OBJECTS, parseServices, parseSide } from "./parse-change-request.ts";
import type { FirewallAction } from "./rule.ts";
import { checkId, checkLine, checkName, checkText } from "./text.ts";
import { denotesNoTraffic } from "./textual-emptiness.ts";

type Optional<T> = T | null | undefined;

/** A boundary as the client sends it. A schema has already checked the types of its members. */
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

/** Validates a boundary. Returns it with default values for null and missing members, or returns all of its errors. */
export function parseBoundary(input: BoundaryInput): ParsedBoundary {
  const errors = fieldErrors();
  checkId(errors, "id", input.id);
  checkName(errors, "name", input.name);
  if (input.description != null) checkText(errors, "description", input.description);
  if (input.message != null) checkText(errors, "message", input.message);
  if (input.source != null) checkId(errors, "source", input.source);
  checkScore(errors, input.action, input.score ?? null);
  const ruleActions = input.ruleActions ?? ["Allow"];
  if (ruleActions.length === 0)
    errors.add("ruleActions", "must not be empty; leave it out for [Allow], or send Allow, Deny or both");
  checkProjects(errors, input.projectIds ?? null);
  const platforms = input.platforms ?? null;
  checkPlatforms(errors, platforms);

  const objects = input.sources.length + input.destinations.length + input.services.length;
  if (objects > MAX_OBJECTS) {
    // A boundary that has too many objects to be stored is not parsed.
    errors.add("sources", `hold ${objects} objects together with destinations and services; at most 10,000 work`);
    return { ok: false, fields: errors.all() };
  }
  const text: BoundaryText = {
    id: input.id,
    name: input.name,
    description: input.description ?? null,
    action: input.action,
    enforced: input.enforced ?? true,
    score: input.score ?? null,
    ruleActions: [...new Set(ruleActions)],
    sources: parseSide(errors, "sources", input.sources),
    destinations: parseSide(errors, "destinations", input.destinations),
    services: parseServices(errors, "services", input.services, "boundary"),
    partialMatch: input.partialMatch ?? "Review",
    platforms: platforms?.map(({ name, provider, accountId }) => ({ name, provider, accountId })) ?? null,
    projectIds: input.projectIds ?? null,
    message: input.message ?? null,
    source: input.source ?? null,
  };
  if (!errors.empty) return { ok: false, fields: errors.all() };
  const empty = denotesNoTraffic(text);
  if (empty) return { ok: false, fields: [{ path: pathOf[empty.side ?? "Source"], message: empty.message }] };
  return { ok: true, text };
}

function checkScore(errors: FieldErrors, action: BoundaryAction, score: number | null): void {
  if (action === "Score" && score === null) errors.add("score", "is missing; a boundary with action Score needs one");
  if (action !== "Score" && score !== null)
    errors.add("score", `does not belong to action ${action}; leave it out, or use action Score`);
}

function checkProjects(errors: FieldErrors, projectIds: readonly string[] | null): void {
  if (projectIds === null) return;
  if (projectIds.length === 0) errors.add("projectIds", "must not be empty; leave it out for every project");
  if (projectIds.length > MAX_PROJECTS) {
    errors.add("projectIds", `has ${projectIds.length} entries; at most 10,000 work`);
    return;
  }
  projectIds.forEach((id, index) => {
    checkId(errors, `projectIds[${index}]`, id);
  });
}

function checkPlatforms(errors: FieldErrors, platforms: readonly TargetPlatform[] | null): void {
  if (platforms === null) return;
  if (platforms.length > MAX_PLATFORMS) {
    errors.add("platforms", `has ${platforms.length} entries; at most 1,000 work`);
    return;
  }
  platforms.forEach(({ name, accountId }, index) => {
    checkName(errors, `platforms[${index}].name`, name);
    checkLine(errors, `platforms[${index}].accountId`, accountId, 256);
  });
}

/** Returns whether a text is valid as an id. */
export function canBeId(id: string): boolean {
  const errors = fieldErrors();
  checkId(errors, "id", id);
  return errors.empty;
}
