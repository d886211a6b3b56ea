import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BenchSettings } from "./bench-settings.ts";
import { type BenchName, benches } from "./registry.ts";

const SECONDS = 60;

/** Reads `NAME`, and for `save` also `--seconds N` and `--profile FOLDER`; folders are relative to `from`. */
export function readBenchArguments(
  args: readonly string[],
  from: string,
): { ok: true; name: BenchName; settings: BenchSettings } | { ok: false; problem: string } {
  let given: { values: { seconds?: string; profile?: string }; positionals: string[] };
  try {
    const text = { type: "string" } as const;
    given = parseArgs({ args: [...args], allowPositionals: true, options: { seconds: text, profile: text } });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = given;
  const [name, ...more] = positionals;
  if (name === undefined || !isBenchName(name))
    return refuse(name === undefined ? "which one?" : `there is no benchmark "${name}"`);
  if (more.length > 0) return refuse(`one at a time; "${more.join(" ")}" is too much`);
  const settings = Object.keys(values);
  if (name !== "save" && settings.length > 0) return refuse(`"${name}" takes no --${settings.join(" and no --")}`);
  if (values.seconds !== undefined && !/^[1-9]\d{0,3}$/.test(values.seconds))
    return refuse(`--seconds is "${values.seconds}"; 1 to 9999 works`);
  const profileFolder = values.profile === undefined ? undefined : resolve(from, values.profile);
  return { ok: true, name, settings: { seconds: Number(values.seconds ?? SECONDS), profileFolder } };
}

function isBenchName(name: string): name is BenchName {
  return Object.hasOwn(benches, name);
}

function refuse(problem: string): { ok: false; problem: string } {
  const names = Object.keys(benches).join(", ");
  return {
    ok: false,
    problem: `${problem}\nnpm run bench -- NAME, with NAME one of ${names}\nsave takes --seconds N (how long the load lasts, ${SECONDS} when left out) and --profile FOLDER`,
  };
}
