import { z } from "zod";

/** Schemas of single values in responses. */
export const ID = z.int().min(1);
export const COUNT = z.int().min(0);
export const TIME = z.string().meta({ format: "date-time", examples: ["2026-11-20T04:00:00.000Z"] });
export const UUID = z.string().meta({ format: "uuid" });
