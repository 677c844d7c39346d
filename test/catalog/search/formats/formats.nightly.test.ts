// The definitions for each API, for thousands of schemas at random; see apis.ts and narrowing.ts.

import { describeApis } from './apis.ts';
import { describeNarrowing } from './narrowing.ts';

describeApis(5_000);
describeNarrowing(2_000);
