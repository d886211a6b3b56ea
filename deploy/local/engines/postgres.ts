import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PackageRoot, programIn, underLoader } from "../fetching/package-root.ts";
import { type ChildProcess, startChild, waitUntilReady } from "../processes/child-process.ts";
import { runProgram } from "../processes/run-program.ts";
import type { EnginePlace } from "./engine.ts";

const PROGRAMS = "usr/lib/postgresql/18/bin";
export const PATCHED_PROGRAMS = [`${PROGRAMS}/initdb`, `${PROGRAMS}/postgres`];

/** Starts PostgreSQL with the DocumentDB extension. Creates the database cluster if there is none. */
export async function startPostgres(root: PackageRoot, place: EnginePlace, port: number): Promise<ChildProcess> {
  const folder = join(place.dataFolder, "postgresql");
  if (!existsSync(folder)) await createCluster(root, place, folder);
  writeFileSync(join(folder, "local.conf"), settings(port), { mode: 0o644 });
  const environment = { PATH: process.env.PATH, HOME: place.dataFolder, LC_ALL: "C" };
  const postgres = await startChild({
    name: "postgresql",
    // PostgreSQL needs libraries of the package root when it starts, and again when it loads an extension. The
    // extension's file contains a library path, which hides the library path in the program's file. Therefore the
    // dynamic loader starts PostgreSQL: the library path that the loader gets as an argument takes precedence over the
    // path in the extension's file.
    ...underLoader(root, `${PROGRAMS}/postgres`, ["-D", folder]),
    environment,
    folder: place.dataFolder,
    log: join(place.logFolder, "postgresql.log"),
    user: place.user,
    order: "database",
    // On this signal, PostgreSQL closes its connections at once. It does not wait until the clients end them.
    stopSignal: "SIGINT",
    guard: place.guard,
    onCrash: place.onCrash,
  });
  const sql = "SET client_min_messages = error; CREATE EXTENSION IF NOT EXISTS documentdb CASCADE";
  const psql = underLoader(root, `${PROGRAMS}/psql`, [
    "-qX",
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    "documentdb",
    "-c",
    sql,
    "postgres",
  ]);
  const answers = () => runProgram(psql.command, psql.args, { environment }).then(() => true);
  try {
    await waitUntilReady(postgres, answers, 120_000);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

async function createCluster(root: PackageRoot, place: EnginePlace, folder: string): Promise<void> {
  const staging = `${folder}.part`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { mode: 0o700 });
  if (place.user) chownSync(staging, place.user.uid, place.user.gid);
  const args = ["-D", staging, "-U", "documentdb", "--auth=trust", "--no-locale", "--encoding=UTF8", "--no-sync"];
  await runProgram(programIn(root, `${PROGRAMS}/initdb`), args, {
    folder: place.dataFolder,
    environment: { PATH: process.env.PATH, HOME: place.dataFolder, LC_ALL: "C" },
    user: place.user,
  });
  writeFileSync(join(staging, "postgresql.conf"), "include 'local.conf'\n", { flag: "a" });
  renameSync(staging, folder);
}

function settings(port: number): string {
  return [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    "unix_socket_directories = ''",
    "max_connections = 300",
    "shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'",
    "cron.database_name = 'postgres'",
    // PostgreSQL compresses documents over 2 kB on every write. lz4 takes a third less time than the default method.
    "default_toast_compression = 'lz4'",
    "",
  ].join("\n");
}
