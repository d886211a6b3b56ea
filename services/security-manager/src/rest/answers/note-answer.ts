import { z } from "zod";
import type { propertyRecord } from "../../documentation/custom-property.ts";
import type { DailyHits } from "../../usage/usage-statistics.ts";
import { COUNT, ID, TIME, UUID } from "./scalars.ts";

export const PropertyAnswer = z
  .object({
    id: ID,
    name: z.string(),
    key: z.string().meta({ description: "As SIQL names it behind `p.`." }),
    type: z.enum(["STRING", "STRING_ARRAY", "INTEGER", "LONG", "BOOLEAN", "DATE"]),
    filterable: z.boolean().meta({ description: "Whether SIQL may compare it." }),
    disabled: z.boolean().meta({ description: "Nothing shows, compares or sets its values." }),
  })
  .meta({ id: "CustomProperty" }) satisfies z.ZodType<ReturnType<typeof propertyRecord>>;

export const DocumentationAnswer = z
  .object({
    ruleId: UUID,
    deviceId: ID,
    lastUpdated: TIME.nullable(),
    props: z.array(
      z.object({
        ruleId: UUID,
        key: z.string(),
        customProperty: PropertyAnswer,
        stringval: z.string().optional(),
        stringarray: z.array(z.string()).optional(),
        integerval: z.int().optional(),
        booleanval: z.boolean().optional(),
        dateval: TIME.optional(),
      }),
    ),
  })
  .meta({ id: "RuleDocumentation" });

const namedRule = { deviceId: ID, ruleId: z.string() };

export const UsageReportAnswer = z
  .object({
    taken: COUNT.meta({ description: "How many rules were taken." }),
    unknown: z.array(z.object(namedRule)).meta({ description: "Rules of no device that the caller sees." }),
    refused: z
      .array(z.object({ ...namedRule, message: z.string() }))
      .meta({ description: "Rules of which too much was reported that day." }),
  })
  .meta({ id: "UsageReport" });

export const TotalUsageAnswer = z.object({ totalHits: COUNT }).meta({ id: "TotalUsage" });

export const DailyUsageAnswer = z
  .object({ hitDate: z.string().meta({ format: "date", examples: ["2026-11-20"] }), totalHits: COUNT })
  .meta({ id: "DailyUsage" }) satisfies z.ZodType<DailyHits>;
