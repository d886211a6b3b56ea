import { errorCode } from "../process/error-code.ts";

const TLS = /CERT|SELF_SIGNED|TLS|UNABLE_TO_(?:GET_ISSUER|VERIFY)|ERR_SSL/;

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name can't be resolved now",
  ECONNRESET: "the connection broke",
  UND_ERR_SOCKET: "the connection broke",
  EPIPE: "the connection broke",
  ETIMEDOUT: "no answer",
  UND_ERR_CONNECT_TIMEOUT: "no answer",
  EHOSTUNREACH: "no route to it",
  ENETUNREACH: "no route to it",
};

/** Returns a message that says why a server can't be reached. `lasting` is true if a retry would not help. */
export function unreachable(url: string, error: unknown): { message: string; lasting: boolean } {
  const cause = memberOf(error, "cause") ?? error;
  const code = errorCode(cause) ?? "";
  const why = reasons[code] ?? String(memberOf(cause, "message") ?? cause);
  const lasting = TLS.test(code);
  const advice = lasting ? "; NODE_EXTRA_CA_CERTS names the file of an authority of your own" : "";
  return { message: `${url} can't be reached: ${why}${advice}`, lasting };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
