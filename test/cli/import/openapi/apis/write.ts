// Writes docs/imported-apis.md: node test/cli/import/openapi/apis/write.ts

import { writeFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { judge } from './judge.ts';
import { OTHERS_APIS } from './list.ts';
import { PAGE, pageOf } from './page.ts';
import { proofOf } from './prove.ts';

const AT_ONCE = 3;

const limit = pLimit(AT_ONCE);
const found = await Promise.all(
  OTHERS_APIS.map((api) =>
    limit(async () => {
      const proof = await proofOf(api);
      judge(api, proof);
      console.log(`Proved ${api.name}: ${proof.tools} tools.`);
      return [api, proof] as const;
    }),
  ),
);
writeFileSync(PAGE, pageOf(found));
console.log('Wrote docs/imported-apis.md.');
process.exit(0);
