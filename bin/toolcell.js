#!/usr/bin/env node
// The `toolcell` command. A checkout runs its sources, even after a build. The published package has only JavaScript built from them.

import { existsSync } from 'node:fs';

const inCheckout = new URL('../src/toolcell.js', import.meta.url);
await import(existsSync(inCheckout) ? inCheckout.href : new URL('../dist/toolcell.js', import.meta.url).href);
