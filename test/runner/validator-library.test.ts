// Which validators a changed RegExp.prototype could deceive.

import { expect } from 'chai';
import { compileSchemas } from '../../src/runner/schema-compile.ts';
import { usesRegExp } from '../../src/runner/validator-library.ts';
