import { expect } from 'chai';
import fc from 'fast-check';
import { depthOf, lineColumn, offsetOf, pointerOf, walkJson } from '../../../src/shared/text/json-places.ts';

/** Pointers of every key and element, from the value instead of the text. */
const pointersIn = (value: unknown, pointer = ''): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, held]) => {
        const inner = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return [inner, ...pointersIn(held, inner)];
      });

describe('walking JSON text', () => {
  it('visits every value of JSON.parse, in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const visited: string[] = [];
        walkJson(text, (path) => visited.push(pointerOf(path)));
        expect(visited.sort()).to.deep.equal(pointersIn(JSON.parse(text)).sort());
      }),
    );
  });

  it('gives the offset of a place', () => {
    const text = '{\n  "a": [1, {"b/c": "x:\\""}],\n  "d": {}\n}';
    expect(lineColumn(text, offsetOf(text, '/a/1/b~1c'))).to.equal('2:13');
    expect(lineColumn(text, offsetOf(text, '/a/1'))).to.equal('2:12');
    expect(lineColumn(text, offsetOf(text, '/d/missing'))).to.equal('3:3');
    expect(lineColumn(text, offsetOf(text, ''))).to.equal('1:1');
  });

  it('finds a key that is written twice, also with escapes, and not in two objects', () => {
    const repeated: string[] = [];
    walkJson('{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}], "\\u0061": 2}', (path, _, isRepeated) => {
      if (isRepeated) repeated.push(pointerOf(path));
    });
    expect(repeated).to.deep.equal(['/a']);
  });

  it('counts levels up to the given depth', () => {
    expect(depthOf('3', 5)).to.equal(0);
    expect(depthOf('{"a": ["]]][[[", {}]}', 5)).to.equal(3);
    expect(depthOf('['.repeat(1_000_000) + ']'.repeat(1_000_000), 5)).to.equal(6);
  });
});
