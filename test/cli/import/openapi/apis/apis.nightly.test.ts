// All descriptions of APIs that others wrote, and the page that tells of them.

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { skipWithout } from '../../../../support/skip.ts';
import { judge } from './judge.ts';
import { OTHERS_APIS, type OthersApi } from './list.ts';
import { PAGE, pageOf } from './page.ts';
import { noApiPeers } from './peers.ts';
import { type Proof, proofOf } from './prove.ts';

describe('descriptions of APIs that others wrote', function () {
  this.timeout(900_000);
  const found: (readonly [OthersApi, Proof])[] = [];
  before(function () {
    skipWithout(this, 'imported APIs against a mock that others wrote', noApiPeers());
  });

  for (const api of OTHERS_APIS)
    it(`${api.name}: each tool answers, and nothing else is reached`, async () => {
      const proof = await proofOf(api);
      found.push([api, proof]);
      judge(api, proof);
    });

  it('are what docs/imported-apis.md says', () => {
    expect(found).to.have.length(OTHERS_APIS.length);
    expect(readFileSync(PAGE, 'utf8'), 'node test/cli/import/openapi/apis/write.ts').to.equal(pageOf(found));
  });
});
