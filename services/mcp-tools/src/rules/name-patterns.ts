import { siqlText } from "./siql-text.ts";

/**
 * How many letters at the beginning and at the end of a name are matched in upper and lower case. The characters
 * between them are matched by an asterisk.
 */
const FIRST_LETTERS = 4;
const LAST_LETTERS = 2;
/** The maximum number of characters on each side of the asterisk in a pattern. */
const MOST_CHARACTERS = 20;

/**
 * Returns SIQL texts that together match all names equal to `name` apart from upper and lower case. Several texts are
 * needed because SIQL is case-sensitive. For a long name, the texts contain only its beginning and its end, so they may
 * match other names too.
 */
export function patternsOfName(name: string): string[] {
  const characters = Array.from(name);
  const letters = characters.flatMap((character, at) => (isLetter(character) ? [at] : []));
  if (letters.length <= FIRST_LETTERS + LAST_LETTERS && characters.length <= 2 * MOST_CHARACTERS)
    return caseVariants(characters).map(siqlText);
  const end = Math.min(MOST_CHARACTERS, letters[FIRST_LETTERS] ?? characters.length);
  const begin = Math.max(end, characters.length - MOST_CHARACTERS, (letters.at(-LAST_LETTERS - 1) ?? -1) + 1);
  const endings = caseVariants(characters.slice(begin));
  return caseVariants(characters.slice(0, end)).flatMap((first) =>
    endings.map((last) => `${siqlText(first).slice(0, -1)}*${siqlText(last).slice(1)}`),
  );
}

/** Returns SIQL texts that match all names with the same first `length` characters as `name`, ignoring case. */
export function patternsOfBeginning(name: string, length: number): string[] {
  const first = Array.from(name).slice(0, length);
  return caseVariants(first).map((variant) => `${siqlText(variant).slice(0, -1)}*'`);
}

function caseVariants(characters: readonly string[]): string[] {
  let variants = [""];
  for (const character of characters) {
    const forms = isLetter(character) ? [character.toLowerCase(), character.toUpperCase()] : [character];
    variants = forms.flatMap((form) => variants.map((variant) => variant + form));
  }
  return variants;
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase();
}
