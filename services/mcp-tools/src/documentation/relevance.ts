import type { Passage } from "./passage.ts";
import { termsOf } from "./terms.ts";

/**
 * Returns the share of a question's words that a passage contains, from 0 to 1. Rare words count more than common
 * words.
 */
type Relevance = (question: string) => (passage: Passage) => number;

/**
 * Creates a function that computes relevance. A word that no passage contains has the highest weight. A question about
 * another subject therefore has a low relevance for all passages.
 */
export function createRelevance(passages: readonly Passage[]): Relevance {
  const terms = new Map(passages.map((passage) => [passage.id, termSet(passage)]));
  const frequencies = new Map<string, number>();
  for (const set of terms.values()) for (const term of set) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);

  const weightOf = (term: string) => {
    const frequency = frequencies.get(term) ?? 0;
    return Math.log(1 + (passages.length - frequency + 0.5) / (frequency + 0.5));
  };

  return (question) => {
    const asked = [...new Set(termsOf(question))].map((term) => ({ term, weight: weightOf(term) }));
    const whole = sum(asked.map(({ weight }) => weight));
    return ({ id }) => {
      const has = terms.get(id);
      return whole === 0 ? 0 : sum(asked.map(({ term, weight }) => (has?.has(term) ? weight : 0))) / whole;
    };
  };
}

function termSet({ title, headings, text }: Passage): ReadonlySet<string> {
  return new Set(termsOf([title, ...headings, text].join("\n")));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
