import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@network-access/testkit/free-port";
import { eventually } from "@network-access/testkit/until";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/integrations.md"), "utf8");

/** Returns the only code block of this language in docs/integrations.md. */
export function blockOfPage(language: "js" | "json"): string {
  const [block, ...others] = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))];
  if (!block?.[1] || others.length > 0) throw new Error(`the page has no single block of ${language}`);
  return block[1];
}

/** A received event. */
interface ReceivedEvent {
  readonly id: string;
  readonly data: {
    readonly changeRequestId: string;
    readonly revision: number;
    readonly attempt: number;
    readonly changeRequestState: string;
    readonly result: { readonly boundaryId: string; readonly state: string | null; readonly isMatch: boolean };
  };
}

/** The receiver in docs/integrations.md, run unchanged. */
export interface PageReceiver {
  readonly url: string;
  /**
   * The events that the receiver printed. It prints only events with a valid signature, and each event once until it is
   * started again.
   */
  readonly events: ReceivedEvent[];
  start(secret: string): Promise<void>;
  /** Kills the receiver. It loses its list of the events that it has received. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

export async function createPageReceiver(): Promise<PageReceiver> {
  const folder = mkdtempSync(path.join(tmpdir(), "page-receiver-"));
  const file = path.join(folder, "receiver.mjs");
  writeFileSync(file, blockOfPage("js"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const events: ReceivedEvent[] = [];
  let child: ChildProcess | undefined;

  const end = async () => {
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = undefined;
  };
  return {
    url,
    events,
    async start(secret) {
      child = spawn(process.execPath, [file], {
        env: { PATH: process.env.PATH, SECRET: secret, PORT: String(port) },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let rest = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        events.push(...lines.map((line): ReceivedEvent => JSON.parse(line)));
      });
      // The receiver is ready when it responds. It responds with 401, because the request below has no signature.
      const answers = () =>
        fetch(url, { method: "POST" }).then(
          ({ status }) => status,
          () => 0,
        );
      await eventually(answers, (status) => status === 401);
    },
    end,
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
