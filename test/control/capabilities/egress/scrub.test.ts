// Scrubbing at its edges: windows, overlaps, values that make looking hard.

import { expect } from 'chai';
import { scrubber } from '../../../../src/control/capabilities/egress/scrub.ts';

const VALUE = 'sk-abcdef0123456789';

const scrub = (text: string, ...secrets: readonly (readonly [string, string])[]): string => {
  const clean = scrubber(secrets.length > 0 ? secrets : [['KEY', VALUE]]);
  return (clean?.scrub(Buffer.from(text, 'latin1')) ?? Buffer.alloc(0)).toString('latin1');
};

describe('the scrubber', () => {
  it('leaves bytes without secrets as they are, the very same ones', () => {
    const bytes = Buffer.from('100% of a \\ page &amp; more + "quoted"');
    expect(scrubber([['KEY', VALUE]])?.scrub(bytes)).to.equal(bytes);
    expect(scrubber([])).to.equal(undefined);
  });

  it('replaces the value and nothing next to it', () => {
    expect(scrub(`{"a":"${VALUE}","b":"\\"${VALUE}\\""}`)).to.equal(
      '{"a":"{{secret.KEY}}","b":"\\"{{secret.KEY}}\\""}',
    );
    expect(scrub(`a=%20${VALUE}%20&b=&lt;${VALUE}&gt;`)).to.equal('a=%20{{secret.KEY}}%20&b=&lt;{{secret.KEY}}&gt;');
  });

  it('finds a value wherever the large body is cut', () => {
    const escaped = [...VALUE].map((sign) => `%25${sign.charCodeAt(0).toString(16)}`).join('');
    for (const place of [-1, 0, 1, 7, escaped.length - 1, escaped.length]) {
      const before = 'x'.repeat(262_144 - place);
      expect(
        scrub(`${before}${escaped} and ${VALUE} end`) === `${before}{{secret.KEY}} and {{secret.KEY}} end`,
      ).to.equal(true);
    }
  });

  it('finds the same in turns', async () => {
    const bytes = Buffer.from(`${'x'.repeat(262_140)}${VALUE}${'&amp;'.repeat(100_000)}${VALUE}`);
    const clean = scrubber([['KEY', VALUE]]);
    const text = (await clean?.scrubInTurns(bytes))?.toString();
    expect(text).to.equal(clean?.scrub(bytes).toString());
    expect(text).not.to.include(VALUE);
    expect(await clean?.scrubInTurns(Buffer.from('nothing'))).to.deep.equal(Buffer.from('nothing'));
  });

  it('finds values that are part of one another', () => {
    const text = scrub(`one ${VALUE}99 two ${VALUE} three`, ['SHORT', VALUE], ['LONG', `${VALUE}99`]);
    expect(text).not.to.include(VALUE);
    expect(text).to.match(/^one \{\{secret\.\w+\}\}.* two \{\{secret\.SHORT\}\} three$/);
  });

  it('finds a value in other letters than it was sent', () => {
    expect(scrub(`https://${VALUE.toUpperCase()}.example/`)).to.equal('https://{{secret.KEY}}.example/');
  });

  it('takes no longer for a value that is hard to look for', () => {
    const hard = ['\\'.repeat(500), '\\"'.repeat(250), '%25'.repeat(300), '&amp;'.repeat(200), ' + '.repeat(100)].map(
      (sign) => `${sign}x`,
    );
    for (const value of hard) {
      const text = value.slice(0, -1).repeat(2_000_000 / value.length);
      const start = performance.now();
      scrub(text, ['HARD', value]);
      expect(performance.now() - start).to.be.lessThan(5_000);
    }
  });
});
