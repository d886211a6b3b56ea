import type { Failure } from "@network-access/service-runtime/failure";
import type { Connector } from "../connectors/connector-store.ts";
import {
  type CleanUpCounts,
  type DiscoveryRun,
  type DiscoveryRunStore,
  everything,
  isExpired,
  scopesOverlap,
  scopeText,
} from "../connectors/discovery-run.ts";
import { CleanUpBody } from "../schemas/clean-up-schema.ts";
import { fieldErrorsOf } from "../schemas/schema-errors.ts";
import { type FinishingNeeds, finishCleanUp } from "./finish-clean-up.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";
import { scopeOf } from "./parse-upload.ts";

/** How long a call removes before it says that it is not through. */
const ANSWER_WITHIN_MS = 20_000;
/** More than so many items, and more than this share, are removed only when that is asked for. */
const FREELY = 100;
const FREE_SHARE = 0.3;
const PAGE = 200;

/** A clean-up that was not done, with what it would have come to. */
export interface CleanUpRefused {
  readonly kind: "clean-up-refused";
  readonly message: string;
  readonly wouldRemove: number;
  readonly wouldKeep: number;
}

export interface CleanUpAnswer extends CleanUpCounts {
  readonly discoveryId: string;
}

interface Needs extends FinishingNeeds {
  readonly removals: ItemRemovalStore;
  readonly runs: DiscoveryRunStore;
}

/**
 * Removes what a connector, in the scope of a run, did not see in this run. Repeating it gives the same answer.
 *
 * The run is closed first, so that a repetition, or the sweeper after a crash, goes on without weighing again what is
 * half done. Each removal holds only for what no newer run has seen by then.
 */
export async function cleanUpItems(
  needs: Needs,
  connector: Connector,
  body: unknown,
  withinMs = ANSWER_WITHIN_MS,
): Promise<
  | { readonly ok: true; readonly answer: CleanUpAnswer }
  | { readonly ok: false; readonly failure: Failure | CleanUpRefused }
> {
  const parsed = CleanUpBody.safeParse(body);
  if (!parsed.success)
    return { ok: false, failure: { kind: "invalid-input", fields: fieldErrorsOf(parsed.error, "") } };
  const { discoveryId, force } = parsed.data;
  const scope = scopeOf(parsed.data.scope);
  const startedAt = needs.now();
  const run = await needs.runs.find(connector.uuid, discoveryId);
  if (!run) {
    const neverSeen = { connectorUuid: connector.uuid, scope: scope ?? everything, sequence: Number.MAX_SAFE_INTEGER };
    const { unseen } = await needs.removals.count(neverSeen);
    const message = `no run "${discoveryId}" has uploaded anything; upload its items first`;
    return { ok: false, failure: { kind: "clean-up-refused", message, wouldRemove: unseen, wouldKeep: 0 } };
  }
  if (scope !== undefined && scopeText(scope) !== scopeText(run.scope)) {
    const message = `the run "${discoveryId}" was opened with another scope; send that one, or leave it out`;
    return { ok: false, failure: { kind: "conflict", message } };
  }
  if (run.cleanUp) return { ok: true, answer: { discoveryId, ...run.cleanUp } };
  if (run.closedAt === null) {
    const refused = await refuse(needs, run, force === true);
    if (refused) return { ok: false, failure: refused };
    await needs.runs.close(run, needs.now());
  }
  const counts = await finishCleanUp(needs, run, new Date(startedAt.getTime() + withinMs));
  if (counts) return { ok: true, answer: { discoveryId, ...counts } };
  const message = "there is more to remove than fits into one call; it goes on, send the same again for the answer";
  return { ok: false, failure: { kind: "timeout", message } };
}

async function refuse(needs: Needs, run: DiscoveryRun, force: boolean): Promise<CleanUpRefused | undefined> {
  const { unseen: wouldRemove, seen: wouldKeep } = await needs.removals.count(run);
  const because = (message: string) => ({ kind: "clean-up-refused", message, wouldRemove, wouldKeep }) as const;
  const name = `the run "${run.discoveryId}"`;
  if (isExpired(run, needs.now()))
    return because(`${name} was opened more than 14 days ago; upload in a new run and clean up after that`);
  const newer = await findNewer(needs.runs, run);
  if (newer) return because(`${name} is not the newest; "${newer.discoveryId}" began later, clean up after that one`);
  if (wouldRemove > 0 && wouldKeep === 0)
    return because(`${name} saw none of the ${wouldRemove} items in its scope; what removes everything is never done`);
  const large = wouldRemove > FREELY && wouldRemove > FREE_SHARE * (wouldRemove + wouldKeep);
  if (large && !force)
    return because(
      `${name} did not see ${wouldRemove} of ${wouldRemove + wouldKeep} items, more than 30 %; look whether it saw all it should, or send "force": true`,
    );
  return undefined;
}

/** A newer run of the same connector that may have seen the same items. */
async function findNewer(runs: DiscoveryRunStore, run: DiscoveryRun): Promise<DiscoveryRun | undefined> {
  for (let after = run.sequence; ; ) {
    const page = await runs.listNewer(run.connectorUuid, after, PAGE);
    const found = page.find((one) => scopesOverlap(one.scope, run.scope));
    const last = page.at(-1);
    if (found || !last || page.length < PAGE) return found;
    after = last.sequence;
  }
}
