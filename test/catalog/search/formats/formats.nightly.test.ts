// The definitions for each API, for thousands of schemas at random; see apis.ts and narrowing.ts.

import { describeApis } from './apis.ts';
import { describeNarrowing } from './narrowing.ts';

describeApis(20_000);
describeNarrowing(8_000);
