// `assert/strict` of Node. Runs inside the isolate, as part of the packed entry.

import assert from './assert.ts';

export default assert.strict;
