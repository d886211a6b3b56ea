import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { hideSecrets } from "./hide-secrets.ts";
import { currentRequest } from "./request-context.ts";

/** JSON lines on standard output. Inside a request every line carries its `requestId`. */
export type Logger = PinoLogger;

/** A logger that never prints what commonly holds a secret, at the top level or up to two levels below. */
export function createLogger(options: {
  readonly name: string;
  readonly level: string;
  /** Where lines go; standard output when left out. */
  readonly destination?: DestinationStream;
}): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
      serializers: { err: (error) => hideSecrets({ ...stdSerializers.err(error) }) },
      mixin() {
        const request = currentRequest();
        return request ? { requestId: request.requestId } : {};
      },
    },
    // Written at once: the last lines before an exit are the ones that are looked for, in their order.
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
