import type { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../answers/tool.ts";
import type { Caller, UserCaller } from "../callers/caller.ts";
import { inputSchemaOf, outputSchemaOf } from "./json-schema.ts";
import { digitArguments, readArguments } from "./read-arguments.ts";

interface Definition<Input extends z.ZodObject, Who extends Caller>
  extends Pick<Tool, "name" | "title" | "description"> {
  /**
   * A strict object schema. An optional argument is declared with `.optional()`. If a client sends null for it, it
   * counts as missing.
   */
  readonly input: Input;
  /** The structured content: an object. */
  readonly output: z.ZodType;
  readonly anonymous: boolean;
  readonly answer: (input: z.output<Input>, context: ToolContext<Who>) => Promise<ToolOutcome> | ToolOutcome;
}

/** Makes a tool that callers without a key may call too. */
export function defineTool<Input extends z.ZodObject>(
  definition: Definition<Input, Caller> & { readonly anonymous: true },
): Tool;
/** Creates a tool that requires a key. Its function is always called with a user. */
export function defineTool<Input extends z.ZodObject>(
  definition: Definition<Input, UserCaller> & { readonly anonymous: false },
): Tool;
export function defineTool<Input extends z.ZodObject>({
  name,
  title,
  description,
  input,
  output,
  anonymous,
  answer,
}: Definition<Input, Caller> | Definition<Input, UserCaller>): Tool {
  const digits = digitArguments(input);
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(input),
    outputSchema: outputSchemaOf(output),
    anonymous,
    async run(sent, context) {
      if (!anonymous && context.caller.kind !== "user") throw new Error(`${name} needs a user`);
      const read = readArguments(input, digits, sent);
      if (!read.ok) return { kind: "refusal", texts: [`${name}: ${read.mistakes.join("; ")}.`] };
      return answer(read.input, context as ToolContext<UserCaller>);
    },
  };
}
