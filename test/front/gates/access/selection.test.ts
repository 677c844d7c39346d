// Selections: which tools they mean, and that equal ones share what is made for them, whatever others ask for.

import { expect } from 'chai';
import { Selections } from '../../../../src/front/gates/access/selection.ts';
import type { Selection } from '../../../../src/shared/protocol/selection.ts';
import { toolOf } from './world.ts';

const NAMES = ['getUser', 'setUser', 'getItem'];
const TOOLSETS = { users: { tools: ['*User'] } };
const TOOLS = new Map(NAMES.map((name) => [name, toolOf(name)]));

describe('selections', () => {
  let selections: Selections;
  beforeEach(() => {
    selections = new Selections(
      () => TOOLSETS,
      () => TOOLS,
    );
  });

  const namesIn = (selection: Selection): ReadonlySet<string> | undefined => selections.namesFor(selection, undefined);

  it('have the same set if they mean the same tools, however they say it', () => {
    const set = namesIn({ tools: ['get*'] });
    expect([...(set ?? [])]).to.deep.equal(['getUser', 'getItem']);
    for (let number = 0; number < 1_000; number += 1) expect(namesIn({ tools: ['get*', `a${number}`] })).to.equal(set);
    expect(namesIn({ tools: ['*User'] })).to.equal(namesIn({ set: 'users' }));
    expect(namesIn({ set: 'others' })).to.equal(undefined);
  });

  it('are found again if they were forgotten', () => {
    const set = namesIn({ tools: ['setUser'] });
    for (let number = 0; number < 1_000; number += 1) namesIn({ tools: ['get*', `a${number}`] });
    expect(namesIn({ tools: ['setUser'] })).to.deep.equal(set);
  });
});
