// What a runner loads when it starts.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { buildRunnerImage, type RunnerImage } from '../../../../src/control/launch/image/build.ts';

describe("the runner's own modules", function () {
  this.timeout(60_000);
  let image: RunnerImage;

  before(async () => {
    image = await buildRunnerImage();
  });
  after(() => image.remove());

  const scripts = (): string[] =>
    readdirSync(join(image.folder, 'runner')).map((name) => join(image.folder, 'runner', name));

  it('import no module of Node, because an import looks at each of its exports', () => {
    const imports = scripts().flatMap(
      (path) => readFileSync(path, 'utf8').match(/from ?"node:[^"]*"|import ?"node:[^"]*"/g) ?? [],
    );
    expect(imports).to.deep.equal([]);
  });

  it('do not load the crypto module, nor the schema compiler', () => {
    const entry = readFileSync(join(image.folder, 'runner/process-entry.js'), 'utf8');
    const shared = /from ?"\.\/(chunk-[^"]+)"/.exec(entry)?.[1] ?? '';
    const code = `
      const isolates = await import(${JSON.stringify(pathToFileURL(join(image.folder, 'runner', shared)).href)});
      console.log(JSON.stringify([typeof isolates.PluginQueue, process.moduleLoadList.includes('NativeModule crypto')]));`;
    const probe = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(JSON.parse(probe.stdout), probe.stderr).to.deep.equal(['function', false]);
    expect(scripts().filter((path) => path.includes('inspection-'))).to.have.lengthOf(1);
    expect(entry).not.to.contain('ajv');
  });

  it('have nothing for debuggers: breakpoints are for the commands of authors, which add it from outside', () => {
    const code = scripts().map((path) => readFileSync(path, 'utf8'));
    expect(code.filter((text) => /createInspectorSession|\binspector\s*:/.test(text))).to.deep.equal([]);
  });
});
