import { type Failure, type FieldError, invalidInput } from "@network-access/service-runtime/failure";
import type { EstateCaller } from "../access/estate-caller.ts";
import { type Estate, mayDevice } from "../devices/estate.ts";
import { dayOf, firstKeptDay, KEPT_DAYS } from "./usage-days.ts";
import type { RuleReport, UsageStore } from "./usage-store.ts";

/** The hits that a client reports for one rule of a device. */
interface ReportedRule extends RuleReport {
  readonly deviceId: number;
}

export interface UsageReport {
  readonly end: Date;
  readonly rules: readonly ReportedRule[];
}

interface NamedRule {
  readonly deviceId: number;
  readonly ruleId: string;
}

/** The result of a report. */
interface Reported {
  /** The number of rules whose hits were stored. */
  readonly taken: number;
  /**
   * The reported rules that were not found: the device does not exist, the caller may not read it, or it has no such
   * rule.
   */
  readonly unknown: readonly NamedRule[];
  /** Rules that already have the largest possible number of reports on the day. */
  readonly refused: readonly (NamedRule & { readonly message: string })[];
}

interface Needs {
  readonly usage: UsageStore;
  readonly readEstate: () => Promise<Estate>;
  /** Returns whether a device has a rule. */
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
  readonly now: () => Date;
}

/**
 * The maximum number of stored reports of a rule for one UTC day. A report replaces the rule's report whose period has
 * the same end.
 */
const MOST_A_DAY = 48;
/**
 * The maximum time for storing a report, in milliseconds. While a report is being stored, its day can't be closed, so
 * the day's sum of hits is not stored. If the process ends before the report is stored, the day can be closed only
 * after this time.
 */
const WRITING_MS = 120_000;
const MOST_ERRORS = 20;

/**
 * Stores a report of rule hits. `end` is the end of the reported period. The result lists the rules that are unknown or
 * refused. The hits of all other rules are stored. Fails and stores nothing if `end` is invalid, if a rule is repeated,
 * or if the caller may read but not write a reported device.
 */
export async function reportUsage(
  needs: Needs,
  caller: EstateCaller,
  { end, rules }: UsageReport,
): Promise<{ readonly ok: true; readonly value: Reported } | { readonly ok: false; readonly failure: Failure }> {
  const wrong = endProblem(end, needs.now()) ?? repeatedRules(rules);
  if (wrong) return { ok: false, failure: wrong };
  const estate = await needs.readEstate();
  const byDevice = Map.groupBy(rules, ({ deviceId }) => deviceId);
  const unknown: NamedRule[] = [];
  const ofDevices: (readonly [deviceId: number, rules: readonly ReportedRule[]])[] = [];
  for (const [deviceId, some] of byDevice) {
    const device = estate.devices.get(deviceId);
    if (!device || !mayDevice(estate, caller, "read", device)) unknown.push(...some.map(named));
    else if (mayDevice(estate, caller, "write", device)) ofDevices.push([deviceId, some]);
    else
      return {
        ok: false,
        failure: { kind: "forbidden", permission: `write on a group that holds device ${deviceId}` },
      };
  }
  const refused: Reported["refused"][number][] = [];
  let taken = 0;
  for (const [deviceId, some] of ofDevices) {
    const has = await needs.knownRules(deviceId);
    const known = some.filter(({ ruleId }) => has(ruleId));
    unknown.push(...some.filter(({ ruleId }) => !has(ruleId)).map(named));
    const full = await fullRules(needs.usage, known, end.getTime());
    refused.push(
      ...known
        .filter(({ ruleId }) => full.has(ruleId))
        .map((rule) => ({ ...named(rule), message: `has ${MOST_A_DAY} reports of that day already; no more work` })),
    );
    const open = known.filter(({ ruleId }) => !full.has(ruleId));
    await write(needs, deviceId, end.getTime(), open);
    taken += open.length;
  }
  return { ok: true, value: { taken, unknown, refused } };
}

async function write(
  { usage, now }: Needs,
  deviceId: number,
  end: number,
  rules: readonly ReportedRule[],
): Promise<void> {
  if (rules.length === 0) return;
  const writing = { writer: crypto.randomUUID(), until: new Date(now().getTime() + WRITING_MS) };
  await usage.beginWriting(deviceId, dayOf(end), writing);
  await usage.writeReports(deviceId, end, rules);
  await usage.endWriting(deviceId, dayOf(end), writing.writer);
}

/**
 * Returns the rules that already have the maximum number of reports for the day of `end`. Omits rules that have a
 * report with exactly this end, because the new report replaces that report.
 */
async function fullRules(usage: UsageStore, rules: readonly ReportedRule[], end: number): Promise<ReadonlySet<string>> {
  const found = await usage.readDay(
    rules.map(({ ruleId }) => ruleId),
    dayOf(end),
  );
  const full = found.filter(({ reports }) => reports.length >= MOST_A_DAY && !reports.some((one) => one.end === end));
  return new Set(full.map(({ ruleId }) => ruleId));
}

function endProblem(end: Date, now: Date): Failure | undefined {
  if (end > now) return invalidInput("endDate", `is in the future; it is ${now.toISOString()} here`);
  if (end.getTime() < firstKeptDay(now.getTime()))
    return invalidInput("endDate", `is too long ago; usage is kept for ${KEPT_DAYS} days`);
  return undefined;
}

function repeatedRules(rules: readonly ReportedRule[]): Failure | undefined {
  const seen = new Set<string>();
  const fields: FieldError[] = [];
  for (const [place, { deviceId, ruleId }] of rules.entries()) {
    const key = `${deviceId} ${ruleId}`;
    if (seen.has(key) && fields.length < MOST_ERRORS)
      fields.push({ path: `ruleUsages.${place}.ruleId`, message: "is there twice; report the sum" });
    seen.add(key);
  }
  return fields.length === 0 ? undefined : { kind: "invalid-input", fields };
}

function named({ deviceId, ruleId }: ReportedRule): NamedRule {
  return { deviceId, ruleId };
}
