export type Page = { readonly nextPageKey: string | null; readonly limit: number | null };
export type PageArguments = { readonly nextPageKey?: string | null; readonly limit?: number | null };

export function pageOf({ nextPageKey = null, limit = null }: PageArguments): Page {
  return { nextPageKey, limit };
}
