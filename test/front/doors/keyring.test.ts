// Finding keys: the answer for each kind of text, and what the time of an answer tells.

import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import { makeKey } from '../../../src/front/doors/api-key.ts';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import type { KeyRecord } from '../../../src/front/doors/key-record.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_DIGITS = 6;

/** A ring of keys, with their texts. */
const ringOf = (count: number) => {
  const issued = Array.from({ length: count }, () => createKey([], { client: 'agent', scopes: [] }, undefined).result);
  const records = issued.map(({ record }) => record);
  return { ring: new Keyring(records), records, keys: issued.map(({ key }) => key) };
};

/** A well-formed key that has all characters of another one but the last of its random ones. */
const almost = (key: string): string => {
  const wrong = ALPHABET.charAt((ALPHABET.indexOf(key.at(-CHECKSUM_DIGITS - 1) as string) + 1) % ALPHABET.length);
  const secret = `${key.slice(0, -CHECKSUM_DIGITS - 1)}${wrong}`;
  let checksum = '';
  for (let rest = crc32(secret); checksum.length < CHECKSUM_DIGITS; rest = Math.floor(rest / ALPHABET.length))
    checksum = ALPHABET.charAt(rest % ALPHABET.length) + checksum;
  return secret + checksum;
};

const ROUNDS = 400;
const FINDS_PER_ROUND = 100;
/** A busy machine may disturb one measurement. A comparison that tells something tells it in each. */
const ATTEMPTS = 5;

/** Searches that are compared have one function, so that both run the same machine code. */
interface Search {
  readonly find: (text: string) => unknown;
  readonly text: string;
}

/** The same text, in one piece of memory. A text that was joined from others is slower to read. */
const inOnePiece = (text: string): string => Buffer.from(text).toString('latin1');

/** The median time of each search, in ns. They take turns in random order, so that disturbances of the machine hit all alike. */
const medianTimes = (searches: readonly Search[]): readonly number[] => {
  const times = searches.map((): number[] => []);
  const timeOnce = (at: number): void => {
    const startMs = performance.now();
    const { find, text } = searches[at] as Search;
    // A result that nobody looks at would let the compiler leave the search out.
    for (let count = 0; count < FINDS_PER_ROUND; count += 1) if (find(text) === undefined) return;
    times[at]?.push(((performance.now() - startMs) * 1e6) / FINDS_PER_ROUND);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = randomInt(searches.length);
    for (let at = 0; at < searches.length; at += 1) timeOnce((first + at) % searches.length);
  }
  return times.map((all) => all.sort((one, other) => one - other)[ROUNDS / 2] as number);
};

/** Compares character by character and stops at the first difference, like `===` on texts would. */
const naive =
  (secret: string) =>
  (guess: string): boolean => {
    for (let at = 0; at < secret.length; at += 1) if (secret.charCodeAt(at) !== guess.charCodeAt(at)) return false;
    return true;
  };

describe('the ring of keys', () => {
  it('finds each key, and tells damaged, unknown and expired ones apart', () => {
    const { ring, records, keys } = ringOf(3);
    for (const [at, key] of keys.entries()) expect(ring.find(key)).to.equal(records[at]);
    const [key = ''] = keys;
    expect(ring.find(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).to.equal('damaged');
    expect(ring.find(almost(key))).to.equal('unknown');
    expect(ring.find(makeKey())).to.equal('unknown');
    expect(ring.find('')).to.equal('unknown');
    const expired = { ...(records[0] as KeyRecord), expiresAt: new Date(1_000).toISOString() };
    expect(new Keyring([expired]).find(key, 999)).to.equal(expired);
    expect(new Keyring([expired]).find(key, 1_000)).to.equal('expired');
  });

  it('takes as long for a guess that is nearly right as for any other', function () {
    this.timeout(60_000);
    const { ring, keys } = ringOf(100);
    const [key = ''] = keys;
    const texts = [almost(key), almost(makeKey())].map(inOnePiece);
    const finds = [(text: string) => ring.find(text), naive(inOnePiece(key))];
    const searches = finds.flatMap((find) => texts.map((text) => ({ find, text })));
    const measured: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [nearNs = 0, farNs = 0, leakyNearNs = 0, leakyFarNs = 0] = medianTimes(searches);
      const [ratio, leakyRatio] = [nearNs / farNs, leakyNearNs / leakyFarNs];
      // The same measurement does find the difference of a comparison that stops early.
      if (leakyRatio > 1.5 && ratio > 0.85 && ratio < 1.15) return;
      measured.push(`${ratio.toFixed(2)}, and ${leakyRatio.toFixed(2)} of a naive comparison`);
    }
    expect.fail(measured.join('; '));
  });

  it('takes as long among 10,000 keys as among 10', function () {
    this.timeout(60_000);
    const few = ringOf(10);
    const many = ringOf(10_000);
    const guess = makeKey();
    const searches = [few, many].map(({ ring }) => ({ find: (text: string) => ring.find(text), text: guess }));
    const [fewNs = 0, manyNs = 0] = medianTimes(searches);
    expect(manyNs / fewNs).to.be.within(0.6, 1.6);
  });
});
