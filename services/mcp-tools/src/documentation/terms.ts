import { stemmer } from "stemmer";

/** Words that nearly every English text has. */
const ENGLISH =
  "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this " +
  "to was will with";

/**
 * Words that occur in questions about any subject. Some of them, such as "s" and "t", remain when words are split at
 * apostrophes.
 */
const OF_QUESTIONS =
  "how what when where which who whom whose why can could do does did done should would may might must shall has have " +
  "had am been being were i me my mine we us our you your he she his her them its s t m re ve ll d don doesn didn isn " +
  "get gets got want wants need needs know tell explain describe show mean means meant happen happens happened please about between from than " +
  "there here some much many so also just like way";

export const STOP_WORDS: readonly string[] = [...new Set(`${ENGLISH} ${OF_QUESTIONS}`.split(" "))];

/** Matches what separates words: characters other than letters and digits, and a change from lower to upper case. */
export const WORD_SEPARATOR = "[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})";

const separator = new RegExp(WORD_SEPARATOR, "u");
const stopWords = new Set(STOP_WORDS);

/**
 * Returns the words of a text in the form in which OpenSearch and the index in memory compare them: in lower case,
 * without stop words, stemmed.
 */
export function termsOf(text: string): readonly string[] {
  return text
    .split(separator)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "" && !stopWords.has(word))
    .map(stemmer);
}
