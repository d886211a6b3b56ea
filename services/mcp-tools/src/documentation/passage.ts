/** A piece of a page that can answer a question by itself. */
export interface Passage {
  /** Depends on the place and the text, so that equal ids mean equal passages. */
  readonly id: string;
  /** The address of its page below the base of the documentation. */
  readonly page: string;
  readonly title: string;
  /** The headings above the passage, the outermost first, without the title. Empty before the first of them. */
  readonly headings: readonly string[];
  /** The id of its heading in the page. Null before the first heading. */
  readonly anchor: string | null;
  /** Markdown without the targets of links to other pages. */
  readonly text: string;
}

/** Returns the headings above a passage in one line. A passage below no heading but the title has the title. */
export function headingLine({ title, headings }: Passage): string {
  return headings.length === 0 ? title : headings.join(" > ");
}
