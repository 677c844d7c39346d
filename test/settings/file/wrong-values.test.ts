// Every row of the table refuses what it cannot take, with the place, what is wrong and what to do. The cases are made from the table.

import { expect } from 'chai';
import { SETTINGS_SECTION } from '../../../src/settings/settings.ts';
import { type Entry, isSetting, rangeOf, type Section, type Setting } from '../../../src/settings/table/setting.ts';
import { loadText, problemsOf } from '../config-folder.ts';
import { nestedAt } from '../nested.ts';

/** A value, and the problem at it: behind the path, or behind the path of an item or a name. */
type Case = readonly [value: unknown, problem: string, inner?: string];

interface Row {
  readonly path: string;
  readonly entry: Entry;
}

/** A control character, which no form has. */
const UNPRINTABLE = '\u0001';
const NOT_A_GROUP: Case = [1, '1 is not a group of settings → write it in { and }'];

/** Every section and every setting, those inside maps under a name that the map takes. */
function* rowsIn(section: Section, prefix = ''): Generator<Row> {
  for (const [name, entry] of Object.entries(section)) yield* rowsOf(entry, prefix + name);
}

function* rowsOf(entry: Entry, path: string): Generator<Row> {
  yield { path, entry };
  if (!isSetting(entry)) yield* rowsIn(entry, `${path}.`);
  else if (entry.type === 'map') {
    const name = ['sample', 'SAMPLE'].find((each) => new RegExp(entry.keyForm.pattern).test(each));
    yield* rowsOf(entry.each, `${path}.${name}`);
  }
}

const casesOf = (entry: Entry): readonly Case[] => (isSetting(entry) ? settingCases(entry) : [NOT_A_GROUP]);

const settingCases = (setting: Setting): readonly Case[] => {
  switch (setting.type) {
    case 'integer': {
      const { min, max } = setting;
      const whole = `is not a whole number → set it to a whole number, ${min} to ${max}`;
      const off = min === 1 ? '; no value turns it off' : '';
      return [
        [null, `null ${whole}`],
        [[min], `[${min}] ${whole}`],
        ['many', `"many" ${whole}`],
        [min + 0.5, `${min + 0.5} ${whole}`],
        [String(max), `"${max}" is a text, not a number → write ${max} without quotes`],
        [min - 1, `${min - 1} is below ${min} → set it to ${min} or more${off}`],
        [-1, `-1 is below ${min} → set it to ${min} or more${min > 0 ? '; no value turns it off' : ''}`],
        [max + 1, `${max + 1} is above ${max} → set it to ${max} or less`],
      ];
    }
    case 'string': {
      const shown = setting.form.isHidden ? 'the value' : JSON.stringify(UNPRINTABLE);
      return [
        [1, `1 is not a text → write ${setting.form.words}, in quotes`],
        [UNPRINTABLE, `${shown} does not have the right form → write ${setting.form.words}`],
      ];
    }
    case 'choice': {
      const [longest = ''] = setting.values.toSorted((one, other) => other.length - one.length);
      return [
        [3, `3 is not one of its values → set it to ${rangeOf(setting)}`],
        ['&&&&&&&&', `"&&&&&&&&" is not one of its values → set it to ${rangeOf(setting)}`],
        [longest.slice(0, -1), `"${longest.slice(0, -1)}" is not one of its values → did you mean "${longest}"?`],
      ];
    }
    case 'boolean':
      return [
        ['true', '"true" is not true or false → write true or false, without quotes'],
        [1, '1 is not true or false → write true or false, without quotes'],
      ];
    case 'switches':
      return [
        ['true', '"true" is not true or false → write true or false, without quotes'],
        [
          [3],
          `3 is not one of its values → set it to ${setting.values.map((each) => `"${each}"`).join(' or ')}`,
          '[0]',
        ],
      ];
    case 'list':
      return [
        ['one', '"one" is not a list → write it in [ and ]'],
        [[1], `1 is not a text → write ${setting.form.words}, in quotes`, '[0]'],
        [
          [UNPRINTABLE],
          `${JSON.stringify(UNPRINTABLE)} does not have the right form → write ${setting.form.words}`,
          '[0]',
        ],
        [
          Array(setting.maxItems + 1).fill(UNPRINTABLE),
          `${setting.maxItems + 1} items are above ${setting.maxItems} → keep ${setting.maxItems} or fewer`,
        ],
      ];
    case 'map':
      return [NOT_A_GROUP, [{ '#': 1 }, `this is not a ${setting.keyWord} → write ${setting.keyForm.words}`, '["#"]']];
  }
};

/** The column of the value, or of the first thing inside it. */
const columnOf = (text: string, path: string, value: unknown, isInside: boolean): number =>
  text.length - path.split('.').length - JSON.stringify(value).length + (isInside ? 2 : 1);

const ROWS = [...rowsIn(SETTINGS_SECTION)];

describe('every row of the table', () => {
  for (const { path, entry } of ROWS) {
    it(`refuses what it cannot take: ${path}`, () => {
      for (const [value, problem, inner = ''] of casesOf(entry)) {
        const text = JSON.stringify(nestedAt(path, value));
        const where = `sandbox.config.json:1:${columnOf(text, path, value, inner !== '')}`;
        expect(problemsOf(loadText(text))).to.include(`${where} ${path}${inner}: ${problem}`);
      }
    });

    it(`has no neighbour of nearly its name: ${path}`, () => {
      const outer = path.slice(0, path.lastIndexOf('.') + 1);
      const name = path.slice(outer.length);
      if (name.toLowerCase() === 'sample') return;
      const [problem = ''] = problemsOf(loadText(JSON.stringify(nestedAt(`${outer}${name}Q`, 1))));
      expect(problem).to.contain(` ${outer}${name}Q: there is no such setting → `);
      if (name.length > 5) expect(problem).to.match(/→ did you mean \S+\?$/);
    });
  }

  it('is reached, also inside maps', () => {
    const paths = ROWS.map(({ path }) => path);
    for (const path of [
      'limits.cpuMs',
      'server.tls.keyFile',
      'plugins.overrides.sample.tools.sample.limits.cpuMs',
      'secrets.SAMPLE.env',
      'pool.cordons.sample',
    ])
      expect(paths).to.include(path);
  });
});
