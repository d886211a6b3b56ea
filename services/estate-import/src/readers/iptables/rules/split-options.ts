import { shown } from "../../text/refusal.ts";
import type { Argument } from "../text/split-arguments.ts";

/**
 * One option of a rule with its values. The option, including a `!` before it, begins at offset `start` of the line and
 * ends before offset `end`. Offsets count from 0.
 */
export interface RuleOption {
  /**
   * The canonical name of the option, which is the same for all spellings. For an unknown option, the name as the rule
   * spells it. For an argument that belongs to no option, an empty string.
   */
  readonly name: string;
  readonly negated: boolean;
  readonly values: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The target to which a rule sends its packets. */
export interface RuleTarget {
  readonly name: string;
  /** True if the rule has `-g` and not `-j`. */
  readonly goes: boolean;
  /** The options after the target that belong to no match. */
  readonly options: readonly RuleOption[];
  /**
   * The offsets of the target in the line, from 0. The target begins with `-j` or `-g` at `start`, and its last option
   * ends before `end`.
   */
  readonly start: number;
  readonly end: number;
}

/** The parts of a rule. `options` includes the loaded matches (`-m`), in the order of the rule. */
export interface SplitRule {
  readonly ok: true;
  readonly options: readonly RuleOption[];
  readonly target?: RuleTarget;
}

interface OptionForm {
  readonly name: string;
  readonly values: number;
}

const spellings: readonly (readonly [values: number, ...names: string[]])[] = [
  [1, "-s", "--source", "--src"],
  [1, "-d", "--destination", "--dst"],
  [1, "-i", "--in-interface"],
  [1, "-o", "--out-interface"],
  [1, "-p", "--protocol"],
  // `--proto` is an abbreviation of `--protocol`, but also an option of the match "policy". It has its own entry here,
  // so that `parse-rule.ts` can check which of the two options it is.
  [1, "--proto"],
  [1, "-m", "--match"],
  // All abbreviations of `--jump` and `--goto` are listed. If one were missing, the reader could overlook the target of
  // a rule.
  [1, "-j", "--jump", "--jum", "--ju", "--j"],
  [1, "-g", "--goto", "--got", "--go"],
  [2, "-c", "--set-counters"],
  [0, "-4", "--ipv4"],
  [0, "-6", "--ipv6"],
  [0, "-f", "--fragment"],
  [1, "--sport", "--source-port"],
  [1, "--dport", "--destination-port"],
  [1, "--sports", "--source-ports"],
  [1, "--dports", "--destination-ports"],
  [1, "--ports", "--port"],
  [0, "--syn"],
  [2, "--tcp-flags"],
  [1, "--icmp-type"],
  [1, "--icmpv6-type"],
  [1, "--src-range"],
  [1, "--dst-range"],
  [1, "--ctstate"],
  [1, "--state"],
  [1, "--src-type"],
  [1, "--dst-type"],
  [2, "--match-set"],
  [1, "--comment"],
];
const forms: ReadonlyMap<string, OptionForm> = new Map(
  spellings.flatMap(([values, name = "", ...others]) =>
    [name, ...others].map((spelling) => [spelling, { name, values }]),
  ),
);

const targetForms: ReadonlyMap<string, OptionForm> = new Map(
  Object.entries({
    ...{ "--to-destination": 1, "--to-source": 1, "--to-ports": 1, "--to": 1 },
    ...{ "--notrack": 0, "--random": 0, "--random-fully": 0, "--persistent": 0 },
  }).map(([name, values]) => [name, { name, values }]),
);

/**
 * Options that are neither in `forms` nor in `targetForms`, and that have exactly one value, even if this value looks
 * like an option.
 */
const freeTexts = new Set([
  ...["--string", "--hex-string", "--name", "--hashlimit-name", "--helper", "--bytecode", "--path", "--genre"],
  ...["--log-prefix", "--nflog-prefix", "--ulog-prefix", "--queue-name", "--label", "--led-trigger-id"],
]);

const neverNegated = new Set(["-j", "-g", "-m", "-c", "-4", "-6", "--comment"]);

/**
 * Splits the arguments of a rule into options with their values. An option after the target belongs to the target,
 * unless the option is in `forms` or an `-m` stands between the target and the option. Returns a problem if an option
 * lacks its value, or if there is a second target.
 */
export function splitOptions(args: readonly Argument[]): SplitRule | { readonly ok: false; readonly problem: string } {
  const options: RuleOption[] = [];
  const ofTarget: RuleOption[] = [];
  let target: Omit<RuleTarget, "options"> | undefined;
  let afterTarget = false;

  for (let at = 0; at < args.length; ) {
    const taken = takeOption(args, at);
    if (!taken.ok) return taken;
    const { option } = taken;
    at = taken.next;
    if (option.name === "-j" || option.name === "-g") {
      if (target) return { ok: false, problem: "a rule has one target; a second -j or -g stands here" };
      const { start, end, values } = option;
      target = { name: values[0] ?? "", goes: option.name === "-g", start, end };
      afterTarget = true;
    } else if (target && afterTarget && !forms.has(option.name) && option.name !== "") {
      target = { ...target, end: option.end };
      ofTarget.push(option);
    } else {
      if (option.name === "-m") afterTarget = false;
      options.push(option);
    }
  }
  return { ok: true, options, ...(target && { target: { ...target, options: ofTarget } }) };
}

type Taken =
  | { readonly ok: true; readonly option: RuleOption; readonly next: number }
  | { readonly ok: false; readonly problem: string };

function takeOption(args: readonly Argument[], from: number): Taken {
  const { start = 0, end = 0 } = args[from] ?? {};
  const stray = { ok: true, option: { name: "", negated: false, values: [], start, end }, next: from + 1 } as const;
  let negated = isNegation(args[from]);
  let at = negated ? from + 1 : from;
  const word = args[at];
  if (word === undefined || !isOption(word)) return stray;
  const { form, inline } = formOf(word.text);
  if (negated && neverNegated.has(form.name)) return stray;
  at += 1;

  const values = inline === undefined ? [] : [inline];
  // Old versions write a negation as `-s ! 10.0.0.1`.
  if (form.values > 0 && !negated && !neverNegated.has(form.name) && values.length === 0 && isNegation(args[at])) {
    negated = true;
    at += 1;
  }
  // The two counters of `-c` may be written as one value, such as "5,6".
  const isComplete = () => values.length >= form.values || (form.name === "-c" && values[0]?.includes(","));
  while (!isComplete()) {
    const value = args[at];
    if (value === undefined) return { ok: false, problem: `${shown(word.text)} has no value` };
    values.push(value.text);
    at += 1;
  }
  if (form.values < 0)
    for (let value = args[at]; value && !isOption(value) && !isNegation(value); value = args[at]) {
      values.push(value.text);
      at += 1;
    }
  return { ok: true, option: { name: form.name, negated, values, start, end: args[at - 1]?.end ?? end }, next: at };
}

function formOf(text: string): { readonly form: OptionForm; readonly inline?: string } {
  const known = forms.get(text) ?? targetForms.get(text);
  if (known) return { form: known };
  const short = /^-[sdiopjgm]/.test(text) ? forms.get(text.slice(0, 2)) : undefined;
  if (short) return { form: short, inline: text.slice(2) };
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  // An option that is not known gets all arguments up to the next option as values. An option in `freeTexts` gets
  // exactly one argument, even if it looks like an option.
  const form = forms.get(name) ?? targetForms.get(name) ?? { name, values: freeTexts.has(name) ? 1 : -1 };
  return equals < 0 ? { form } : { form, inline: text.slice(equals + 1) };
}

function isNegation(argument: Argument | undefined): boolean {
  return argument?.text === "!" && !argument.quoted;
}

function isOption({ text, quoted }: Argument): boolean {
  return !quoted && /^-(?:-?[A-Za-z]|[46]$)/.test(text);
}
