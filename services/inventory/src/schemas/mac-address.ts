const canonical = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}((:[0-9a-f]{2}){2})?$/;
const forms = [
  /^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2}){4}$/,
  /^[0-9a-f]{2}([:-])[0-9a-f]{2}(\1[0-9a-f]{2}){6}$/,
  /^[0-9a-f]{4}([.:-])[0-9a-f]{4}\1[0-9a-f]{4}(\1[0-9a-f]{4})?$/,
  /^[0-9a-f]{6}[-:][0-9a-f]{6}$/,
  /^[0-9a-f]{12}$/,
  /^[0-9a-f]{16}$/,
];

/** Parses an EUI-48 or EUI-64 in any common notation. Returns it in lower case with colons, or undefined. */
export function parseMacAddress(text: string): string | undefined {
  const lower = text.toLowerCase();
  if (canonical.test(lower)) return lower;
  if (!forms.some((form) => form.test(lower))) return undefined;
  return lower.replace(/[.:-]/g, "").match(/../g)?.join(":");
}
