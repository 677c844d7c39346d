// The kinds of things that `toolcell import` makes plugins of. A further kind is one entry here, and a folder beside this file. Decision 0065.

import type { ImportKind } from './kind.ts';
import { npmKind } from './npm/kind.ts';
import { openApiKind } from './openapi/kind.ts';
import { registryKind } from './registry/kind.ts';

export const IMPORT_KINDS: readonly ImportKind[] = [npmKind, registryKind, openApiKind];
