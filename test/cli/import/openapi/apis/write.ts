// Writes docs/imported-apis.md: node test/cli/import/openapi/apis/write.ts

import { writeFileSync } from 'node:fs';
import { judge } from './judge.ts';
import { OTHERS_APIS, type OthersApi } from './list.ts';
import { PAGE, pageOf } from './page.ts';
import { type Proof, proofOf } from './prove.ts';

const found: (readonly [OthersApi, Proof])[] = [];
for (const api of OTHERS_APIS) {
  const proof = await proofOf(api);
  judge(api, proof);
  found.push([api, proof]);
  console.log(`Proved ${api.name}: ${proof.tools} tools.`);
}
writeFileSync(PAGE, pageOf(found));
console.log('Wrote docs/imported-apis.md.');
process.exit(0);
