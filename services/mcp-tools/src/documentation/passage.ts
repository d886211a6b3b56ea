/**
 * A part of a page that can answer a question by itself. It is a section, or a part of a section that is too long for
 * one passage.
 */
export interface Passage {
  /** A hash of the passage's place and text. Passages with the same id are therefore equal. */
  readonly id: string;
  /** The address of the passage's page, relative to the base URL of the documentation. */
  readonly page: string;
  readonly title: string;
  /** The headings above the passage, the outermost first, without the page's title. Empty before the first heading. */
  readonly headings: readonly string[];
  /** The id of the passage's heading in the page. Null before the first heading. */
  readonly anchor: string | null;
  /** Markdown without the targets of links to other pages. */
  readonly text: string;
}

/** Returns the headings above a passage in one line. If there are none, returns the page's title. */
export function headingLine({ title, headings }: Passage): string {
  return headings.length === 0 ? title : headings.join(" > ");
}
