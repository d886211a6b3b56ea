import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
/** The URL of another process. */
export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

/** Returns whether traffic to this URL is unencrypted on the network. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A boolean setting. */
export const onOrOff = z.enum(["on", "off"], { error: 'must be "on" or "off"' }).transform((word) => word === "on");

/** Words separated by commas. Empty words are dropped. */
export const words = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

/** A duration in milliseconds, with its default. The duration must be at least `least`. */
export const milliseconds = (standard: number, least = 10) => z.coerce.number().int().min(least).default(standard);

/** A count from 1 to `most`, with its default. */
export const count = (standard: number, most: number) => z.coerce.number().int().min(1).max(most).default(standard);

/** Settings of every process that listens. With port 0 the system chooses a free port. */
export const serverEnvironment = z.object({
  PORT: port.default(0),
  HOST: z.string().min(1).default("0.0.0.0"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /**
   * How long `/readyz` fails before connections are refused. In this time, load balancers stop routing to the process.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(5),
  /** How long requests and jobs in progress may still take after `DRAIN_SECONDS`. */
  STOP_SECONDS: z.coerce.number().min(1).max(600).default(25),
  MAX_BODY_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(4 * 1_024 * 1_024),
  MAX_CONCURRENT_REQUESTS: z.coerce.number().int().min(1).default(512),
  /** The number of connections that may be open at a time, including idle ones. See connection-bound.ts. */
  MAX_CONNECTIONS: count(5_000, 1_000_000),
  /** The memory of all requests together. See request-memory.ts. */
  REQUEST_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_024 * 1_024)
    .default(128 * 1_024 * 1_024),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(60_000),
  /** Origins that may call from a browser, separated by commas. The default is none. */
  CORS_ORIGINS: words.default([]),
});

/** Returns the options of the HTTP server from {@link serverEnvironment}. */
export function httpSettings(read: z.output<typeof serverEnvironment>) {
  return {
    host: read.HOST,
    port: read.PORT,
    drainGraceMs: read.DRAIN_SECONDS * 1_000,
    maxBodyBytes: read.MAX_BODY_BYTES,
    maxConcurrent: read.MAX_CONCURRENT_REQUESTS,
    maxConnections: read.MAX_CONNECTIONS,
    requestMemoryBytes: read.REQUEST_MEMORY_BYTES,
    timeoutMs: read.REQUEST_TIMEOUT_MS,
    corsOrigins: read.CORS_ORIGINS,
  };
}

/** Traces are sent only when this is set. */
export const telemetryEnvironment = z.object({ OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional() });

export const mongoEnvironment = z.object({
  MONGO_URL: z.url({ protocol: /^mongodb(\+srv)?$/, error: "must be a mongodb address" }),
  MONGO_DATABASE: z.string().regex(/^[A-Za-z0-9_-]{1,63}$/, "must be 1 to 63 letters, digits, `_` or `-`"),
});

export const openSearchEnvironment = z.object({
  /** Addresses of nodes of one cluster, separated by commas. */
  OPENSEARCH_URL: words.pipe(z.array(httpUrl).min(1, "must be one or more http or https addresses")),
  /** Certificates of authorities in PEM, instead of the system's certificates. */
  OPENSEARCH_CA_FILE: z.string().min(1).optional(),
  OPENSEARCH_USERNAME: z.string().min(1).optional(),
  OPENSEARCH_PASSWORD: z.string().min(1).optional(),
  /** Prefix of every index, so that installations can share a cluster. */
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, "must be 1 to 63 lower-case letters, digits, `_` or `-`")
    .default("network-access"),
});

export const redisEnvironment = z.object({
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis address" }),
  /** Prefix of every key, so that installations can share a server. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,63}$/, "must be 1 to 63 letters, digits, `_` or `-`")
    .default("network-access"),
});

/**
 * The trusted issuers. One issues the tokens of users for public routes. The other issues the tokens of services for
 * internal routes.
 */
export const accessEnvironment = z.object({
  USER_ISSUER: z.string().min(1),
  USER_JWKS_URL: httpUrl,
  USER_AUDIENCE: z.string().min(1),
  SERVICE_ISSUER: z.string().min(1),
  SERVICE_JWKS_URL: httpUrl,
  SERVICE_AUDIENCE: z.string().min(1),
});

/**
 * The file with the token that this process sends to other services. `{audience}` in the path stands for the callee's
 * audience.
 */
export const serviceTokenEnvironment = z.object({ SERVICE_TOKEN_FILE: z.string().min(1) });

/** Whether clients may introspect the schema. */
export const introspectionEnvironment = z.object({ INTROSPECTION: onOrOff.default(false) });

/**
 * Reads the environment once, into a frozen value. An empty variable counts as absent. Throws one error that names
 * every invalid variable, but never its value.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const errors = parsed.error.issues.map((issue) => {
    const name = issue.path.join(".") || "environment";
    return `${name}: ${Object.hasOwn(given, name) ? messageOf(issue) : "is missing"}`;
  });
  throw new Error(`the environment can't be used\n  ${errors.join("\n  ")}`);
}

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_type" && issue.expected === "number" ? "must be a number" : issue.message;
