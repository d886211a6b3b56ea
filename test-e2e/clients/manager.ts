/** An answer of the security manager, whatever its status. */
export interface ManagerAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

export type ManagerClient = ReturnType<typeof managerClient>;

/** A client of the security manager's REST interface. Each `address` is relative to `/securitymanager/api`. */
export function managerClient(managerUrl: string, token: string) {
  async function send(method: string, address: string, body?: object | string) {
    const answer = await fetch(`${managerUrl}/securitymanager/api${address}`, {
      method,
      headers: { authorization: token, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Sends a request and returns the body of the answer. Throws an error if the request is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read the members of any answer
  async function call(method: string, address: string, body?: object | string): Promise<any> {
    const answer = await send(method, address, body);
    if (answer.status >= 300) throw new Error(`${method} ${address}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Sends a GET request with these query parameters, and returns the body of the answer. */
  async function read<Body>(
    address: string,
    parameters: Readonly<Record<string, string>> = {},
  ): Promise<ManagerAnswer<Body>> {
    const query = new URLSearchParams(parameters).toString();
    const { status, body } = await send("GET", query === "" ? address : `${address}?${query}`);
    return { status, body };
  }

  return {
    call,
    read,
    /**
     * Creates a user with permission to see all devices, and a user group with the same name that gives this
     * permission. Returns the user's id.
     */
    async createReader(username: string, details: object = {}): Promise<number> {
      const user = await call("POST", "/domain/1/user", { username, ...details });
      const group = await call("POST", "/domain/1/usergroup", { name: username });
      await call("PUT", `/domain/1/usergroup/${group.id}/permissions`, {
        ...{ permissions: [{ name: "securityManager", read: true }], deviceGroups: [{ id: 1, read: true }] },
      });
      await call("POST", `/domain/1/usergroup/${group.id}/user/${user.id}`);
      return user.id;
    },
  };
}
