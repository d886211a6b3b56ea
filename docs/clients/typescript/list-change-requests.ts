import { askGraph, type Service } from "./ask-graph.ts";
import { PageDocument, type PageQuery } from "./operations.generated.ts";

type Listed = PageQuery["changeRequests"]["items"][number];

/** Returns every change request, newest first. Pages are read on demand. */
export async function* listChangeRequests(service: Service): AsyncGenerator<Listed, void> {
  let nextPageKey: string | null = null;
  do {
    const { changeRequests }: PageQuery = await askGraph(service, PageDocument, { nextPageKey, limit: 50 });
    yield* changeRequests.items;
    nextPageKey = changeRequests.pageInfo.nextPageKey;
  } while (nextPageKey !== null);
}
