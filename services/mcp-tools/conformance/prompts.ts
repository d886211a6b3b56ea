import {
  acceptedContent,
  type GetPromptRequestParams,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { PNG } from "./media.ts";

interface FixturePrompt extends Prompt {
  get(input: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

const CONTEXT = z.object({ context: z.string() });

const PROMPTS: readonly FixturePrompt[] = [
  {
    name: "test_simple_prompt",
    description: "A text.",
    get: () => ({ messages: [said("This is a simple prompt for testing.")] }),
  },
  {
    name: "test_prompt_with_arguments",
    description: "A text with two arguments in it.",
    arguments: [argument("arg1", "First test argument"), argument("arg2", "Second test argument")],
    get: ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A resource, and what to do with it.",
    arguments: [argument("resourceUri", "URI of the resource")],
    get: ({ resourceUri = "" }) => ({
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
          },
        },
        said("Please process the embedded resource above."),
      ],
    }),
  },
  {
    name: "test_prompt_with_image",
    description: "An image, and what to do with it.",
    get: () => ({
      messages: [
        { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
        said("Please analyze the image above."),
      ],
    }),
  },
  {
    name: "test_input_required_result_prompt",
    description: "Asks for the context first.",
    get: (_input, { mcpReq }) => {
      const given = acceptedContent(mcpReq.inputResponses, "user_context", CONTEXT);
      if (given) return { messages: [said(`The context is ${given.context}`)] };
      const message = "What context should the prompt use?";
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: CONTEXT }) },
      });
    },
  },
];

export function listPrompts(): Prompt[] {
  return PROMPTS.map(({ get: _get, ...prompt }) => prompt);
}

/**
 * Returns the prompt with this name. Throws a protocol error if there is no such prompt, or if an argument is missing.
 */
export function getPrompt(
  { name, arguments: input = {} }: GetPromptRequestParams,
  context: ServerContext,
): GetPromptResult | InputRequiredResult {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (!prompt) throw new ProtocolError(-32602, `Prompt ${name} not found`);
  const missing = prompt.arguments?.find((each) => input[each.name] === undefined);
  if (missing) throw new ProtocolError(-32602, `Prompt ${name} needs the argument ${missing.name}`);
  return prompt.get(input, context);
}

function argument(name: string, description: string) {
  return { name, description, required: true };
}

function said(content: string): PromptMessage {
  return { role: "user", content: { type: "text", text: content } };
}
