// What an order of an import may name: the packages and origins of the setting, and no other.

import { expect } from 'chai';
import { refuseSource } from '../../../src/server/imports/sources.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const codeOf = (what: string, ...allowed: readonly string[]): string => {
  try {
    refuseSource(what, allowed);
    return 'ok';
  } catch (error) {
    return error instanceof CallError ? error.failure.code : String(error);
  }
};

describe('the sources of imports', () => {
  it('are packages by their name, their scope or all', () => {
    expect(codeOf('npm:@a/b@1.2.3', 'npm:@a/b')).to.equal('ok');
    expect(codeOf('npm:@a/b', 'npm:@a/*')).to.equal('ok');
    expect(codeOf('npm:@a/b', 'npm:*')).to.equal('ok');
    expect(codeOf('npm:@a/bc', 'npm:@a/b')).to.equal('forbidden');
    expect(codeOf('npm:@ab/c', 'npm:@a/*')).to.equal('forbidden');
    expect(codeOf('npm:x')).to.equal('forbidden');
  });

  it('are origins, on every path, and no other host, port or scheme', () => {
    expect(codeOf('https://api.test/a/openapi.json', 'https://api.test')).to.equal('ok');
    expect(codeOf('https://api.test.evil/a', 'https://api.test', 'npm:*')).to.equal('forbidden');
    expect(codeOf('https://api.test:8443/a', 'https://api.test')).to.equal('forbidden');
    expect(codeOf('http://api.test/a', 'https://api.test')).to.equal('forbidden');
    expect(codeOf('https://evil.test#@api.test', 'https://api.test')).to.equal('forbidden');
  });

  it('are nothing of this machine, and no flag', () => {
    const words = [
      '',
      '/etc/passwd',
      './x',
      'openapi:x.yaml',
      'file:///etc/passwd',
      'npm:./x',
      'npm:a@file:x',
      'npm:a@npm:b',
      '--trust',
      'x',
    ];
    for (const what of [...words, 'https://user:word@api.test/', 'https://api.test/a b', `npm:${'a'.repeat(300)}`])
      expect(codeOf(what, 'npm:*', 'https://api.test'), what).to.equal('invalid_request');
  });
});
