import { type FieldError, type FieldErrors, fieldErrors } from "@network-access/firewall-rules/field-error";
import { checkId, checkLine, checkName, checkText } from "@network-access/firewall-rules/text";
import { parseCidr } from "@network-access/traffic-sets/cidr";
import type { GroupFilter, TagCondition } from "../items/group-filter.ts";

type Maybe<Value> = Value | null | undefined;

/** A filter as a client sends it. */
interface GroupFilterInput {
  readonly tags?: Maybe<readonly { readonly key: string; readonly value?: Maybe<string> }[]>;
  readonly types?: Maybe<readonly string[]>;
  readonly accountIds?: Maybe<readonly string[]>;
  readonly regions?: Maybe<readonly string[]>;
  readonly cidrs?: Maybe<readonly string[]>;
  readonly clip?: Maybe<boolean>;
}

/** A group as a client sends it. */
export interface GroupInput {
  readonly id: string;
  readonly name: string;
  readonly description?: Maybe<string>;
  readonly filter: GroupFilterInput;
}

/** The properties of a group that a user sets. */
export interface GroupText {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly filter: GroupFilter;
}

/**
 * The maximum size of a group's filter, in characters of JSON. It bounds the size of a page of groups, which contains
 * their filters.
 */
const MOST_FILTER_CHARACTERS = 131_072;

/** Parses a group. Returns all errors together. */
export function parseGroup(
  input: GroupInput,
): { readonly ok: true; readonly text: GroupText } | { readonly ok: false; readonly errors: readonly FieldError[] } {
  const errors = fieldErrors();
  checkId(errors, "id", input.id);
  checkName(errors, "name", input.name);
  if (input.description != null) checkText(errors, "description", input.description);
  const filter = parseGroupFilter(errors, "filter", input.filter);
  if (!errors.empty) return { ok: false, errors: errors.all() };
  return { ok: true, text: { id: input.id, name: input.name, description: input.description ?? null, filter } };
}

/** Parses a filter. Adds errors under `path`. */
export function parseGroupFilter(errors: FieldErrors, path: string, input: GroupFilterInput): GroupFilter {
  const texts = (name: "types" | "accountIds" | "regions") => {
    const list = bounded(errors, `${path}.${name}`, input[name], 1_000);
    for (const [index, text] of list?.entries() ?? []) checkLine(errors, `${path}.${name}[${index}]`, text, 1_024);
    return list;
  };
  const filter: GroupFilter = {
    tags: parseTags(errors, `${path}.tags`, bounded(errors, `${path}.tags`, input.tags, 100)),
    types: texts("types"),
    accountIds: texts("accountIds"),
    regions: texts("regions"),
    cidrs: parseCidrs(errors, `${path}.cidrs`, bounded(errors, `${path}.cidrs`, input.cidrs, 500)),
    clip: input.clip ?? false,
  };
  const size = JSON.stringify(filter).length;
  if (size > MOST_FILTER_CHARACTERS)
    errors.add(
      path,
      `takes ${size} characters of JSON; at most ${MOST_FILTER_CHARACTERS} work; split it into several groups`,
    );
  const { clip, ...conditions } = filter;
  if (Object.values(conditions).every((list) => list === null || list.length === 0))
    errors.add(path, "has no condition; give at least one of tags, types, accountIds, regions or cidrs");
  else if (clip && !filter.cidrs?.length)
    errors.add(`${path}.clip`, "needs cidrs to clip to; give cidrs or leave clip out");
  return filter;
}

function parseTags(errors: FieldErrors, path: string, list: GroupFilterInput["tags"]): readonly TagCondition[] | null {
  if (list == null) return null;
  return list.map(({ key, value }, index) => {
    checkLine(errors, `${path}[${index}].key`, key, 256);
    if (value != null && value !== "") checkLine(errors, `${path}[${index}].value`, value, 1_024);
    return { key, value: value ?? null };
  });
}

function parseCidrs(errors: FieldErrors, path: string, list: Maybe<readonly string[]>): readonly string[] | null {
  if (list == null) return null;
  return list.map((text, index) => {
    const parsed = parseCidr(text);
    if (!parsed.ok) errors.add(`${path}[${index}]`, parsed.problem);
    return parsed.ok ? parsed.text : text;
  });
}

function bounded<Entry>(
  errors: FieldErrors,
  path: string,
  list: Maybe<readonly Entry[]>,
  max: number,
): readonly Entry[] | null {
  if (list == null) return null;
  if (list.length <= max) return list;
  errors.add(path, `has ${list.length} entries; at most ${max} work`);
  return list.slice(0, max);
}
