import { expect } from 'chai';
import { BadFlag, readOptions } from '../../bench/options.ts';

describe('the benchmark: flags', () => {
  it('measures everything by default', () => {
    const options = readOptions([]);
    expect(options?.parts).to.include.members(['compare', 'start', 'first-call', 'memory', 'growth', 'share']);
    expect(options?.peers).to.include.members([
      'koa',
      'koa-piscina',
      'toolcell-isolate',
      'workerd-warm',
      'node-process',
    ]);
    expect(options?.connections).to.deep.equal([1, 8, 64]);
    expect(options?.write).to.equal(false);
  });

  it('takes a choice, in the order of the visits', () => {
    const options = readOptions(['--peers', 'koa-piscina,koa', '--tools=sha256', '--connections', '8', '--write']);
    expect(options?.peers).to.deep.equal(['koa', 'koa-piscina']);
    expect(options?.tools).to.deep.equal(['sha256']);
    expect(options?.connections).to.deep.equal([8]);
    expect(options?.write).to.equal(true);
  });

  it('reads settings for Toolcell as JSON, or else as text', () => {
    const options = readOptions(['--set', 'pool.runners=4', '--set', 'freshState=isolate']);
    expect(options?.toolcellSettings).to.deep.equal({ 'pool.runners': 4, freshState: 'isolate' });
  });

  it('gives help without measuring', () => {
    expect(readOptions(['--help'])).to.equal(undefined);
  });

  for (const args of [
    ['--peers', 'nobody'],
    ['--tools', ''],
    ['--connections', '0'],
    ['--connections', '8,many'],
    ['--seconds', '-1'],
    ['--rounds', '1.5'],
    ['--set', 'pool.runners'],
    ['--only', 'all'],
    ['--unknown'],
  ]) {
    it(`refuses ${args.join(' ')}`, () => {
      expect(() => readOptions(args)).to.throw(BadFlag);
    });
  }
});
