/**
 * Sorts test files by how likely they are to detect a change of `file`: the more folders a path shares with `file`, the
 * earlier it comes.
 */
export function orderByNearness(paths: readonly string[], file: string): readonly string[] {
  const folders = file.split("/");
  const shared = (path: string): number => {
    const own = path.split("/");
    const place = own.findIndex((folder, index) => folder !== folders[index]);
    return place === -1 ? own.length : place;
  };
  return paths.toSorted((a, b) => shared(b) - shared(a) || a.length - b.length);
}
