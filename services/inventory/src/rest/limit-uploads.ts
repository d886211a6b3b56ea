import { Refusal } from "@network-access/service-runtime/http-reply";

/**
 * Limits concurrent uploads. An upload beyond the limit is refused, because a waiting upload would keep its body in
 * memory.
 */
export function limitUploads(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  return async (work) => {
    if (running >= most) {
      throw new Refusal({
        status: 429,
        code: "RATE_LIMITED",
        message: `${most} uploads are running already; send this one again in a second`,
        headers: { "retry-after": "1" },
      });
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
