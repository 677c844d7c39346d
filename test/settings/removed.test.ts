// A configuration that sets a setting which is gone learns what holds instead.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { SETTING_BY_PATH } from '../../src/settings/settings.ts';
import REMOVED from '../../src/settings/table/removed.json' with { type: 'json' };
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

  it('is found in the limits of a plugin, a tool and a rule, too', () => {
    for (const path of ['plugins.overrides.a.limits', 'plugins.overrides.a.tools.b.limits', 'access.rules.a.limits'])
      expect(problemsOf(loadValues(nestedAt(`${path}.resultDepth`, 1))).join()).to.contain(
        REMOVED['limits.resultDepth'],
      );
  });

  it('is named nowhere else', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const places = globSync('{src,bench,ops,scripts,examples}/**/*.{ts,json,yml,md}', { cwd: root });
    expect(places.length).to.be.greaterThan(500);
    // Some limits are gone as settings only.
    const names = Object.keys(REMOVED).filter((path) => path.includes('.') && !path.startsWith('limits.'));
    const faults = places
      .filter((place) => !/node_modules|table\/removed\.json$/.test(place))
      .flatMap((place) => {
        const words = new Set(readFileSync(join(root, place), 'utf8').match(/\b\w+(?:\.\w+)+\b/g));
        return names.filter((name) => words.has(name)).map((name) => `${place}: ${name}`);
      });
    expect(faults).to.deep.equal([]);
  });

  it('is not in the table', () => {
    for (const path of SETTING_BY_PATH.keys()) expect(REMOVED).not.to.have.property(path);
  });
});
