import { stat } from "node:fs/promises";
import { parseExactJson } from "@network-access/service-runtime/exact-json";
import { readText, type SourceFile, UnreadableFile } from "./read-text.ts";

/** The longest text that the runtime can hold is a little longer. */
const MOST_BYTES = 500_000_000;

/**
 * A whole file of JSON, with numbers beyond floating point in their digits. It is parsed at once: five times as fast as
 * piece by piece, for about two and a half times the file's size in memory. Throws UnreadableFile, with line and column where the parser knows them; `expected` is what
 * the file should have been, in words.
 */
export async function readJson(file: SourceFile, expected: string): Promise<unknown> {
  // Reading says why where it can't be told.
  const size = (await stat(file.path).catch(() => undefined))?.size ?? 0;
  if (size > MOST_BYTES)
    throw new UnreadableFile(
      `has ${Math.ceil(size / 1e6)} MB; at most ${MOST_BYTES / 1e6} MB work, so export it in parts`,
    );
  const pieces: string[] = [];
  for await (const piece of readText(file)) pieces.push(piece);
  const text = pieces.join("");
  try {
    return parseExactJson(text);
  } catch (error) {
    // Parsing makes the text longer where it holds such numbers, and a text has a longest length.
    if (error instanceof RangeError)
      throw new UnreadableFile("holds too many numbers of many digits for one file; export it in parts");
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableFile(`is not JSON: ${problemOf(text, error.message)}; expected ${expected}`);
  }
}

function problemOf(text: string, message: string): string {
  const start = text.trimStart().slice(0, 40);
  if (start === "") return "it holds nothing but white space";
  if (start.startsWith("<")) return "it begins like XML or HTML";
  if (!/^[[{"]/.test(start)) return `it begins with ${JSON.stringify(start.split("\n", 1)[0])}`;
  if (/unterminated|unexpected end/i.test(message)) return "it ends too early; was the export interrupted?";
  const [, offset] = /position (\d+)/.exec(message) ?? [];
  if (offset === undefined) return message;
  const before = text.slice(0, Number(offset)).split("\n");
  if (text.slice(Number(offset)).trim() === "") return "it ends too early; was the export interrupted?";
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} can't be understood`;
}
