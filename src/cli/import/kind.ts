// What a kind of import is. The kinds are listed in kinds.ts.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import type { CommandContext, FlagUsage } from '../common/command.ts';

/** What a kind has made: an ordinary plugin, not written yet. */
export interface ImportedPlugin {
  readonly manifest: Manifest;
  /** Path in the plugin's folder → content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** What was left out or guessed, for a person. */
  readonly notes: readonly string[];
  /** Further lines of the report, such as what the original costs in tokens. */
  readonly lines: readonly string[];
  /** Further members of the report as JSON. */
  readonly report: Readonly<Record<string, unknown>>;
}

export interface ImportRequest {
  /** What the command line names, without the kind. */
  readonly word: string;
  /** `--as`; the kind finds a name if it is absent. */
  readonly pluginName: string | undefined;
  readonly context: CommandContext;
}

export interface ImportKind {
  /** As in `toolcell import openapi …` and `openapi:…`, and in `importedFrom` of the manifest. */
  readonly name: string;
  /** In words, as in "the description of an API". */
  readonly meaning: string;
  /** Flags that this kind heeds, beside those of every import. Two kinds may share one. */
  readonly flags: Readonly<Record<string, FlagUsage>>;
  /** Why the word looks like this kind, as in `a file with "openapi" in it`; undefined if it does not. Opens no more than the start of a file. */
  recognise(word: string, cwd: string): string | undefined;
  /** Makes the plugin. Rejects with CommandFailed or ImportRefused. */
  run(request: ImportRequest): Promise<ImportedPlugin>;
}

/** A reason why nothing is written, and what to do. Both may hold text of a stranger. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly reason: string;
  readonly hint: string;

  constructor(reason: string, hint: string) {
    super(`${reason} → ${hint}`);
    this.reason = reason;
    this.hint = hint;
  }
}
