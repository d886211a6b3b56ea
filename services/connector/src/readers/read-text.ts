import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { errorCode } from "@network-access/service-runtime/error-code";

/** A file from the command line. */
export interface SourceFile {
  /** The name as the user wrote it. */
  readonly name: string;
  readonly path: string;
}

/**
 * Thrown if a file can't be used. The message is printed after the name of the file, and each detail on a line below.
 */
export class UnreadableFile extends Error {
  readonly details: readonly string[];
  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/** Messages for error codes of the file system. */
const messages: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "can't be read: permission denied",
  EISDIR: "is a folder; name the files in it",
};

/**
 * Yields the text of a file in pieces, without its byte order mark. The encoding is UTF-16 if the file begins with a
 * byte order mark of UTF-16, and UTF-8 otherwise. Throws UnreadableFile.
 */
export async function* readText({ path }: SourceFile): AsyncIterable<string> {
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1_024 }) as AsyncIterable<Buffer>) {
      decoder ??= decoderFor(chunk);
      yield decode(decoder, chunk, bytes);
      bytes += chunk.length;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const code = errorCode(error) ?? "unknown";
    throw new UnreadableFile(messages[code] ?? `can't be read (${code})`);
  }
  if (bytes === 0) throw new UnreadableFile("is empty");
  if (decoder) yield decode(decoder, undefined, bytes);
}

function decoderFor(start: Buffer): TextDecoder {
  if (start[0] === 0x1f && start[1] === 0x8b) throw new UnreadableFile("is compressed with gzip; unpack it first");
  if (start[0] === 0x50 && start[1] === 0x4b)
    throw new UnreadableFile("is a zip archive or a spreadsheet; unpack it or save it as text");
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  return new TextDecoder("utf-8", { fatal: true });
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, before: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (error) {
    if (errorCode(error) !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw error;
    const near = chunk === undefined ? `ends in the middle of a character (byte ${before})` : place(chunk, before);
    throw new UnreadableFile(`is not ${decoder.encoding.toUpperCase()} text: it ${near}; save it as UTF-8`);
  }
}

function isSystemError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "syscall" in error;
}

function place(chunk: Buffer, before: number): string {
  const lines = chunk.toString("utf8").split("\ufffd", 1)[0] ?? "";
  return `has invalid bytes near byte ${before + Buffer.byteLength(lines) + 1}`;
}
