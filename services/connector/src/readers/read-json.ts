import { stat } from "node:fs/promises";
import { parseExactJson } from "@network-access/service-runtime/exact-json";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

/** The maximum file size in bytes. A JavaScript string can be only slightly longer. */
const MOST_BYTES = 500_000_000;

/**
 * Parses a JSON file. Numbers that floating point can't represent keep their digits. Throws UnreadableFile, if possible
 * with the line and column. The message contains `expected`, which describes what the file should be.
 *
 * The whole file is parsed at once. This needs memory of about two and a half times the file's size, but is five times
 * as fast as parsing in pieces.
 */
export async function readJson(file: SourceFile, expected: string): Promise<unknown> {
  // An error of `stat` is ignored here. Reading the file fails with the same error, and that error is reported.
  const size = (await stat(file.path).catch(() => undefined))?.size ?? 0;
  if (size > MOST_BYTES)
    throw new UnreadableFile(
      `has ${Math.ceil(size / 1e6)} MB; the limit is ${MOST_BYTES / 1e6} MB; export it in parts`,
    );
  const pieces: string[] = [];
  for await (const piece of readText(file)) pieces.push(piece);
  const text = pieces.join("");
  try {
    return parseExactJson(text);
  } catch (error) {
    // While the text is parsed, numbers whose digits must be kept are replaced by longer texts. If the text then
    // exceeds the largest length of a string, the parser throws a RangeError.
    if (error instanceof RangeError)
      throw new UnreadableFile("has too many long numbers for one file; export it in parts");
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableFile(`is not JSON: ${problemOf(text, error.message)}; expected ${expected}`);
  }
}

function problemOf(text: string, message: string): string {
  const start = text.trimStart().slice(0, 40);
  if (start === "") return "it is blank";
  if (start.startsWith("<")) return "it begins like XML or HTML";
  if (!/^[[{"]/.test(start)) return `it begins with ${JSON.stringify(start.split("\n", 1)[0])}`;
  if (/unterminated|unexpected end/i.test(message)) return "it ends too early; export it again";
  const [, offset] = /position (\d+)/.exec(message) ?? [];
  if (offset === undefined) return message;
  const before = text.slice(0, Number(offset)).split("\n");
  if (text.slice(Number(offset)).trim() === "") return "it ends too early; export it again";
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} is invalid`;
}
