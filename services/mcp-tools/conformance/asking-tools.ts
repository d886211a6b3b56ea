import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequests,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type FixtureTool, NO_ARGUMENTS, text } from "./fixture-tool.ts";
import { type RequestState, requestStates } from "./request-state.ts";

const NAME = z.object({ name: z.string() });
const COLOR = z.object({ color: z.string() });
const CONFIRMATION = z.object({ ok: z.boolean() });

const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: NAME });
const askModel = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });
const askConfirmation = () => inputRequired.elicit({ message: "Please confirm", requestedSchema: CONFIRMATION });

/**
 * Tools that need input from the client. Such a tool first returns a request for input. The client then calls the tool
 * again with the input.
 */
export const askingTools: readonly FixtureTool[] = [
  asking("test_input_required_result_elicitation", "Asks for a name.", ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_name", NAME);
    if (given) return text(`Hello, ${given.name}!`);
    return inputRequired({ inputRequests: { user_name: askName("What is your name?") } });
  }),
  asking("test_input_required_result_sampling", "Asks the client's model.", ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, "capital_question");
    if (given.kind === "sampling") return text(`The model says: ${JSON.stringify(given.result.content)}`);
    return inputRequired({ inputRequests: { capital_question: askModel("What is the capital of France?", 100) } });
  }),
  asking("test_input_required_result_list_roots", "Asks for the client's roots.", ({ mcpReq }) => {
    const given = inputResponse(mcpReq.inputResponses, "client_roots");
    if (given.kind === "roots") return text(`Roots: ${given.roots.map(({ uri }) => uri).join(", ")}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }),
  confirming("test_input_required_result_request_state", "Asks for a confirmation, with a state."),
  confirming("test_input_required_result_tampered_state", "Rejects a state that it did not make."),
  asking("test_input_required_result_multiple_inputs", "Asks three questions at once.", async ({ mcpReq }) => {
    const { inputResponses: given } = mcpReq;
    const name = acceptedContent(given, "user_name", NAME);
    const greeting = inputResponse(given, "greeting");
    const roots = inputResponse(given, "client_roots");
    if (name && greeting.kind === "sampling" && roots.kind === "roots" && mcpReq.requestState<RequestState>())
      return text(`${name.name} has ${roots.roots.length} roots`);
    return inputRequired({
      inputRequests: {
        user_name: askName("What is your name?"),
        greeting: askModel("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await requestStates.mint({ round: 1 }),
    });
  }),
  asking("test_input_required_result_multi_round", "Asks twice.", async ({ mcpReq }) => {
    const round = mcpReq.requestState<RequestState>()?.round;
    const color = acceptedContent(mcpReq.inputResponses, "step2", COLOR);
    if (round === 2 && color) return text(`The color is ${color.color}`);
    const isNamed = acceptedContent(mcpReq.inputResponses, "step1", NAME) !== undefined;
    if (round === 2 || (round === 1 && isNamed))
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit({ message: "Step 2: What is your favorite color?", requestedSchema: COLOR }),
        },
        requestState: await requestStates.mint({ round: 2 }),
      });
    return inputRequired({
      inputRequests: { step1: askName("Step 1: What is your name?") },
      requestState: await requestStates.mint({ round: 1 }),
    });
  }),
  asking("test_input_required_result_capabilities", "Asks only what the client can answer.", ({ mcpReq }) => {
    const declared = capabilitiesOf(mcpReq.envelope);
    const inputRequests: InputRequests = {
      ...(declared.sampling && { question: askModel("What is the capital of France?", 100) }),
      ...(declared.elicitation && { user_name: askName("What is your name?") }),
    };
    if (mcpReq.inputResponses || Object.keys(inputRequests).length === 0) return text("Nothing is left to ask.");
    return inputRequired({ inputRequests });
  }),
  asking("test_missing_capability", "Needs a client that can ask a model.", ({ mcpReq }) => {
    if (capabilitiesOf(mcpReq.envelope).sampling) return text("The client can ask a model.");
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
];

function asking(name: string, description: string, answer: FixtureTool["answer"]): FixtureTool {
  return { name, description, inputSchema: NO_ARGUMENTS, answer };
}

function confirming(name: string, description: string): FixtureTool {
  return asking(name, description, async ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "confirm", CONFIRMATION);
    if (given && mcpReq.requestState<RequestState>()?.round === 1) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: askConfirmation() },
      requestState: await requestStates.mint({ round: 1 }),
    });
  });
}

/**
 * Returns the capabilities that the client declares in a request. In protocol revisions before 2026-07-28, requests
 * declare no capabilities.
 */
function capabilitiesOf(envelope: ServerContext["mcpReq"]["envelope"]): ClientCapabilities {
  const declared: Readonly<Record<string, unknown>> = envelope ?? {};
  return (declared[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
}
