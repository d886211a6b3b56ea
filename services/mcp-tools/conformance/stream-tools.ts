import { setTimeout as pause } from "node:timers/promises";
import {
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import { type FixtureTool, NO_ARGUMENTS, text } from "./fixture-tool.ts";

/**
 * Tools that send messages to the client before their result, and so need a stream. The messages are notifications. A
 * client with an older revision of the protocol also gets requests.
 *
 * This server responds only with JSON. It drops the notifications, and the requests fail. The conformance scenarios of
 * these tools are therefore expected to fail, except the scenario of `test_logging_tool`.
 */

const STEP_MS = 10;

export const streamTools: readonly FixtureTool[] = [
  {
    name: "test_tool_with_progress",
    description: "Reports progress before its result.",
    inputSchema: NO_ARGUMENTS,
    async answer({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        await pause(STEP_MS);
      }
      return text("Done.");
    },
  },
  logging("test_tool_with_logging", ["Tool execution started", "Tool processing data", "Tool execution completed"]),
  logging("test_logging_tool", ["Only for clients that set a log level"]),
  asking("test_sampling", { prompt: "The question to the client's model." }, ({ prompt }) =>
    inputRequired.createMessage({
      messages: [{ role: "user", content: { type: "text", text: String(prompt) } }],
      maxTokens: 100,
    }),
  ),
  asking("test_elicitation", { message: "The question to the user." }, ({ message }) =>
    form(String(message), {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    }),
  ),
  asking("test_elicitation_sep1034_defaults", {}, () =>
    form("Please review", {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  ),
  asking("test_elicitation_sep1330_enums", {}, () =>
    form("Please choose", {
      untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
      titledSingle: { type: "string", oneOf: titled("Option") },
      legacyEnum: {
        ...{ type: "string", enum: ["opt1", "opt2", "opt3"] },
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
      titledMulti: { type: "array", items: { anyOf: titled("Choice") } },
    }),
  ),
];

type FormFields = ElicitRequestFormParams["requestedSchema"]["properties"];

function form(message: string, properties: FormFields): InputRequest {
  return inputRequired.elicit({ message, requestedSchema: { type: "object", properties } });
}

function titled(noun: string) {
  return ["First", "Second", "Third"].map((place, index) => ({
    const: `value${index + 1}`,
    title: `${place} ${noun}`,
  }));
}

function logging(name: string, lines: readonly string[]): FixtureTool {
  return {
    name,
    description: "Sends log messages before its result.",
    inputSchema: NO_ARGUMENTS,
    async answer({ mcpReq }) {
      for (const line of lines) {
        await mcpReq.log("info", line);
        await pause(STEP_MS);
      }
      return text("Done.");
    },
  };
}

/**
 * Creates a tool that asks the client one question. All arguments of the tool are texts. `parameters` maps the name of
 * each argument to its description.
 */
function asking(
  name: string,
  parameters: Readonly<Record<string, string>>,
  question: (input: Readonly<Record<string, unknown>>) => InputRequest,
): FixtureTool {
  const properties = Object.entries(parameters).map(([key, description]) => [key, { type: "string", description }]);
  return {
    name,
    description: "Asks the client before its result.",
    inputSchema: {
      ...{ type: "object", properties: Object.fromEntries(properties), required: Object.keys(parameters) },
      additionalProperties: false,
    },
    answer({ mcpReq }, input) {
      const response = inputResponse(mcpReq.inputResponses, "answer");
      if (response.kind !== "missing") return text(`Answered: ${JSON.stringify(response)}`);
      return inputRequired({ inputRequests: { answer: question(input) } });
    },
  };
}
