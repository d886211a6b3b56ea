import { createLogger } from "@network-access/service-runtime/logger";
import { runUntilSignal } from "@network-access/service-runtime/run-until-signal";
import { assembleProfile } from "../conformance/assemble-profile.ts";
import { readConformanceSettings } from "../conformance/settings.ts";

await runUntilSignal(() => {
  const settings = readConformanceSettings(process.env);
  return assembleProfile(settings, createLogger({ name: "mcp-conformance", level: settings.logLevel }));
});
