/** Writes a text as SIQL reads it. An asterisk stands for itself. */
export function siqlText(text: string): string {
  return `'${text.replace(/[\\'*]/g, "\\$&")}'`;
}

/** Writes operands for SIQL. Several operands become a list, which stands for their union. */
export function siqlOperands(operands: readonly string[]): string {
  const texts = operands.map(siqlText);
  return texts.length === 1 ? `${texts[0]}` : `(${texts.join(", ")})`;
}
