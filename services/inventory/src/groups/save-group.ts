import type { Failure } from "@network-access/service-runtime/failure";
import type { GroupIndex } from "../search-index/group-index.ts";
import { MOST_GROUPS } from "../search-index/group-index.ts";
import { type Group, isReady } from "./group.ts";
import type { GroupStore } from "./group-store.ts";
import { type GroupInput, type GroupText, parseGroup } from "./parse-group.ts";

interface Needs {
  readonly groups: Pick<GroupStore, "find" | "findByUuid" | "count" | "create" | "edit">;
  readonly groupIndex: Pick<GroupIndex, "check">;
  /** Requests the computation of members. */
  readonly refresh: (groupUuids: readonly string[]) => Promise<void>;
  /** Completes the clean-up after a deletion. */
  readonly clean: (groupUuid: string) => Promise<void>;
  readonly newUuid: () => string;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
}

const LONGEST_WAIT_MS = 5_000;
/**
 * The maximum number of attempts to save a group. An attempt fails only if a concurrent save succeeded. The maximum is
 * high enough for many concurrent saves.
 */
const MAX_ATTEMPTS = 200;

type Saved = { readonly ok: true; readonly group: Group } | { readonly ok: false; readonly failure: Failure };

/**
 * Parses a group's filter, checks that the index accepts it, and then creates or replaces the group. Resolves when the
 * members are computed. If the computation takes more than five seconds, resolves with a group that is not ready.
 */
export async function saveGroup(
  needs: Needs,
  input: GroupInput,
  { expectedRevision, by }: { readonly expectedRevision: number | null; readonly by: string },
): Promise<Saved> {
  const until = needs.now().getTime() + LONGEST_WAIT_MS;
  const parsed = parseGroup(input);
  const errors = [...expectationErrors(expectedRevision), ...(parsed.ok ? [] : parsed.errors)];
  if (!parsed.ok || errors.length > 0) return { ok: false, failure: { kind: "invalid-input", fields: errors } };
  const problem = await needs.groupIndex.check(parsed.text.filter);
  if (problem !== undefined)
    return { ok: false, failure: { kind: "invalid-input", fields: [{ path: "filter", message: problem }] } };
  const written = await write(needs, parsed.text, expectedRevision, by);
  if (!written.ok || isReady(written.group)) return written;
  await needs.refresh([written.group.uuid]);
  return { ok: true, group: await waitForMembers(needs, written.group, until) };
}

async function write(needs: Needs, text: GroupText, expectedRevision: number | null, by: string): Promise<Saved> {
  const { groups, pause } = needs;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(Math.min(attempt, 10));
    const found = await groups.find(text.id);
    const current = found && !found.deletedAt ? found : undefined;
    const refused = refuseRevision(text.id, current, expectedRevision);
    if (refused) return { ok: false, failure: { kind: "conflict", message: refused } };
    const at = needs.now();
    if (current) {
      const filterChanged = JSON.stringify(current.filter) !== JSON.stringify(text.filter);
      const revision = current.revision + 1;
      const filterRevision = filterChanged ? revision : current.filterRevision;
      const held = filterChanged ? null : current.held;
      const edited = { ...current, ...text, revision, filterRevision, held, updatedAt: at, updatedBy: by };
      if (await groups.edit(edited, current.revision)) return { ok: true, group: edited };
      continue;
    }
    if ((await groups.count()) >= MOST_GROUPS)
      return {
        ok: false,
        failure: { kind: "conflict", message: `there are ${MOST_GROUPS} groups already; delete one first` },
      };
    if (found) await needs.clean(found.uuid);
    const revision = (found?.revision ?? 0) + 1;
    const stamps = { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
    const created = { ...text, uuid: needs.newUuid(), revision, filterRevision: revision, ...stamps };
    if (await groups.create(created, found?.revision)) {
      const fresh = {
        filledRevision: 0,
        membersRevision: found?.membersRevision ?? 0,
        members: null,
        held: null,
        heldSequence: found?.heldSequence ?? 0,
        wanted: 1,
        computed: 0,
        deletedAt: null,
      };
      return { ok: true, group: { ...created, ...fresh } };
    }
  }
  return {
    ok: false,
    failure: { kind: "conflict", message: `"${text.id}" is being saved by others at the same time; try again` },
  };
}

function expectationErrors(expected: number | null) {
  if (expected === null || expected >= 0) return [];
  const message = `is ${expected}; the revision you last saw works, or 0 for a new group`;
  return [{ path: "expectedRevision", message }];
}

function refuseRevision(id: string, current: Group | undefined, expected: number | null): string | undefined {
  if (expected === null || expected === (current?.revision ?? 0)) return undefined;
  if (!current) return `"${id}" does not exist; send expectedRevision 0 to create it`;
  return expected === 0
    ? `"${id}" exists already in revision ${current.revision}`
    : `"${id}" is in revision ${current.revision}, not ${expected}; read it again and repeat the change`;
}

async function waitForMembers({ groups, now, pause }: Needs, written: Group, until: number): Promise<Group> {
  let group = written;
  for (let waitMs = 10; now().getTime() < until; waitMs = Math.min(waitMs * 2, 100)) {
    await pause(waitMs);
    group = (await groups.findByUuid(written.uuid)) ?? written;
    // If another save succeeded after this one, returns the group as this call wrote it. A caller that received the
    // newer revision could overwrite the other save without noticing.
    if (group.revision !== written.revision) return written;
    if (isReady(group)) break;
  }
  return group;
}
