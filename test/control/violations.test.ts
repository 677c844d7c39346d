// Tests the violations that a caller gets, and which claims of a runner are dropped.

import { expect } from 'chai';
import { argumentViolations, resultViolations, summaryOf } from '../../src/control/violations.ts';

const ARGUMENTS = JSON.stringify({ input: 5, to: 'snek', extra: 1, list: [{ nmae: 'x' }], 'a/b': { '~c': true } });

const told = (...claims: readonly unknown[]) => argumentViolations(JSON.stringify(claims), ARGUMENTS);

describe('violations of arguments', () => {
  it('name what is expected and what is there', () => {
    expect(
      told({ path: '/input', keyword: 'type', message: 'x', expected: ['string', 'null'], got: 'object' }),
    ).to.deep.equal([
      {
        path: '/input',
        message: 'must be a string or null, but is a number',
        expected: ['string', 'null'],
        got: 'number',
      },
    ]);
  });

  it('list what is allowed, and the name that was probably meant', () => {
    expect(told({ path: '/to', keyword: 'enum', message: 'x', allowed: ['camel', 'snake'] })).to.deep.equal([
      { path: '/to', message: 'must be one of "camel", "snake"', got: 'string', allowed: ['camel', 'snake'] },
    ]);
    const [surplus] = told({
      path: '/list/0/nmae',
      keyword: 'additionalProperties',
      message: 'x',
      allowed: ['name', 'age'],
    });
    expect(surplus).to.deep.equal({
      path: '/list/0/nmae',
      message: 'is not a member that is known here; did you mean "name"? Known are "name", "age"',
      got: 'string',
      allowed: ['name', 'age'],
      didYouMean: 'name',
    });
  });

  it('have the path of a member that is missing', () => {
    expect(told({ path: '/list/0/name', keyword: 'required', message: 'x', expected: ['string'] })).to.deep.equal([
      { path: '/list/0/name', message: 'is missing: a string', expected: ['string'] },
    ]);
    expect(told({ path: '/a~1b/~0d', keyword: 'required', message: 'x' })[0]?.path).to.equal('/a~1b/~0d');
  });

  it('are summed up in a sentence that names the arguments', () => {
    const text = summaryOf(
      [
        { path: '', message: 'must have 2 members' },
        { path: '/to', message: 'is missing' },
      ],
      'input',
    );
    expect(text).to.equal('the arguments must have 2 members; /to is missing.');
    const many = Array.from({ length: 9 }, () => ({ path: '/a', message: 'is missing' }));
    expect(summaryOf(many, 'output')).to.match(/; and 4 more, see "violations"\.$/);
  });

  const LIES: Readonly<Record<string, unknown>> = {
    'a type that it has': { path: '/to', keyword: 'type', message: 'x', expected: ['string'] },
    'a whole number that it is': { path: '/input', keyword: 'type', message: 'x', expected: ['integer'] },
    'a value that is allowed': { path: '/to', keyword: 'enum', message: 'x', allowed: ['snek'] },
    'a constant that it is': { path: '/extra', keyword: 'const', message: 'x', allowed: [1] },
    'a member that is there': { path: '/input', keyword: 'required', message: 'x' },
    'a missing member of a value that is no object': { path: '/input/x', keyword: 'required', message: 'x' },
    'a surplus member that is not there': { path: '/other', keyword: 'additionalProperties', message: 'x' },
    'a surplus member that is known': { path: '/to', keyword: 'additionalProperties', message: 'x', allowed: ['to'] },
    'a place that is not there': { path: '/list/7', keyword: 'minimum', message: 'x' },
    'a member of every object': { path: '/constructor', keyword: 'type', message: 'x', expected: ['string'] },
    'no path': { keyword: 'type', message: 'x' },
    'a path that is too long': { path: `/${'x'.repeat(1_000)}`, keyword: 'required', message: 'x' },
    'nothing at all': null,
  };
  for (const [what, claim] of Object.entries(LIES))
    it(`are not believed for ${what}`, () => expect(told(claim)).to.deep.equal([]));

  it('are empty if the claims are no list, or no JSON', () => {
    for (const text of ['', '{}', 'null', '[', '"x"']) expect(argumentViolations(text, ARGUMENTS)).to.deep.equal([]);
    const far = { path: '/x', keyword: 'required', message: 'x' };
    expect(argumentViolations(JSON.stringify([far]), 'no JSON')).to.deep.equal([]);
  });

  it('pass on only short texts, known types and plain values', () => {
    const claim = {
      path: '/to',
      keyword: 'format',
      message: 'm'.repeat(10_000),
      expected: ['string', 'constructor', 5, {}],
      allowed: ['v'.repeat(10_000), { deep: [] }, [1]],
      got: 'toString',
      more: 'x',
    };
    const [violation] = resultViolations(JSON.stringify([claim]));
    expect(Object.keys(violation ?? {})).to.have.members(['path', 'message', 'expected', 'allowed']);
    expect(violation?.expected).to.deep.equal(['string']);
    expect(violation?.allowed).to.deep.equal(['v'.repeat(300)]);
    expect(violation?.message).to.have.lengthOf(300);
    expect(resultViolations(JSON.stringify(Array.from({ length: 500 }, () => claim)))).to.have.lengthOf(21);
  });
});
