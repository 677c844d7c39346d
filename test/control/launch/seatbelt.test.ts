// Tests the text of the profile and the command line for macOS, because they cannot run here.

import { expect } from 'chai';
import { bareWords } from '../../../src/control/launch/bare.ts';
import { seatbeltProfile } from '../../../src/control/launch/seatbelt.ts';

const PATHS = {
  node: '/opt/node "26"/bin/node',
  image: '/private/tmp/image',
  libraries: ['/opt/homebrew/lib/libuv.1.dylib'],
};

describe('the Seatbelt profile', () => {
  const lines = seatbeltProfile('narrow', PATHS).split('\n');

  it('denies everything first', () => {
    expect(lines.slice(0, 2)).to.deep.equal(['(version 1)', '(deny default)']);
  });

  it('allows no network, no writing, no new process, and no program but Node', () => {
    const allowed = lines.slice(2).map((line) => /^\(allow ([\w*-]+)/.exec(line)?.[1]);
    expect(allowed).to.deep.equal([
      'process-exec',
      'process-info*',
      'signal',
      'sysctl-read',
      'dynamic-code-generation',
      'file-map-executable',
      'file-read-metadata',
      'file-read*',
    ]);
    expect(lines).to.include('(allow process-exec (literal "/opt/node \\"26\\"/bin/node"))');
    expect(lines).to.include('(allow signal (target self))');
  });

  it('shows the image, Node, its libraries and those of the system, but no folder of the user', () => {
    const shown = [...(lines.at(-1) ?? '').matchAll(/\((literal|subpath) "((?:[^"\\]|\\.)*)"\)/g)].map(
      ([, kind, path]) => `${kind} ${path}`,
    );
    expect(shown).to.include.members([
      'subpath /private/tmp/image',
      'literal /opt/homebrew/lib/libuv.1.dylib',
      'subpath /usr/lib',
    ]);
    expect(shown.filter((each) => /^\S+ \/(Users|home|etc|private\/etc)\b/.test(each))).to.deep.equal([]);
    expect(shown).not.to.include('subpath /');
  });

  it('has balanced brackets for any characters in the paths', () => {
    for (const width of ['narrow', 'wide'] as const) {
      const outside = seatbeltProfile(width, { ...PATHS, image: '/tmp/)("\\' }).replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
      expect(outside.split('(').length).to.equal(outside.split(')').length);
      expect(outside).not.to.contain('"');
    }
  });

  it('comes between the limits and Node on the command line', () => {
    const words = bareWords({
      means: { seatbelt: 'narrow' },
      programs: { 'sandbox-exec': '/usr/bin/sandbox-exec' },
      architecture: 'arm64',
      nodePath: process.execPath,
      imageFolder: '/',
      nodeFlags: [],
    });
    expect(words.slice(0, 2)).to.deep.equal(['/usr/bin/sandbox-exec', '-p']);
    expect(words[2]).to.match(/^\(version 1\)\n\(deny default\)/);
    expect(words[3]).to.equal(/literal "([^"]+)"/.exec(words[2] ?? '')?.[1]);
    expect(words.at(-1)).to.match(/process-entry\.js$/);
  });
});
