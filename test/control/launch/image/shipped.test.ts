// Tests that the image which the published package carries is compared with what it was when the package was built.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeImage } from '../../../../scripts/package/image.ts';
import { MACHINE_FILES } from '../../../../src/control/launch/image/machine-files.ts';
import { DamagedPackage, shippedImage } from '../../../../src/control/launch/image/shipped.ts';

describe("the package's image", function () {
  this.timeout(60_000);
  let home: string;
  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'toolcell-shipped-'));
    await writeImage(home);
  });
  after(() => rmSync(home, { recursive: true }));

  const paths = () => ({ folder: join(home, 'image'), digestFile: join(home, 'image.sha256') });
  const open = () => shippedImage(home, paths());
  const copies = (): readonly string[] => readdirSync(home).filter((name) => name.startsWith('toolcell-runner-'));

  it('is copied and completed for this machine', () => {
    const image = open();
    expect(image?.digest).to.match(/^[\w+/=-]{20,}$/);
    for (const name of MACHINE_FILES) expect(existsSync(join(image?.folder ?? '', name)), name).to.equal(true);
    image?.remove();
  });

  it('is refused if a file is cut, changed, gone or new, and no copy is left', () => {
    const { folder, digestFile } = paths();
    const file = join(folder, 'runner/process-entry.js');
    const text = readFileSync(file);
    const digest = readFileSync(digestFile);
    const changed = Buffer.from(text);
    changed[text.length - 10] = (changed[text.length - 10] ?? 0) ^ 1;
    const harms: Readonly<Record<string, () => void>> = {
      cut: () => truncateSync(file, 10),
      changed: () => writeFileSync(file, changed),
      gone: () => rmSync(file),
      new: () => writeFileSync(join(folder, 'other.js'), ''),
      'its digest is cut': () => truncateSync(digestFile, 20),
      'its digest is gone': () => rmSync(digestFile),
    };
    for (const [harm, damage] of Object.entries(harms)) {
      damage();
      expect(open, harm).to.throw(DamagedPackage, /image in .* is damaged \(.*install the package again/);
      expect(copies(), harm).to.deep.equal([]);
      writeFileSync(file, text);
      writeFileSync(digestFile, digest);
      rmSync(join(folder, 'other.js'), { force: true });
    }
    open()?.remove();
  });

  it('is none in a checkout', () => {
    expect(shippedImage()).to.equal(undefined);
  });
});
