import swc from "@swc/jest";
import { readJestTask } from "./jest-task.ts";

const { replaced } = readJestTask();

function textOf(source: string, path: string): string {
  return replaced?.path === path ? replaced.source : source;
}

/** Jest's usual transform, but it reads another text in place of one file. */
export default {
  createTransformer(options: Parameters<typeof swc.createTransformer>[0]) {
    const { process, processAsync, getCacheKey, ...rest } = swc.createTransformer(options);
    if (process === undefined || processAsync === undefined || getCacheKey === undefined)
      throw new Error("the transform of Jest is another than this one was made for");
    const usual = { process, processAsync, getCacheKey };
    return {
      ...rest,
      process: (source, path, more) => usual.process(textOf(source, path), path, more),
      processAsync: (source, path, more) => usual.processAsync(textOf(source, path), path, more),
      getCacheKey: (source, path, more) => usual.getCacheKey(textOf(source, path), path, more),
    } satisfies ReturnType<typeof swc.createTransformer>;
  },
};
