import type { Failure } from "@network-access/service-runtime/failure";
import type { Connector } from "../connectors/connector-store.ts";
import {
  type CleanUpCounts,
  type DiscoveryRun,
  type DiscoveryRunStore,
  isExpired,
  scopesOverlap,
  scopeText,
  unlimitedScope,
} from "../connectors/discovery-run.ts";
import { CleanUpBody } from "../schemas/clean-up-schema.ts";
import { fieldErrorsOf } from "../schemas/schema-errors.ts";
import { type FinishingNeeds, finishCleanUp } from "./finish-clean-up.ts";
import type { ItemRemovalStore } from "./item-removal-store.ts";
import { scopeOf } from "./parse-upload.ts";

/**
 * The time within which one call must remove the items. If the removal takes longer, the call fails with a timeout, and
 * a repeated call or the reconciler continues the removal.
 */
const ANSWER_WITHIN_MS = 20_000;
/**
 * A clean-up without `force` is refused if it would remove more than `UNFORCED_ITEMS` items and more than
 * `UNFORCED_SHARE` of the connector's items in the scope of the run.
 */
const UNFORCED_ITEMS = 100;
const UNFORCED_SHARE = 0.3;
const PAGE = 200;

/** A refused clean-up, with the numbers of items that it would have removed and kept. */
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
 * Removes the connector's items that are in the scope of a run and that neither this run nor a newer run saw. After a
 * clean-up has finished, each further call returns the same counts.
 *
 * The call checks the limits, then closes the run, and only then removes items. If the removal is interrupted, a
 * repeated call or the reconciler continues it without checking the limits again.
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
    const unopened = {
      connectorUuid: connector.uuid,
      scope: scope ?? unlimitedScope,
      sequence: Number.MAX_SAFE_INTEGER,
    };
    const { unseen } = await needs.removals.count(unopened);
    const message = `the run "${discoveryId}" has no uploads; upload its items first`;
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
  const message = "the clean-up takes longer than one call and continues; send the same request again for the result";
  return { ok: false, failure: { kind: "timeout", message } };
}

async function refuse(needs: Needs, run: DiscoveryRun, force: boolean): Promise<CleanUpRefused | undefined> {
  const { unseen: wouldRemove, seen: wouldKeep } = await needs.removals.count(run);
  const refusal = (message: string) => ({ kind: "clean-up-refused", message, wouldRemove, wouldKeep }) as const;
  const name = `the run "${run.discoveryId}"`;
  if (isExpired(run, needs.now()))
    return refusal(`${name} was opened more than 14 days ago; upload in a new run and clean up after that`);
  const newer = await findNewer(needs.runs, run);
  if (newer) return refusal(`${name} is not the newest; "${newer.discoveryId}" began later, clean up after that one`);
  if (wouldRemove > 0 && wouldKeep === 0)
    return refusal(`${name} saw none of the ${wouldRemove} items in its scope; a clean-up never removes everything`);
  const large = wouldRemove > UNFORCED_ITEMS && wouldRemove > UNFORCED_SHARE * (wouldRemove + wouldKeep);
  if (large && !force)
    return refusal(
      `${name} did not see ${wouldRemove} of ${wouldRemove + wouldKeep} items, more than 30 %; check that the run was complete, or send "force": true`,
    );
  return undefined;
}

/**
 * Returns a newer run of the same connector whose scope overlaps the scope of `run`. Such a run may have seen the same
 * items. Returns undefined if there is none.
 */
async function findNewer(runs: DiscoveryRunStore, run: DiscoveryRun): Promise<DiscoveryRun | undefined> {
  for (let after = run.sequence; ; ) {
    const page = await runs.listNewer(run.connectorUuid, after, PAGE);
    const found = page.find(({ scope }) => scopesOverlap(scope, run.scope));
    const last = page.at(-1);
    if (found || !last || page.length < PAGE) return found;
    after = last.sequence;
  }
}
