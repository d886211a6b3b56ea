import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import type { ToolContext } from "../answers/tool.ts";
import type { Caller } from "../callers/caller.ts";
import { defineTool } from "./define-tool.ts";

const context: ToolContext<Caller> = {
  caller: { kind: "user", keyId: "k", userId: 1, deviceGroupIds: [1], defaultGroupId: 1, headerGroupId: null },
  manager: {
    get: () => {
      throw new Error("not asked");
    },
  },
  now: () => new Date(0),
  signal: new AbortController().signal,
};

const tool = defineTool({
  name: "find_rules",
  title: "Find rules",
  description: "Finds rules.",
  input: z.strictObject({
    deviceId: z.int().min(1).describe("Id of the device."),
    action: z.enum(["ALLOW", "DENY"]).optional(),
    port: z.union([z.int(), z.string()]).optional(),
    name: z
      .union([z.int(), z.string().min(1)])
      .describe("Id or name.")
      .optional(),
    from: z
      .int({ error: ({ input }) => `takes no text: ${String(input)}` })
      .meta({ textRefused: true })
      .optional(),
    sections: z.array(z.string().min(1).max(3)).max(2).optional(),
  }),
  output: z.object({ input: z.unknown() }),
  anonymous: false,
  answer: (input) => ({ kind: "answer", text: "", structured: { input } }),
});

describe("defineTool", () => {
  it("describes arguments that may be missing as null too", () => {
    expect(tool.inputSchema).toEqual({
      type: "object",
      properties: {
        deviceId: { type: "integer", minimum: 1, description: "Id of the device." },
        action: { type: ["string", "null"], enum: ["ALLOW", "DENY", null] },
        port: { type: ["integer", "string", "null"] },
        name: {
          anyOf: [{ type: "integer" }, { type: "string", minLength: 1 }, { type: "null" }],
          description: "Id or name.",
        },
        from: { type: ["integer", "null"] },
        sections: {
          type: ["array", "null"],
          items: { type: "string", minLength: 1, maxLength: 3 },
          maxItems: 2,
        },
      },
      required: ["deviceId"],
      additionalProperties: false,
    });
  });

  it("reads null as missing and a string of digits as the integer that is expected", async () => {
    expect(await tool.run({ deviceId: "12", action: null, port: "443" }, context)).toMatchObject({
      structured: { input: { deviceId: 12, port: "443" } },
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, "deviceId is missing"],
    [{ deviceId: null }, "deviceId is missing"],
    [{ deviceId: "12a" }, 'deviceId must be an integer, not "12a"'],
    [{ deviceId: 1.5 }, "deviceId must be an integer, not 1.5"],
    [{ deviceId: 0 }, "deviceId must be at least 1"],
    [{ deviceId: 1, action: "allow" }, 'action must be one of ALLOW, DENY, not "allow"'],
    [{ deviceId: 1, port: {} }, "port can't be {}"],
    [{ deviceId: 1, from: "12" }, "from takes no text: 12"],
    [{ deviceId: 1, sections: ["a", "bcde"] }, "sections[1] must have at most 3 characters"],
    [{ deviceId: 1, sections: ["a", "b", "c"] }, "sections must have at most 2 items"],
    [
      { device: "a\nb", deviceId: 1 },
      '"device": no such argument; valid are deviceId, action, port, name, from, sections',
    ],
  ])("refuses %j", async (input, text) => {
    expect(await tool.run(input, context)).toEqual({ kind: "refusal", texts: [`find_rules: ${text}.`] });
  });

  it("reads half a character as the replacement character, because no address can have it", async () => {
    expect(await tool.run({ deviceId: 1, name: "edge-\ud800" }, context)).toMatchObject({
      structured: { input: { name: "edge-\ufffd" } },
    });
  });

  it("names few of many unknown arguments", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`a${n}`, 1]));
    expect(await tool.run({ deviceId: 1, ...unknown }, context)).toEqual({
      kind: "refusal",
      texts: [
        'find_rules: "a0", "a1", "a2", "a3", "a4" and 19995 more: no such argument; valid are deviceId, action, port, name, from, sections.',
      ],
    });
  });

  it("runs only for users, unless it is for everybody", async () => {
    await expect(tool.run({ deviceId: 1 }, { ...context, caller: { kind: "anonymous" } })).rejects.toThrow(
      "find_rules needs a user",
    );
  });
});
