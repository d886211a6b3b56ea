/** Writes a text as a SIQL string. An asterisk in the text is escaped, so that it is not a wildcard. */
export function siqlText(text: string): string {
  return `'${text.replace(/[\\'*]/g, "\\$&")}'`;
}

/** Returns operands as SIQL text. Several operands become a list. A list stands for the union of its operands. */
export function siqlOperands(operands: readonly string[]): string {
  const texts = operands.map(siqlText);
  return texts.length === 1 ? `${texts[0]}` : `(${texts.join(", ")})`;
}
