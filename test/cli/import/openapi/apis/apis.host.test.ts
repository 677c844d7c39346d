// A sample of the descriptions of APIs that others wrote: one of Swagger 2 in JSON, of OpenAPI 3.0 in YAML, of OpenAPI 3.1. All of them: apis.nightly.test.ts.
// And a few arguments for each form of a request, beside another client; more of them: client-requests.nightly.test.ts.

import { skipWithout } from '../../../../support/skip.ts';
import { describeClientRequests } from './client-requests.ts';
import { judge } from './judge.ts';
import { OTHERS_APIS } from './list.ts';
import { noApiPeers } from './peers.ts';
import { proofOf } from './prove.ts';

const SAMPLE = ['petstore-2', 'uspto', 'train-travel'];

describe('descriptions of APIs that others wrote: a sample', function () {
  this.timeout(300_000);
  before(function () {
    skipWithout(this, 'imported APIs against a mock that others wrote', noApiPeers());
  });

  for (const api of OTHERS_APIS.filter(({ name }) => SAMPLE.includes(name)))
    it(`${api.name}: each tool answers, and nothing else is reached`, async () => judge(api, await proofOf(api)));
});

describeClientRequests(10);
