// The tools of plugins as rules see them. Front process and command line; pure.

import type { Tool } from './rule.ts';

/** The parts of a manifest that rules can ask about. */
export interface RuledManifest {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly annotations?: object | undefined }[];
}

export const toolsOf = (manifests: readonly RuledManifest[]): readonly Tool[] =>
  manifests.flatMap((manifest) =>
    manifest.tools.map(({ name, annotations = {} }) => ({
      toolName: name,
      pluginName: manifest.name,
      annotations: { ...annotations },
    })),
  );
