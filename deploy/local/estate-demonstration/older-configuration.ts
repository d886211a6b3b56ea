/** A file of a device's configuration. */
export interface ConfigurationFile {
  name: string;
  text: string;
}

/**
 * A difference of one line between a configuration and the next newer configuration. The older file either lacks the
 * line, or has another text in one part of the line.
 */
export interface LineChange {
  file: string;
  /** A text that identifies the line: exactly one line of the newer file contains it. */
  lineWith: string;
  /**
   * A part of the newer line. The older line has `by` in place of this part. If `replace` is left out, the older file
   * lacks the whole line.
   */
  replace?: string;
  by?: string;
}

/** Returns the configuration that a device had before these changes. Throws if a change does not fit the files. */
export function olderConfiguration(
  files: readonly ConfigurationFile[],
  changes: readonly LineChange[],
): readonly ConfigurationFile[] {
  for (const { file } of changes)
    if (!files.some(({ name }) => name === file)) throw new Error(`the configuration has no file ${file}`);
  return files.map(({ name, text }) => ({
    name,
    text: changes.filter(({ file }) => file === name).reduce(undo, text),
  }));
}

function undo(text: string, { file, lineWith, replace, by = "" }: LineChange): string {
  const lines = text.split("\n");
  const found = lines.filter((line) => line.includes(lineWith));
  const [line] = found;
  if (line === undefined || found.length > 1)
    throw new Error(`${found.length} lines of ${file} have the text "${lineWith}"; one must have it`);
  if (replace === undefined) return lines.filter((one) => one !== line).join("\n");
  if (!line.includes(replace)) throw new Error(`the line with "${lineWith}" of ${file} does not have "${replace}"`);
  return lines.map((one) => (one === line ? one.replace(replace, () => by) : one)).join("\n");
}
