// What an operator's program may do with the plugins of a server while it serves. `src/catalog/` does it, `src/http/` is asked for it.

import type { FreshState } from './call.ts';
import type { Refusal } from './program.ts';

/** What serves of a plugin. */
export interface ServingVersion {
  readonly version: string;
  /** `sha256-<hex>` over the bundle's content. */
  readonly digest: string;
  /** Its file or folder in the plugins folder. */
  readonly bundle: string;
  readonly tools: readonly string[];
  /** How its calls are kept apart, and why so. */
  readonly freshState: { readonly mode: FreshState; readonly reason: string };
  /** False for one that is listed and will be tried out before its first call. */
  readonly isTriedOut: boolean;
  /** What it asks to reach, and how much of that is granted. */
  readonly capabilities: readonly WishState[];
  /** Its tools are not listed to agents, since it waits for a grant (unless `plugins.listUngranted`). */
  readonly waitsForGrants: boolean;
  /** Absent if all that it asks for is granted. */
  readonly missing?: GrantSuggestion;
}

/** One thing that a plugin asks to reach. */
export interface WishState {
  /** In words: `fetch GET https://api.example.com/v1/*`. The plugin's text. */
  readonly capability: string;
  /** Of a pattern of origins, some may be granted. */
  readonly state: 'granted' | 'in part' | 'not granted';
  /** Of a wish for requests: the origin, or the pattern of origins, alone. */
  readonly origin?: string;
  /** The plugin says that its tools work without. */
  readonly isOptional?: boolean;
}

/** How an operator grants what is missing. */
export interface GrantSuggestion {
  /** `toolcell grant weather` */
  readonly command: string;
  /** Members that sandbox.config.json would have: all of the plugin, in one block. */
  readonly config: Readonly<Record<string, object>>;
}

/** One difference of a version from what was accepted before. All of it is the plugin's text. */
export interface VersionChange {
  /** JSON pointer after the name of the tool, such as `summarizeText /inputSchema/properties/text`; or a field of the plugin. */
  readonly where: string;
  readonly before?: string;
  readonly after?: string;
  /** It rewrites what agents know, or lets the plugin use more than before. */
  readonly isWidening: boolean;
}

/** A version that lies ready and does not serve. */
export interface StandbyVersion {
  readonly version: string;
  readonly digest: string;
  readonly bundle: string;
  readonly cause: string;
  /** What it would change, where it waits for approval. */
  readonly changes: readonly VersionChange[];
  /** What stands out in what agents would read of it; told where one plugin is asked for and the version waits for approval. */
  readonly warnings?: readonly PluginWarning[];
}

/** A bundle that cannot serve, and why. */
export interface RefusedBundle extends Refusal {
  readonly bundle: string;
  /** The version of the same plugin that serves all the same. */
  readonly stillServes?: string;
}

/** Something that an agent would stumble over, or should not be told. */
export interface PluginWarning {
  readonly level: 'warning' | 'note';
  /** JSON pointer into plugin.json. */
  readonly where: string;
  /** The tool that it is about, where it is one. */
  readonly tool?: string;
  readonly finding: string;
  readonly hint: string;
}

/** All there is to know of one plugin. */
export interface PluginReport {
  readonly name: string;
  readonly serving: ServingVersion | null;
  /** The version that alone may serve, where the operator said so. */
  readonly pinned?: string;
  readonly standby: readonly StandbyVersion[];
  readonly refused: readonly RefusedBundle[];
  readonly warnings: readonly PluginWarning[];
}

/** All there is to know of the plugins folder. */
export interface PluginsReport {
  readonly plugins: readonly PluginReport[];
  /** Bundles of which it is not known whose they are. */
  readonly refused: readonly RefusedBundle[];
}

/** What an action has come to: the version it was about, what became of that, and the whole plugin as it stands now. */
export interface ActionResult {
  readonly version: string;
  readonly digest: string;
  readonly state: 'serving' | 'waits for approval' | 'standby';
  /** False where all was so before. */
  readonly isNew: boolean;
  readonly plugin: PluginReport;
}

/** What was taken out, and the plugin as it stands now. */
export interface RemovalResult {
  readonly removed: readonly { readonly version: string; readonly digest: string; readonly bundle: string }[];
  readonly plugin: PluginReport;
}

/** An archive as it was sent. */
export interface Upload {
  readonly bytes: Uint8Array;
  /** The text of its `.minisig`. */
  readonly signatureText?: string;
}

/**
 * What may be done. Each resolves once the server has taken the change up. They take turns, in the order in which they were asked for.
 * All reject with CallError: not_found, conflict, overloaded (too many wait), and those that let a version serve with
 * plugin_refused, which leaves serving what served.
 */
export interface AdminActions {
  list(): Promise<PluginsReport>;
  show(name: string): Promise<PluginReport>;
  /** Adds a version, and tries it out whether or not it is to serve at once. One that cannot serve is taken out again. Fails with invalid_request where the archive holds another plugin. */
  put(name: string, upload: Upload): Promise<ActionResult>;
  /** Takes out one version, or all. */
  remove(name: string, version?: string): Promise<RemovalResult>;
  /** Lets the version with this digest serve, which waits for that. */
  approve(name: string, digest: string): Promise<ActionResult>;
  /** Pins the version before the one that serves, or the one that is named. */
  rollback(name: string, version?: string): Promise<ActionResult>;
  unpin(name: string): Promise<PluginReport>;
}
