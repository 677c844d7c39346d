#!/usr/bin/env node
// The `toolcell` command. A checkout runs its sources, even after a build; the published package has JavaScript made of them and no sources.

import { existsSync } from 'node:fs';

const inCheckout = new URL('../src/toolcell.js', import.meta.url);
await import(existsSync(inCheckout) ? inCheckout.href : new URL('../dist/toolcell.js', import.meta.url).href);
