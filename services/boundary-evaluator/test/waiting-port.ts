/** A port whose calls wait where a test says: before they are made, and before they are answered. */
export function waitingPort<Port extends object>(
  port: Port,
  waits: { before(call: string): Promise<unknown>; after?(call: string): Promise<unknown> },
): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...given: unknown[]) => {
        await waits.before(String(name));
        const answer: unknown = await method.apply(target, given);
        await waits.after?.(String(name));
        return answer;
      };
    },
  });
}
