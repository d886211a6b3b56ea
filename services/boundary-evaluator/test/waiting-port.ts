/**
 * Wraps an object, such as a store, so that a test can delay the calls of its methods. Each call waits for `before`
 * before it is made, and for `after` before it returns.
 */
export function waitingPort<Port extends object>(
  port: Port,
  waits: { before(call: string): Promise<unknown>; after?(call: string): Promise<unknown> },
): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...parameters: unknown[]) => {
        await waits.before(String(name));
        const answer: unknown = await method.apply(target, parameters);
        await waits.after?.(String(name));
        return answer;
      };
    },
  });
}
