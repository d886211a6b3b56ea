import { z } from "zod";

const problem = z.object({
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  wouldRemove: z.number().optional(),
  wouldKeep: z.number().optional(),
});

/**
 * Returns the reason for a refusal in one sentence. For a refused clean-up, also returns how many items it would have
 * removed and kept.
 */
export function readProblem(
  url: string,
  status: number,
  body: unknown,
): { message: string; wouldRemove: number | undefined; wouldKeep: number | undefined } {
  const { data } = problem.safeParse(body);
  const fields = data?.errors?.slice(0, 5).map(({ field, message }) => `${field} ${message}`.trim()) ?? [];
  const said = fields.length > 0 ? fields.join("; ") : data?.detail;
  const id = data?.requestId === undefined ? "" : ` (request ${data.requestId})`;
  const message = `${said || hintFor(url, status)}${id}`;
  return { message, wouldRemove: data?.wouldRemove, wouldKeep: data?.wouldKeep };
}

/**
 * Returns the message for a refusal that states no reason. If a proxy or another server probably sent the response, the
 * message is a hint for the user.
 */
function hintFor(url: string, status: number): string {
  if (status >= 300 && status < 400) return `${url} redirects; give the inventory's own address`;
  if (status === 413) return "a proxy refuses bodies of this size; allow 16 MiB";
  if (status === 404) return `there is no inventory at ${url}`;
  return "no reason given";
}
