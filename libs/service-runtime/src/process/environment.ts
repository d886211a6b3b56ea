import { z } from "zod";
import { certificateAuthority, readableFile } from "./certificate-authority.ts";
import { contradictions } from "./contradictions.ts";

const port = z.coerce.number().int().min(0).max(65_535);
/** The URL of another process. */
export const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

/** A boolean setting. */
export const onOrOff = z.enum(["on", "off"], { error: 'must be "on" or "off"' }).transform((word) => word === "on");

/** Words separated by commas. Empty words are dropped. */
export const words = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

/** Addresses of Sentinels, separated by commas. The default port is 26379. */
const sentinels = words.pipe(
  z
    .array(
      z.string().transform((text, context) => {
        const { hostname, port: number, pathname, username, search } = URL.parse(`redis://${text}`) ?? { hostname: "" };
        if (hostname !== "" && !pathname && !username && !search)
          return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(number || 26_379) };
        context.addIssue({ code: "custom", message: "must be addresses such as sentinel-0.example.com:26379" });
        return z.NEVER;
      }),
    )
    .min(1, "must be one or more addresses such as sentinel-0.example.com:26379"),
);

/**
 * Returns the schema of a duration in milliseconds. The duration must be at least `least`. The default is `standard`.
 */
export const milliseconds = (standard: number, least = 10) => z.coerce.number().int().min(least).default(standard);

/** A count from 1 to `most`, with its default. */
export const count = (standard: number, most: number) => z.coerce.number().int().min(1).max(most).default(standard);

