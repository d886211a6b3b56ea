// orphan-guard.ts starts this process, and writes the lines "watch PID ORDER SIGNAL", "unwatch PID" and "end" to its
// standard input. If the input closes without "end", this process ends all watched processes. It is written in plain
// JavaScript to keep it small.
import { createInterface } from "node:readline";

const ORDERS = ["service", "engine", "database"];
const DEADLINE_MS = 15_000;

const watched = new Map();
let ended = false;

// The guard must survive every signal that ends its parent.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [word, pid, order, signal] = line.split(" ");
  if (word === "watch") watched.set(Number(pid), { order, signal });
  else if (word === "unwatch") watched.delete(Number(pid));
  else if (word === "end") ended = true;
});
lines.on("close", async () => {
  if (!ended) for (const order of ORDERS) await endAll([...watched].filter(([, entry]) => entry.order === order));
  process.exit(0);
});

async function endAll(entries) {
  for (const [pid, { signal }] of entries) send(pid, signal);
  const deadline = Date.now() + DEADLINE_MS;
  while (entries.some(([pid]) => send(pid, 0)) && Date.now() < deadline)
    await new Promise((wake) => setTimeout(wake, 100));
  for (const [pid] of entries) if (send(pid, 0)) send(-pid, "SIGKILL");
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
