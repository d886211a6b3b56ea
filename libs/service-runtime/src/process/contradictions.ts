import { isProduction } from "./clock.ts";
import { isUnencrypted } from "./is-unencrypted.ts";

type Given = Readonly<Record<string, string | undefined>>;

const isSecure = (url = "") => /^(https|rediss):/.test(url);
const isSecureMongo = (url = "") =>
  /[?&](tls|ssl)=true(&|$)/.test(url) || (url.startsWith("mongodb+srv:") && !/[?&](tls|ssl)=false(&|$)/.test(url));
const wantsHttps = (url: string) => `needs an https address in ${url}`;

/**
 * The keys are variables that depend on other variables. Each function returns an error message if another variable is
 * missing or has a value that does not fit.
 */
const needs: Readonly<Record<string, (given: Given) => string | undefined>> = {
  USER_JWKS_CA_FILE: (given) => (isSecure(given.USER_JWKS_URL) ? undefined : wantsHttps("USER_JWKS_URL")),
  SERVICE_JWKS_CA_FILE: (given) => (isSecure(given.SERVICE_JWKS_URL) ? undefined : wantsHttps("SERVICE_JWKS_URL")),
  SERVICE_JWKS_TOKEN_FILE: ({ SERVICE_JWKS_URL: url = "" }) =>
    URL.canParse(url) && isUnencrypted(url) ? `${wantsHttps("SERVICE_JWKS_URL")}, to keep the token secret` : undefined,
  MONGO_CA_FILE: (given) => (isSecureMongo(given.MONGO_URL) ? undefined : "needs tls=true in MONGO_URL"),
  REDIS_CA_FILE: (given) => (isSecure(given.REDIS_URL) ? undefined : "needs a rediss address in REDIS_URL"),
  OPENSEARCH_CA_FILE: ({ OPENSEARCH_URL: urls = "" }) =>
    urls.split(",").every((url) => isSecure(url.trim())) ? undefined : "needs https addresses in OPENSEARCH_URL",
  OPENSEARCH_USERNAME: (given) => (given.OPENSEARCH_PASSWORD ? undefined : "needs OPENSEARCH_PASSWORD"),
  OPENSEARCH_PASSWORD: (given) => (given.OPENSEARCH_USERNAME ? undefined : "needs OPENSEARCH_USERNAME"),
  REDIS_SENTINELS: ({ REDIS_URL: url = "" }) => {
    const { hostname, port } = URL.parse(url) ?? {};
    return hostname && !port
      ? undefined
      : "needs the name of the primary in REDIS_URL, in place of host and port, such as redis://mymaster";
  },
  REDIS_SENTINEL_USERNAME: (given) => (given.REDIS_SENTINEL_PASSWORD ? undefined : "needs REDIS_SENTINEL_PASSWORD"),
  FIXED_TIME: ({ NODE_ENV }) => (isProduction(NODE_ENV) ? "is for tests; production refuses it" : undefined),
  REDIS_SENTINEL_PASSWORD: (given) => (given.REDIS_SENTINELS ? undefined : "needs REDIS_SENTINELS"),
};

/** Returns each variable in `known` that does not fit the value of another variable, with an error message. */
export function contradictions(
  given: Given,
  known: readonly string[],
): readonly { readonly name: string; readonly message: string }[] {
  return known.flatMap((name) => {
    const message = given[name] === undefined ? undefined : needs[name]?.(given);
    return message === undefined ? [] : [{ name, message }];
  });
}
