// What each API gets, for hundreds of schemas at random; for thousands at night.

import { describeApis } from './apis.ts';

describeApis(300);
