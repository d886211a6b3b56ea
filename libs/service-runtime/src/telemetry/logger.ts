import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { hideSecrets } from "./hide-secrets.ts";
import { currentRequest } from "./request-context.ts";
import { serializeError } from "./serialize-error.ts";
import { writeOncePerTick } from "./write-once-per-tick.ts";

/** A logger that writes JSON lines. Inside a request every line contains the `requestId`. */
export type Logger = PinoLogger;

/** Lines are written at the end of a tick of the event loop, or earlier if the buffer has this many bytes. */
const BUFFERED_BYTES = 8 * 1_024;

let timeAt = 0;
let timeText = "";

/** Returns the time member of a line. The time is formatted once per millisecond. */
function timeMember(): string {
  const now = Date.now();
  if (now !== timeAt) timeText = `,"time":"${new Date(now).toISOString()}"`;
  timeAt = now;
  return timeText;
}

/**
 * Creates a logger. In each line, the logger hides the values of members with the name of a secret, such as `token`, at
 * the top level and up to two levels below.
 */
export function createLogger(options: {
  readonly name: string;
  readonly level: string;
  /** The destination of the lines. The default is standard output. */
  readonly destination?: DestinationStream;
}): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      timestamp: timeMember,
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
      serializers: { err: serializeError },
      mixin() {
        const request = currentRequest();
        return request ? { requestId: request.requestId } : {};
      },
    },
    options.destination ?? writeOncePerTick(pino.destination({ dest: 1, sync: true, minLength: BUFFERED_BYTES })),
  );
}
