// The picture in the README shows the current output of its commands. `npm run picture` draws it again.

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { comparable, draw, PICTURE_FILE } from '../../scripts/picture/draw.ts';
import { record } from '../../scripts/picture/record.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { linksOf, page } from './pages.ts';

describe('the picture in the README', function () {
  this.timeout(120_000);

  it('is what its commands print, numbers aside', async function () {
    skipWithout(this, 'the picture in the README', noCommands('curl'));
    expect(comparable(draw(await record(CACHE_ENV)))).to.equal(comparable(readFileSync(PICTURE_FILE, 'utf8')));
  });

  it('is shown', () => expect(linksOf(page('README.md'))).to.include('docs/tour.svg'));
});
