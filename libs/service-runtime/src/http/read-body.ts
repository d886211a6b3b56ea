import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { currentRequest, takeMemory } from "../telemetry/request-context.ts";
import { parseExactJson } from "./exact-json.ts";
import { Refusal } from "./http-reply.ts";
import { readShape } from "./json-shape.ts";

/**
 * Reads a whole body of at most `maxBytes`. The bytes are counted after decompression, so that a small compressed body
 * can't fill the memory. Throws Refusal with 413, 415 or 400, or with 503 if all requests together need too much
 * memory.
 */
export async function readBody(
  request: IncomingMessage,
  limits: { readonly maxBytes: number; readonly gzip: boolean },
): Promise<Buffer> {
  const { maxBytes, gzip } = limits;
  const encoding = request.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && !(gzip && encoding === "gzip")) {
    const works = gzip ? "send it plain or packed with gzip" : "send it plain";
    throw new Refusal({
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: `a body packed with "${encoding.slice(0, 64)}" can't be read; ${works}`,
    });
  }
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);

  const memory = currentRequest()?.memory;
  const chunks: Buffer[] = [];
  let size = 0;
  let taken = 0;
  const decoded = encoding === "gzip" ? request.pipe(createGunzip()) : request;
  const passOn = (error: Error) => decoded.destroy(error);
  if (decoded !== request) request.once("error", passOn);
  try {
    await readChunks(decoded, (chunk) => {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      memory?.take(chunk.length);
      taken += chunk.length;
      chunks.push(chunk);
    });
  } catch (error) {
    memory?.note(-taken);
    if (error instanceof Refusal) throw error;
    throw new Refusal({
      status: 400,
      code: "BAD_USER_INPUT",
      message: "the body ends too early or is not gzip, as its Content-Encoding says",
    });
  } finally {
    if (decoded !== request) {
      request.off("error", passOn);
      request.unpipe();
      decoded.destroy();
    }
  }
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks, size);
}

/**
 * Passes the chunks of a stream to `take` until the stream ends. Rejects when the stream breaks. If `take` throws,
 * pauses the stream and rejects with the error. The stream is not destroyed, because the response is sent over the same
 * connection. The function uses event listeners, because an async iterator would take 2% of the time of a small
 * request.
 */
function readChunks(stream: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stream.readableEnded) return resolve();
    const onClose = () => {
      if (!stream.readableEnded) reject(new Error("the stream ended too early"));
    };
    if (stream.destroyed) return onClose();
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        stream.off("data", onData);
        stream.pause();
        reject(error);
      }
    };
    stream.on("data", onData).on("end", resolve).on("error", reject).on("close", onClose);
  });
}

/**
 * Reads a JSON body in UTF-8. Throws Refusal if the body can't be read, is not valid JSON, nests too deeply or has too
 * many values, or if the content type is not JSON. If an object has several members with the same name, the last member
 * is used.
 */
export async function readJsonBody(
  request: IncomingMessage,
  limits: {
    readonly maxBytes: number;
    readonly gzip: boolean;
    /**
     * The maximum depth of nesting. The default is 128. A calling function that sets a higher limit must process the
     * value without recursion.
     */
    readonly deepest?: number;
    /**
     * Whether to keep numbers as written if 64-bit floating point would change them (exact-json.ts). A body is then
     * refused if it has more than 500,000 numbers that floating point may change.
     */
    readonly exactNumbers?: boolean;
  },
): Promise<unknown> {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset =
    parameters
      .find((parameter) => parameter.startsWith("charset="))
      ?.slice(8)
      .replaceAll('"', "") ?? "utf-8";
  if (charset !== "utf-8" && charset !== "utf8") {
    throw new Refusal({
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: `a body in "${charset.slice(0, 64)}" can't be read; send JSON in UTF-8`,
    });
  }
  if (type !== "application/json" && !/^application\/[a-z0-9.-]+\+json$/.test(type)) {
    throw new Refusal({
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: `the body must be JSON: send "content-type: application/json" instead of "${type.slice(0, 64) || "none"}"`,
    });
  }
  const bytes = await readBody(request, limits);
  if (bytes.length === 0) throw badJson("the body is empty; send a JSON document");
  const shape = readShape(bytes, limits.deepest);
  if (!shape.ok) {
    const { kind, message } = shape.error;
    throw kind === "too-deep" ? badJson(message) : tooMany(message);
  }
  const keepsNumbers = limits.exactNumbers === true && shape.longNumbers > 0;
  if (keepsNumbers && shape.longNumbers > MOST_LONG_NUMBERS)
    throw tooMany(`the body has more than ${MOST_LONG_NUMBERS} numbers of many digits; send less at once`);
  takeMemory(shape.parsedBytes);
  try {
    const text = utf8.decode(bytes);
    return keepsNumbers ? parseExactJson(text) : JSON.parse(text);
  } catch {
    throw badJson("the body is not valid JSON in UTF-8");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/**
 * With `exactNumbers`, a body may contain at most this many numbers that 64-bit floating point may change. Checking so
 * many numbers takes half a second.
 */
const MOST_LONG_NUMBERS = 500_000;

function tooMany(message: string): Refusal {
  return new Refusal({ status: 413, code: "BAD_USER_INPUT", message });
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal({
    status: 413,
    code: "BAD_USER_INPUT",
    message: `the body is larger than ${maxBytes} bytes; send less at once`,
  });
}

function badJson(message: string): Refusal {
  return new Refusal({ status: 400, code: "BAD_USER_INPUT", message });
}
