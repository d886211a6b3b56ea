import { type LocatedError, quoted } from "./query-error.ts";
import { type Sign, type Token, tokenText } from "./tokens.ts";

/**
 * Thrown to end the parsing or the check of a query. `parseQuery` and `checkQuery` catch the error, and return it as
 * their result.
 */
export class QueryStop extends Error {
  readonly located: LocatedError;
  constructor(located: LocatedError) {
    super(located.message);
    this.located = located;
  }
}

/** Reads tokens one after another. */
export interface TokenReader {
  peek(ahead?: number): Token;
  next(): Token;
  /** If the next token is `sign`, consumes it and returns true. Otherwise returns false. */
  takeSign(sign: Sign): boolean;
  /** If the next tokens are `words`, ignoring case, consumes them and returns true. Otherwise returns false. */
  takeWords(...words: readonly string[]): boolean;
  isWord(word: string, ahead?: number): boolean;
  /**
   * Throws a QueryStop, because the next token is not allowed here. The message lists `expected`, unless `message` is
   * given.
   */
  refuse(expected: readonly string[], message?: string): never;
}

export function createTokenReader(text: string, tokens: readonly Token[]): TokenReader {
  let place = 0;
  const last = tokens.length - 1;
  const peek = (ahead = 0) => tokens[Math.min(place + ahead, last)] as Token;
  const isWord = (word: string, ahead = 0) => {
    const token = peek(ahead);
    return token.kind === "name" && token.name.toLowerCase() === word;
  };

  return {
    peek,
    isWord,
    next() {
      const token = peek();
      place = Math.min(place + 1, last);
      return token;
    },
    takeSign(sign) {
      const token = peek();
      if (token.kind !== "sign" || token.sign !== sign) return false;
      place += 1;
      return true;
    },
    takeWords(...words) {
      if (!words.every((word, ahead) => isWord(word, ahead))) return false;
      place += words.length;
      return true;
    },
    refuse(expected, message) {
      const token = peek();
      const found = token.kind === "end" ? "" : text.slice(token.at, token.end);
      const usual = `found ${tokenText(text, token)}; ${expected.length === 1 ? "expected" : "expected one of"} ${expected.join(", ")}`;
      throw new QueryStop({ at: token.at, found, expected, message: message ?? usual });
    },
  };
}

/** Throws a QueryStop for the position `at`. In `message`, % is replaced by `found`. */
export function stopAt(at: number, found: string, message: string): never {
  throw new QueryStop({ at, found, expected: [], message: message.replace("%", quoted(found)) });
}