/** Settings of every process that listens. With port 0 the system chooses a free port. */
export const serverEnvironment = z.object({
  PORT: port.default(0),
  HOST: z.string().min(1).default("0.0.0.0"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /**
   * The number of seconds for which a stopping process still accepts connections, although `/readyz` already fails. In
   * this time, load balancers stop routing requests to the process.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(5),
  /**
   * How many seconds work in progress may take while the process stops. For requests, this time begins after
   * `DRAIN_SECONDS`. For jobs, it begins when the process receives the signal to stop.
   */
  STOP_SECONDS: z.coerce.number().min(1).max(600).default(25),
  MAX_BODY_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .default(4 * 1_024 * 1_024),
  MAX_CONCURRENT_REQUESTS: z.coerce.number().int().min(1).default(512),
  /** The number of connections that may be open at a time, including idle ones. See connection-bound.ts. */
  MAX_CONNECTIONS: count(5_000, 1_000_000),
  /** The limit of the memory that all requests together may take. See request-memory.ts. */
  REQUEST_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .min(1_024 * 1_024)
    .default(128 * 1_024 * 1_024),
  REQUEST_TIMEOUT_MS: z.coerce.number().int().min(100).default(60_000),
  /** Origins of the web pages that may call this process, separated by commas. The default is none. */
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

/** Settings of every process of the product: how it listens, logs and stops, and where it sends traces. */
export const processEnvironment = z.object({
  ...serverEnvironment.shape,
  /** Traces are sent only when this is set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
});

/** Returns the settings from {@link processEnvironment}. */
export function processSettings(read: z.output<typeof processEnvironment>) {
  return {
    logLevel: read.LOG_LEVEL,
    traces: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    stopMs: read.STOP_SECONDS * 1_000,
    http: httpSettings(read),
  };
}

const MONGO_ADDRESS = /^mongodb(\+srv)?:\/\/([^\s/?#@:[\]]+(:[^\s/?#@:[\]]+)?@)?[^\s/?#@]+(\/[^\s/?#@]*)?(\?\S*)?$/;

/**
 * Returns whether all percent-encoding in a URL is valid. The clients of MongoDB and Redis can't decode a user or
 * password with invalid percent-encoding.
 */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

export const mongoEnvironment = z.object({
  /**
   * The address of the database. It is not checked as an ordinary URL, because it may list several members of a replica
   * set.
   */
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s/]/, { error: "must be a mongodb address", abort: true })
    .regex(MONGO_ADDRESS, {
      error: "must have hosts, and user and password with : / ? # [ ] @ and % percent-encoded",
      abort: true,
    })
    .refine(isDecodable, "has a % that does not begin a percent-encoded character"),
  MONGO_CA_FILE: certificateAuthority,
  MONGO_DATABASE: z.string().regex(/^[A-Za-z0-9_-]{1,63}$/, "must be 1 to 63 letters, digits, `_` or `-`"),
});

export const openSearchEnvironment = z.object({
  /** Addresses of nodes of one cluster, separated by commas. */
  OPENSEARCH_URL: words.pipe(z.array(httpUrl).min(1, "must be one or more http or https addresses")),
  OPENSEARCH_CA_FILE: certificateAuthority,
  OPENSEARCH_USERNAME: z.string().min(1).optional(),
  OPENSEARCH_PASSWORD: z.string().min(1).optional(),
  /** Prefix of every index, so that installations can share a cluster. */
  INDEX_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, "must be 1 to 63 lower-case letters, digits, `_` or `-`")
    .default("network-access"),
});

export const redisEnvironment = z.object({
  /** The URL of Redis. If `REDIS_SENTINELS` is set, the host in the URL is the Sentinels' name for the primary. */
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis address" })
    // The scheme must be in lower case, because the client would connect without TLS if the scheme were in capitals.
    .regex(/^rediss?:\/\//, "must begin with redis:// or rediss://")
    .refine(isDecodable, "has a % that does not begin a percent-encoded character"),
  REDIS_CA_FILE: certificateAuthority,
  REDIS_SENTINELS: sentinels.optional(),
  REDIS_SENTINEL_USERNAME: z.string().min(1).optional(),
  REDIS_SENTINEL_PASSWORD: z.string().min(1).optional(),
  /** Prefix of every key, so that installations can share a server. */
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,63}$/, "must be 1 to 63 letters, digits, `_` or `-`")
    .default("network-access"),
});

/** Returns the options of the database connection from {@link mongoEnvironment}. */
export function mongoSettings(read: z.output<typeof mongoEnvironment>): {
  readonly url: string;
  readonly database: string;
  readonly certificateAuthority?: string | undefined;
} {
  return { url: read.MONGO_URL, database: read.MONGO_DATABASE, certificateAuthority: read.MONGO_CA_FILE };
}

/** Returns the connection settings of the search index from {@link openSearchEnvironment}. */
export function openSearchSettings(read: z.output<typeof openSearchEnvironment>): {
  readonly nodes: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly certificateAuthority?: string | undefined;
} {
  return {
    nodes: read.OPENSEARCH_URL,
    username: read.OPENSEARCH_USERNAME,
    password: read.OPENSEARCH_PASSWORD,
    certificateAuthority: read.OPENSEARCH_CA_FILE,
  };
}

/** Settings of a process that uses the database and the search index. */
export const storesEnvironment = z.object({ ...mongoEnvironment.shape, ...openSearchEnvironment.shape });

/** Returns the connection settings from {@link storesEnvironment}. */
export function storesSettings(read: z.output<typeof storesEnvironment>) {
  return {
    mongo: mongoSettings(read),
    openSearch: { cluster: openSearchSettings(read), prefix: read.INDEX_PREFIX },
  };
}

/** Returns the connection settings of Redis from {@link redisEnvironment}. */
export function redisSettings(read: z.output<typeof redisEnvironment>) {
  return {
    url: read.REDIS_URL,
    certificateAuthority: read.REDIS_CA_FILE,
    sentinels: read.REDIS_SENTINELS && {
      addresses: read.REDIS_SENTINELS,
      username: read.REDIS_SENTINEL_USERNAME,
      password: read.REDIS_SENTINEL_PASSWORD,
    },
  };
}

/**
 * The trusted issuers. One issues the tokens of users for public routes. The other issues the tokens of services for
 * internal routes.
 */
export const accessEnvironment = z.object({
  USER_ISSUER: z.string().min(1),
  USER_JWKS_URL: httpUrl,
  USER_JWKS_CA_FILE: certificateAuthority,
  USER_AUDIENCE: z.string().min(1),
  SERVICE_ISSUER: z.string().min(1),
  SERVICE_JWKS_URL: httpUrl,
  SERVICE_JWKS_CA_FILE: certificateAuthority,
  /**
   * The file with the token for requests to `SERVICE_JWKS_URL`. A Kubernetes cluster may return its keys only to
   * callers with a token.
   */
  SERVICE_JWKS_TOKEN_FILE: readableFile.optional(),
  SERVICE_AUDIENCE: z.string().min(1),
});

/** The settings of a process that is called by users only. */
export const userAccessEnvironment = accessEnvironment.pick({
  USER_ISSUER: true,
  USER_JWKS_URL: true,
  USER_JWKS_CA_FILE: true,
  USER_AUDIENCE: true,
});

/** Returns the trusted issuer of users' tokens, and the required audience, from {@link userAccessEnvironment}. */
export function userTrust(read: z.output<typeof userAccessEnvironment>) {
  return {
    issuer: read.USER_ISSUER,
    audience: read.USER_AUDIENCE,
    jwksUrl: read.USER_JWKS_URL,
    certificateAuthority: read.USER_JWKS_CA_FILE,
  };
}

/** Returns the trusted issuer of services' tokens, and the required audience, from {@link accessEnvironment}. */
export function serviceTrust(read: z.output<typeof accessEnvironment>) {
  return {
    issuer: read.SERVICE_ISSUER,
    audience: read.SERVICE_AUDIENCE,
    jwksUrl: read.SERVICE_JWKS_URL,
    certificateAuthority: read.SERVICE_JWKS_CA_FILE,
    tokenFile: read.SERVICE_JWKS_TOKEN_FILE,
  };
}

/**
 * The path of the file with the token that this process sends to another service. `{audience}` in the path is replaced
 * by the audience of the called service.
 */
export const serviceTokenEnvironment = z.object({ SERVICE_TOKEN_FILE: z.string().min(1) });

/** Whether clients may introspect the schema. */
export const introspectionEnvironment = z.object({ INTROSPECTION: onOrOff.default(false) });

/**
 * Parses environment variables into a frozen object. An empty variable counts as missing. If variables are invalid,
 * throws one error with the name of each invalid variable. The error never contains their values.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = schema.safeParse(given);
  const contradicting = contradictions(given, Object.keys(schema.shape));
  if (parsed.success && contradicting.length === 0) return Object.freeze(parsed.data);
  const issues = parsed.error?.issues ?? [];
  const errors = issues.map((issue) => {
    // The first element of the path is the name of the variable. For an error in a list, the path also contains the
    // position of the wrong entry.
    const name = String(issue.path[0] ?? "environment");
    return `${name}: ${Object.hasOwn(given, name) ? messageOf(issue) : "is missing"}`;
  });
  errors.push(...contradicting.map(({ name, message }) => `${name}: ${message}`));
  throw new Error(`the environment can't be used\n  ${errors.join("\n  ")}`);
}

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_type" && issue.expected === "number" ? "must be a number" : issue.message;
