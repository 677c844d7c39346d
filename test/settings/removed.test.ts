// A configuration that sets a setting which is gone learns what holds instead.

import { expect } from 'chai';
import { SETTING_BY_PATH } from '../../src/settings/settings.ts';
import { REMOVED } from '../../src/settings/table/removed.ts';
import { loadValues, problemsOf } from './config-folder.ts';
import { nestedAt } from './nested.ts';

describe('a setting that is gone', () => {
  for (const [path, instead] of Object.entries(REMOVED)) {
    it(`is refused with what holds instead: ${path}`, () => {
      const line = `${path}: it is no setting any more: ${instead} → remove it`;
      const problems = problemsOf(loadValues(nestedAt(path, 1)));
      expect(problems.map((problem) => problem.replace(/^\S+ /, ''))).to.deep.equal([line]);
    });
  }

  it('is not in the table', () => {
    for (const path of SETTING_BY_PATH.keys()) expect(REMOVED).not.to.have.property(path);
  });
});
