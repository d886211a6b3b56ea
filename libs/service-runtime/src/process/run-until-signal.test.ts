import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";

const script = fileURLToPath(new URL("../../test/process.ts", import.meta.url));
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
});

function run(how: string) {
  const started = spawn(process.execPath, ["--no-warnings", script, how], { stdio: ["ignore", "pipe", "inherit"] });
  child = started;
  const lines: Record<string, unknown>[] = [];
  let rest = "";
  started.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  const exited = once(started, "exit").then(([code]) => code as number | null);
  const logged = (text: string) => lines.some((line) => line.msg === text);
  return {
    lines,
    exited,
    logged,
    order: () => lines.map((line) => String(line.msg)).filter((text) => /^(start|stop) /.test(text)),
    begin: () => until("the start", () => logged("started")),
    port: () => lines.find((line) => line.msg === "listening")?.port,
    signal: (name: NodeJS.Signals) => started.kill(name),
  };
}

test.each(["SIGTERM", "SIGINT"] as const)("%s stops the parts in reverse and exits 0", async (signal) => {
  const life = run("well");
  await life.begin();
  life.signal(signal);
  expect(await life.exited).toBe(0);
  expect(life.order()).toEqual(["start first", "start second", "stop tool", "stop second", "stop first"]);
});

test("a request in flight at the signal is finished", async () => {
  const life = run("well");
  await life.begin();
  const answer = fetch(`http://127.0.0.1:${life.port()}/slow`);
  await until("it began", () => life.logged("slow began"));
  life.signal("SIGTERM");
  expect(await (await answer).text()).toBe("finished");
  expect(await life.exited).toBe(0);
});

test.each([
  ["broken", "the process can't start", "the deeper cause"],
  ["misconfigured", "the process can't start", "the environment can't be used"],
  ["uncaught", "an error was not caught", "thrown in a timer"],
  ["unhandled", "a rejected promise was not handled", "rejected in a timer"],
])("an unexpected error (%s) is logged with its cause and exits 1", async (how, message, cause) => {
  const life = run(how);
  expect(await life.exited).toBe(1);
  const line = life.lines.find((entry) => entry.msg === message);
  expect(line?.level).toBe("fatal");
  expect(JSON.stringify(line)).toContain(cause);
  if (how === "broken") expect(life.order()).toEqual(["start first", "stop broken", "stop first"]);
});

test("a part that has not started yet does not keep the process from ending", async () => {
  const life = run("waiting");
  await until("it is starting", () => life.logged("start waiting"));
  life.signal("SIGTERM");
  expect(await life.exited).toBe(0);
  expect(life.order()).toEqual(["start first", "start waiting", "stop waiting", "stop first"]);
});

test("a part that does not stop in time does not keep the others from stopping, and the process exits 1", async () => {
  const life = run("stuck");
  await life.begin();
  life.signal("SIGTERM");
  expect(await life.exited).toBe(1);
  expect(life.logged("stop first")).toBe(true);
});

test("work in flight that outlasts the deadline is cut before what it uses is stopped, and the exit says so", async () => {
  const life = run("brief");
  await life.begin();
  const answer = fetch(`http://127.0.0.1:${life.port()}/endless`).catch(() => "cut");
  await until("it began", () => life.logged("endless began"));
  const began = performance.now();
  life.signal("SIGTERM");
  expect(await life.exited).toBe(1);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(await answer).toBe("cut");
  expect(life.order()).toEqual(["start first", "start second", "stop tool", "stop second", "stop first"]);
  expect(life.logged("endless was cut")).toBe(true);
});

test("a second signal ends the process at once", async () => {
  const life = run("well");
  await life.begin();
  fetch(`http://127.0.0.1:${life.port()}/endless`).catch(() => undefined);
  await until("it began", () => life.logged("endless began"));
  life.signal("SIGTERM");
  await until("the first was heard", () => life.logged("stopping"));
  life.signal("SIGTERM");
  expect(await life.exited).toBe(1);
  expect(life.order()).toEqual(["start first", "start second"]);
});
