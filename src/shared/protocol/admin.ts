// Types of the admin API: how an operator's program manages the plugins of a running server. `src/front/http/` takes the requests, `src/catalog/`
// carries them out, both in the front process.

import type { CallSignal } from './call.ts';
import type { FreshState } from './fresh-state.ts';
import type { Refusal } from './program.ts';

export interface ServingVersion {
  readonly version: string;
  /** `sha256-<hex>` over the bundle's content. */
  readonly digest: string;
  /** Its file or folder in the plugins folder. */
  readonly bundle: string;
  readonly tools: readonly string[];
  /** How its calls get fresh state, and why this mode was chosen. */
  readonly freshState: { readonly mode: FreshState; readonly reason: string };
  /** False if it is listed and will be inspected before its first call. */
  readonly isTriedOut: boolean;
  /** Its requested capabilities, and how much of each is granted. */
  readonly capabilities: readonly CapabilityRequest[];
  /** True if its tools are not listed to agents because it waits for a grant (unless `plugins.listUngranted`). */
  readonly waitsForGrants: boolean;
  /** Absent if every requested capability is granted. */
  readonly missing?: GrantSuggestion;
}

export interface CapabilityRequest {
  /** In words: `fetch GET https://api.example.com/v1/*`. The plugin's text. */
  readonly capability: string;
  /** `in part`: some of the origins that a pattern stands for are granted. */
  readonly state: 'granted' | 'in part' | 'not granted';
  /** For `fetch`: only the origin, or the pattern of origins. */
  readonly origin?: string;
  /** The manifest says that its tools work without this capability. */
  readonly isOptional?: boolean;
}

/** How an operator grants what is missing. */
export interface GrantSuggestion {
  /** `toolcell grant weather` */
  readonly command: string;
  /** Members for sandbox.config.json: all grants of the plugin, in one block. */
  readonly config: Readonly<Record<string, object>>;
}

/** One difference of a version from the version accepted before. All texts are the plugin's. */
export interface VersionChange {
  /** JSON pointer after the name of the tool, such as `summarizeText /inputSchema/properties/text`; or a field of the plugin. */
  readonly where: string;
  readonly before?: string;
  readonly after?: string;
  /** True if it changes what agents read, or requests more than before. */
  readonly isWidening: boolean;
}

export interface StandbyVersion {
  readonly version: string;
  readonly digest: string;
  readonly bundle: string;
  readonly cause: string;
  /** Its changes, if it waits for approval. */
  readonly changes: readonly VersionChange[];
  /** Warnings about the texts that agents would read. Only in the report on one plugin, for a version that waits for approval. */
  readonly warnings?: readonly PluginWarning[];
}

/** A bundle that cannot serve, and why. */
export interface RefusedBundle extends Refusal {
  readonly bundle: string;
  /** The version of the same plugin that still serves. */
  readonly stillServes?: string;
}

/** A text or schema that would confuse an agent, or that an agent should not read. */
export interface PluginWarning {
  readonly level: 'warning' | 'note';
  /** JSON pointer into plugin.json, its unusual characters escaped; `""` for the whole file. */
  readonly where: string;
  /** The tool that the warning is about, if it is about one. */
  readonly tool?: string;
  readonly finding: string;
  readonly hint: string;
}

export interface PluginReport {
  readonly name: string;
  readonly serving: ServingVersion | null;
  /** The version that alone may serve, if the operator pinned one. */
  readonly pinned?: string;
  readonly standby: readonly StandbyVersion[];
  readonly refused: readonly RefusedBundle[];
  readonly warnings: readonly PluginWarning[];
}

export interface PluginsReport {
  readonly plugins: readonly PluginReport[];
  /** Refused bundles whose plugin is not known. */
  readonly refused: readonly RefusedBundle[];
}

/** The result of an action: the version, its new state, and a report on the whole plugin after the action. */
export interface ActionResult {
  readonly version: string;
  readonly digest: string;
  readonly state: 'serving' | 'waits for approval' | 'waits for grants' | 'standby';
  /** False if the action changed nothing. */
  readonly isNew: boolean;
  readonly plugin: PluginReport;
}

/** What an import made, beside the result of its upload. The texts are those of `toolcell import`, and may hold a stranger's. */
export interface ImportResult extends ActionResult {
  readonly imported: {
    /** What the plugin was made from, as in its manifest. */
    readonly from: object;
    /** What was left out or guessed. */
    readonly notes: readonly string[];
  };
}

/** What is to be imported. */
export interface ImportOrder {
  /** `npm:@scope/name@1.2.3`, or the address of a description of an API. */
  readonly what: string;
  /** Flag of `toolcell import`, without dashes → its value. */
  readonly flags: ReadonlyMap<string, string>;
  /** Ends the import: nobody waits for it any more. */
  readonly signal: CallSignal;
  /** Hears a line whenever the import begins its next part. */
  readonly onProgress: (line: string) => void;
}

/** The removed bundles, and a report on the plugin after the removal. */
export interface RemovalResult {
  readonly removed: readonly { readonly version: string; readonly digest: string; readonly bundle: string }[];
  readonly plugin: PluginReport;
}

/** What a running server does. */
export interface ServerReport {
  readonly configuration: {
    /** `refused`: the file on disk is, with each of these problems; the one before it stays in force, and a restart would fail. */
    readonly state: 'in force' | 'refused';
    readonly problems: readonly string[];
    /** Settings that were changed and need a restart. */
    readonly waitsForRestart: readonly string[];
  };
  /** Why calls cannot work; empty if they can. */
  readonly unready: readonly string[];
  /** Cordons (a plugin, if none was configured for it) that lost too many runners, with the milliseconds until their calls run again. */
  readonly paused: readonly { readonly cordon: string; readonly retryAfterMs: number }[];
  /** Settings that name a plugin, tool or origin that does not exist. */
  readonly idleSettings: readonly string[];
  readonly callsInFlight: number;
  readonly callsQueued: number;
}

export interface Upload {
  readonly bytes: Uint8Array;
  /** The text of its `.minisig`. */
  readonly signatureText?: string;
}

/**
 * The actions. Each resolves after the server has applied the change. They run one after the other, in the order of the requests.
 * All reject with CallError: not_found, conflict, overloaded (too many are queued). Actions that let a version serve also reject with
 * plugin_refused; what served before then goes on serving.
 */
export interface AdminActions {
  list(): Promise<PluginsReport>;
  show(name: string): Promise<PluginReport>;
  /** Adds and inspects a version, even if it will not serve at once; removes it if it cannot. Fails with invalid_request for another plugin's archive. */
  put(name: string, upload: Upload): Promise<ActionResult>;
  /**
   * Makes a plugin of a package or an API as `toolcell import` does, and adds it as {@link put} does. Takes minutes. Fails with forbidden if no setting
   * allows it, invalid_request for what the command cannot read, plugin_refused for what cannot be a plugin, overloaded while another import runs.
   */
  import(name: string, order: ImportOrder): Promise<ImportResult>;
  /** Removes one version, or all of them. */
  remove(name: string, version?: string): Promise<RemovalResult>;
  /** Lets the version with this digest serve, which waits for approval. */
  approve(name: string, digest: string): Promise<ActionResult>;
  /** Pins the given version, or else the one before the version that serves. */
  rollback(name: string, version?: string): Promise<ActionResult>;
  unpin(name: string): Promise<PluginReport>;
}
