import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import type { Documentation } from "./documentation.ts";
import { createInMemoryPassageIndex } from "./in-memory-passage-index.ts";
import { headingLine, type Passage } from "./passage.ts";
import type { PassageIndex } from "./passage-index.ts";
import { createRelevance } from "./relevance.ts";

/** The most passages in one answer. */
const MOST_PASSAGES = 5;
/** The most passages of one page in one answer. */
const MOST_OF_PAGE = 3;
/** The most passages that a search requests from an index. */
const MOST_CANDIDATES = 50;
/**
 * A passage is relevant if it contains at least this share of the question's words. Rare words count more than common
 * words.
 */
const LEAST_RELEVANCE = 0.35;
const DEADLINE_MS = 2_000;
/** How long searches skip the shared index after it failed. */
const PAUSE_MS = 5_000;

/** A passage of an answer. */
export interface FoundPassage {
  readonly title: string;
  readonly heading: string;
  /** The address of the page, with the anchor of the heading. */
  readonly url: string;
  readonly passage: string;
}

/** A page that an answer recommends if no passage was found. */
interface PageLink {
  readonly title: string;
  readonly url: string;
}

export interface DocumentationSearch {
  /** Returns at most five passages that answer the question, the best first. Returns none if no passage is relevant. */
  search(question: string, signal: AbortSignal): Promise<readonly FoundPassage[]>;
  readonly mainPages: readonly PageLink[];
}

const searches = counter({
  name: "documentation_searches_total",
  help: "Searches of the documentation by the index that answered",
  labels: ["index"],
});
for (const index of ["opensearch", "in-memory"]) searches.inc({ index }, 0);

/**
 * Creates the search of the documentation. `baseUrl` is the URL of the pages (see `documentationUrl`). `index` is the
 * index that all processes share. If `index` fails or takes longer than 2 s, an index in the memory of this process is
 * searched instead. Both have the same passages.
 */
export function createDocumentationSearch({
  documentation: { pages, passages },
  baseUrl,
  index,
  logger,
  clock = Date.now,
}: {
  readonly documentation: Documentation;
  readonly baseUrl: string;
  readonly index: PassageIndex;
  readonly logger: Logger;
  /** Returns the time in milliseconds. */
  readonly clock?: () => number;
}): DocumentationSearch {
  const ownIndex = createInMemoryPassageIndex(passages);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const relevance = createRelevance(passages);
  let pausedUntil = Number.NEGATIVE_INFINITY;

  async function findCandidates(question: string, signal: AbortSignal): Promise<readonly string[]> {
    if (clock() >= pausedUntil) {
      try {
        const found = await withDeadline(
          "a search of the documentation",
          DEADLINE_MS,
          (late) => index.search(question, MOST_CANDIDATES, late),
          signal,
        );
        searches.inc({ index: "opensearch" });
        return found;
      } catch (error) {
        signal.throwIfAborted();
        pausedUntil = clock() + PAUSE_MS;
        logger.warn({ err: error }, "the index of the documentation does not answer; this process answers itself");
      }
    }
    searches.inc({ index: "in-memory" });
    return ownIndex.search(question, MOST_CANDIDATES, signal);
  }

  return {
    async search(question, signal) {
      const relevanceOf = relevance(question);
      const candidates = (await findCandidates(question, signal)).flatMap((id) => byId.get(id) ?? []);
      return limitPages(candidates.filter((passage) => relevanceOf(passage) >= LEAST_RELEVANCE)).map((passage) => ({
        title: passage.title,
        heading: headingLine(passage),
        url: urlOf(baseUrl, passage.page, passage.anchor),
        passage: passage.text,
      }));
    },
    mainPages: pages
      .filter(({ address }) => !address.includes("/"))
      .map(({ title, address }) => ({ title, url: urlOf(baseUrl, address, null) })),
  };
}

/**
 * Returns the base URL of the pages, without a slash at the end: `docsUrl` if it is set, else `/docs` below
 * `publicUrl`.
 */
export function documentationUrl({
  docsUrl,
  publicUrl,
}: {
  readonly docsUrl: string | undefined;
  readonly publicUrl: string;
}): string {
  return (docsUrl ?? `${publicUrl.replace(/\/+$/, "")}/docs`).replace(/\/+$/, "");
}

function urlOf(baseUrl: string, address: string, anchor: string | null): string {
  return `${baseUrl}/${address}${anchor === null ? "" : `#${encodeURIComponent(anchor)}`}`;
}

function limitPages(passages: readonly Passage[]): readonly Passage[] {
  const ofPage = new Map<string, number>();
  return passages
    .filter(({ page }) => {
      const before = ofPage.get(page) ?? 0;
      ofPage.set(page, before + 1);
      return before < MOST_OF_PAGE;
    })
    .slice(0, MOST_PASSAGES);
}
