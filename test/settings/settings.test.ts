// The table of settings is consistent.

import { expect } from 'chai';
import { HTTP_BOUNDS } from '../../src/front/http/bounds.ts';
import { LIMIT_NAMES } from '../../src/settings/limits.ts';
import { DEFAULT_PATHS } from '../../src/settings/load/paths.ts';
import { RELATIONS } from '../../src/settings/load/relations.ts';
import { SETTING_BY_PATH, SETTINGS } from '../../src/settings/settings.ts';
import { FIXED_LIMITS } from '../../src/shared/protocol/limits.ts';
import { accepted, loadNothing, loadValues } from './config-folder.ts';
import { nestedAt } from './nested.ts';

const numbers = [...SETTING_BY_PATH].flatMap(([path, setting]) =>
  setting.type === 'integer' ? [{ path, setting }] : [],
);

describe('the table of settings', () => {
  it('has hardly more than a hundred settings: each is one more to understand', () => {
    expect(SETTING_BY_PATH.size).to.be.at.most(107);
  });

  it('gives every setting one sentence of meaning and one of reason', () => {
    for (const [path, { meaning, reason }] of SETTING_BY_PATH) {
      expect(meaning, path).to.match(/^[`A-Z].{10,}\.$/);
      expect(reason, path).to.match(/^[`A-Z].{10,}\.$/);
      expect(meaning, path).not.to.match(/\. [A-Z]/);
    }
  });

  it('has defaults inside their ranges', () => {
    for (const { path, setting } of numbers) {
      expect(setting.default, path).to.be.within(setting.min, setting.max);
      expect(Number.isSafeInteger(setting.default), path).to.equal(true);
    }
  });

  it('has no number whose 0 could mean "off", since only ports and a wait may be 0', () => {
    expect(numbers.filter(({ setting }) => setting.min < 1).map(({ path }) => path)).to.deep.equal([
      'server.port',
      'server.unreadyMs',
      'metrics.port',
    ]);
  });

  it('keeps times below the longest time of a timer', () => {
    for (const { path, setting } of numbers.filter(({ path }) => path.endsWith('Ms'))) {
      expect(setting.max, path).to.be.below(2 ** 31);
    }
  });

  it('has relations only between existing settings, whose defaults fit', () => {
    for (const { low, high, room = 0 } of RELATIONS) {
      const [lower, upper] = [SETTING_BY_PATH.get(low)?.default, SETTING_BY_PATH.get(high)?.default];
      expect(Number(lower) + room, `${low} to ${high}`).to.be.at.most(Number(upper));
    }
  });

  it('allows no body and no result that one address or plugin could not hold', () => {
    const half = HTTP_BOUNDS.heldBytes / 2;
    expect(SETTINGS.server.bodyBytes.max).to.be.at.most(half);
    expect(SETTINGS.limits.resultBytes?.max).to.be.at.most(half);
  });

  it('is the configuration if there is no file', () => {
    const { values, sources, config } = accepted(loadNothing());
    for (const [path, setting] of SETTING_BY_PATH) {
      expect(sources[path], path).to.equal('default');
      if (!DEFAULT_PATHS.some((known) => known === path)) expect(values[path], path).to.deep.equal(setting.default);
    }
    expect([...Object.keys(config.limits), ...Object.keys(FIXED_LIMITS)]).to.deep.equal(LIMIT_NAMES);
    expect(config.server.host).to.equal('127.0.0.1');
  });

  it('accepts the ends of the range of every number', () => {
    for (const { path, setting } of numbers)
      for (const value of [setting.min, setting.max]) {
        const loaded = loadValues(nestedAt(path, value));
        const own = loaded.ok ? [] : loaded.problems.filter((line) => / (below|above) \d+ → set it/.test(line));
        expect(own, path).to.deep.equal([]);
      }
  });
});
