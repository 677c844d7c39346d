// Hundreds of schemas that are made strict; thousands at night.

import { describeNarrowing } from './narrowing.ts';

describeNarrowing(150);
