/**
 * Orders the paths of tests by how likely the tests are to notice a change of `file`. A path that shares more folders
 * with `file` comes earlier.
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
