import { request as forward } from "node:http";
import { createServer } from "node:https";
import { testCertificate } from "../access/test-certificates.ts";
import { listen } from "../servers/listen.ts";

/** A proxy in front of OpenSearch. The proxy serves only TLS and demands credentials. */
export interface SecuredOpenSearch {
  /** The URL without credentials. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startSecuredOpenSearch(
  engineUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<SecuredOpenSearch> {
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const server = createServer(testCertificate("trusted"), (request, response) => {
    // The security plugin answers like this, in plain text.
    if (request.headers.authorization !== basic)
      return response.writeHead(401, { "www-authenticate": "Basic" }).end("Unauthorized");
    const { authorization: _, ...headers } = request.headers;
    const target = new URL(request.url ?? "/", engineUrl);
    const sent = forward(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on("error", () => response.destroy());
    return request.pipe(sent);
  });
  const { port, stop } = await listen(server);
  return { url: `https://127.0.0.1:${port}`, stop };
}
