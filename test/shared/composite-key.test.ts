// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of code
// Keys of several parts: equal only for equal parts, and made in one way.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { compositeKey } from '../../src/shared/text/composite-key.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'packages/client/src', 'packages/plugin/src'];

const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name)),
);

/** A template with at least two parts, and a list that is joined. */
const TEMPLATE = String.raw`\u0060[^\u0060\n]*\$\{[^\u0060\n]*\$\{[^\u0060\n]*\u0060`;
const JOINED = String.raw`(?:${TEMPLATE}|[^;\n]*\.join\('[^']{0,3}'\))`;
const KEY_PLACES: readonly RegExp[] = [
  // What maps and sets are asked for, or given.
  new RegExp(String.raw`\.(?:get|has|delete)\(\s*${JOINED}`, 'g'),
  new RegExp(String.raw`\.(?:set|add)\(\s*${TEMPLATE}`, 'g'),
  // What is named a key, and functions that make one.
  new RegExp(
    String.raw`\b(?:const|let)\s+\w*(?:key|Key|[Cc]laim)(?:Of|For)?\b[^=\n]*=\s*(?:[^;\n]*=>\s*)?${JOINED}`,
    'g',
  ),
  new RegExp(String.raw`\bkey:\s*${JOINED}`, 'g'),
  // Groups, and entries of maps and sets.
  new RegExp(String.raw`\bgroupBy\([^;()]*,\s*\(?[^;()]*\)?\s*=>\s*${JOINED}`, 'g'),
  new RegExp(String.raw`new (?:Map|Set)\([^;\n]*=>\s*\[?\s*${TEMPLATE}`, 'g'),
];

/** File → why its joined key cannot be forged. */
const HELD_OTHERWISE: Readonly<Record<string, string>> = {
  'src/control/capabilities/store/redis.ts':
    'the namespace is made of encoded names, and each part is one of four words',
  'src/cli/pack/free-names.ts': 'the author’s own files, in a report for their author',
  'src/settings/live/live-config.ts': 'the names of two settings, in a sentence for the operator',
};

const joinedKeysIn = (text: string): readonly string[] =>
  KEY_PLACES.flatMap((place) => [...text.matchAll(place)].map(([found]) => found));

const parts = fc.array(
  fc.oneof(fc.string(), fc.constantFrom('', ' ', '/mcp/sets/a', '"', '\\', '","', '\0'), fc.integer()),
  {
    maxLength: 4,
  },
);

describe('a key of several parts', () => {
  it('is equal only for equal parts', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const areEqual = JSON.stringify(one) === JSON.stringify(other);
        expect(compositeKey(...one) === compositeKey(...other)).to.equal(areEqual);
      }),
    );
    // The same texts, cut at another place.
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (start, middle, end) => {
        expect(compositeKey(start, middle + end)).not.to.equal(compositeKey(start + middle, end));
        for (const separator of [' ', ':', '/', ',', '\0', '\n', '","'])
          expect(compositeKey(start + separator + middle, end)).not.to.equal(
            compositeKey(start, middle + separator + end),
          );
      }),
    );
  });

  it('is never made with a separator', () => {
    const found = FILES.flatMap((file) => {
      const path = relative(ROOT, file);
      return path in HELD_OTHERWISE ? [] : joinedKeysIn(readFileSync(file, 'utf8')).map((key) => `${path}: ${key}`);
    });
    expect(found).to.deep.equal([]);
  });

  it('with a separator is found wherever keys stand', () => {
    for (const line of [
      'this.#known.get(`${token} ${part}`)',
      'known.has(`${line}:${column}`)',
      "known.has([member, value].join(' '))",
      'const key = `${name} ${value}`;',
      'const keyOf = ({ tool, owner }: Name): string => `${owner} ${tool}`;',
      "const key = rules.map(({ at }) => at).join(' ');",
      '({ key: `${quota} ${budget}` })',
      'Map.groupBy(runners, (runner) => `${runner.state} ${runner.cordon}`)',
      'new Map(found.map((one) => [`${one.where} ${one.finding}`, one]))',
    ])
      expect(joinedKeysIn(line), line).to.have.length.greaterThan(0);
    for (const line of [
      'const key = compositeKey(one, other);',
      'known.get(`#${anchor}`)',
      'const text = `${a} ${b}`;',
    ])
      expect(joinedKeysIn(line), line).to.have.length(0);
  });
});
