import type { ReadDevice } from "../../../reader.ts";
import { type Refusal, refuseAt, shown } from "../../text/refusal.ts";
import type { Command } from "../text/commands.ts";

type ScheduleObject = Extract<ReadDevice["objects"][number], { kind: "schedule" }>;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MOST_PERIODS = 100;
const LONGEST_NAME = 512;

/** Reads the `time-range` commands. If the device's clock is not set to UTC, absolute times are kept as text. */
export function readTimeRanges(
  commands: readonly Command[],
): { readonly ok: true; readonly schedules: readonly ScheduleObject[] } | Refusal {
  const isUtc = !commands.some(({ words: [head, what, , hours] }) => {
    if (head?.text !== "clock") return false;
    return what?.text === "summer-time" || (what?.text === "timezone" && hours?.text !== "0");
  });
  const schedules = new Map<string, ScheduleObject>();
  for (const { line, words, body } of commands) {
    if (words[0]?.text !== "time-range") continue;
    const name = words[1]?.text ?? "";
    if (name === "" || name.length > LONGEST_NAME || schedules.has(name))
      return refuseAt(line, `${shown(name)} is no new name of a time range`);
    const schedule: ScheduleObject = { kind: "schedule", name, periods: [] };
    for (const command of body) {
      if (command.words[0]?.text !== "absolute" || !isUtc) schedule.periods?.push(command.text);
      else Object.assign(schedule, { start: timeAfter("start", command), end: timeAfter("end", command) });
    }
    if ((schedule.periods?.length ?? 0) > MOST_PERIODS)
      return refuseAt(line, `the time range ${shown(name)} has more than ${MOST_PERIODS} periods`);
    schedules.set(name, definedOnly(schedule));
  }
  return { ok: true, schedules: [...schedules.values()] };
}

/** Reads the time after `keyword`, as in "start 08:00 01 January 2026", in UTC. */
function timeAfter(keyword: string, { words }: Command): string | undefined {
  const at = words.findIndex(({ text }) => text === keyword);
  if (at < 0) return undefined;
  const [clock = "", day = "", month = "", year = ""] = words.slice(at + 1, at + 5).map(({ text }) => text);
  const [hour, minute] = clock.split(":").map(Number);
  const time = new Date(
    Date.UTC(Number(year), MONTHS.indexOf(month.slice(0, 3).toLowerCase()), Number(day), hour, minute),
  );
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function definedOnly(schedule: ScheduleObject): ScheduleObject {
  return Object.fromEntries(Object.entries(schedule).filter(([, value]) => value !== undefined)) as ScheduleObject;
}
