import { json } from "@network-access/service-runtime/http-reply";
import { z } from "zod";
import { readDate } from "../../siql/operands/read-date.ts";
import { reportUsage } from "../../usage/report-usage.ts";
import { dailyUsage } from "../../usage/usage-statistics.ts";
import { USAGE_COLUMNS, type UsageColumn, type UsageStore } from "../../usage/usage-store.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { DailyUsageAnswer, TotalUsageAnswer, UsageReportAnswer } from "../answers/note-answer.ts";
import { CHANGING, DEVICE_IN_PATH, DOMAIN_PATH, findDevice, READING } from "../device-routes.ts";
import type { EstateRoute } from "../estate-route.ts";
import { failed } from "../failed.ts";
import { PAGE_PARAMETERS, pageOf, readPage } from "../page.ts";
import { readBody } from "../read-body.ts";

interface Needs {
  readonly readEstate: Parameters<typeof findDevice>[0]["readEstate"];
  readonly usage: UsageStore;
  readonly knownRules: (deviceId: number) => Promise<(ruleId: string) => boolean>;
  readonly now: () => Date;
}

const MOST_RULES = 10_000;
/** The maximum number of objects in the reported usage of one rule. All columns of the rule count together. */
const MOST_OBJECTS = 250;
const MOST_BYTES = 8 * 1_024 * 1_024;

const hitCount = z.int().min(0);
const objects = z
  .array(z.strictObject({ id: z.string().max(64), parentId: z.string().max(64).nullish(), hitCount }))
  .max(MOST_OBJECTS)
  .default([]);
const columns = { sources: objects, destinations: objects, services: objects, apps: objects, users: objects };

const UsageInput = z.strictObject({
  endDate: z
    .string()
    .max(64)
    .refine((text) => text.includes("T") && readDate(text).ok, "must be a time such as 2026-11-20T04:00:00Z")
    .meta({ format: "date-time", description: "The end of what is counted; +0000 is accepted as an offset too." }),
  ruleUsages: z
    .array(
      z
        .strictObject({ deviceId: z.int().min(1), ruleId: z.string().max(64), hitCount, ...columns })
        .refine((rule) => USAGE_COLUMNS.reduce((sum, column) => sum + rule[column].length, 0) <= MOST_OBJECTS, {
          message: `has more than ${MOST_OBJECTS} objects in all columns`,
        }),
    )
    .max(MOST_RULES),
});

/** Routes for the usage of rules: how often they matched connections. */
export function usageRoutes(needs: Needs): readonly EstateRoute[] {
  const path = `${DOMAIN_PATH}/device/:id/ruleusagestat`;
  return [
    {
      ...{ ...CHANGING, method: "POST", path: "/securitymanager/api/collector/usage" },
      ...{ maxBodyBytes: MOST_BYTES, gzip: true },
      description: {
        ...{ id: "reportUsage", summary: "Takes the hits of rules until a time" },
        details:
          "Sent again for a rule and `endDate`, they replace. Rules that are unknown are named, the others taken. A report counts for the UTC day of its `endDate`; a rule takes 48 of a day. Usage is kept for 400 days. Also takes write on a group that holds each device.",
        ...{ body: UsageInput, answers: { 200: UsageReportAnswer } },
      },
      async handle(request, caller) {
        const { endDate, ruleUsages } = await readBody(request, UsageInput);
        const end = readDate(endDate);
        if (!end.ok) throw new Error(end.problem);
        const rules = ruleUsages.map(({ deviceId, ruleId, hitCount: hits, ...sent }) => ({
          ...{ deviceId, ruleId: ruleId.toLowerCase(), hits },
          objects: USAGE_COLUMNS.flatMap((column) => objectHits(column, sent[column])),
        }));
        const reported = await reportUsage(needs, caller, { end: new Date(end.value.from), rules });
        if (!reported.ok) throw failed(reported.failure);
        return json(200, reported.value);
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/total` },
      description: {
        ...{ id: "readTotalUsage", summary: "The hits of a device's rules in the last 400 days", path: DEVICE_IN_PATH },
        answers: { 200: TotalUsageAnswer },
      },
      async handle({ params }, caller) {
        const { device } = await findDevice(needs, params, caller);
        const days = await dailyUsage(needs.usage, device.id, needs.now());
        return json(200, { totalHits: days.reduce((sum, { totalHits }) => sum + totalHits, 0) });
      },
    },
    {
      ...{ ...READING, method: "GET", path: `${path}/daily` },
      description: {
        ...{ id: "listDailyUsage", summary: "The hits of a device's rules by UTC day", path: DEVICE_IN_PATH },
        ...{ details: "Days with reports, the newest first.", query: PAGE_PARAMETERS },
        answers: { 200: listAnswer(DailyUsageAnswer) },
      },
      async handle({ params, query }, caller) {
        const { device } = await findDevice(needs, params, caller);
        return json(200, pageOf(await dailyUsage(needs.usage, device.id, needs.now()), readPage(query)));
      },
    },
  ];
}

function objectHits(column: UsageColumn, sent: z.output<typeof objects>) {
  return sent.map(({ id, parentId = null, hitCount: hits }) => ({ column, id, parentId, hits }));
}
