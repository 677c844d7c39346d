import { expect } from 'chai';
import { listenRefused } from '../../src/server/listen-refused.ts';
import { StartRefused } from '../../src/server/start-refused.ts';

const ADDRESS = { host: '127.0.0.1', port: 3_000 };
const failed = (code: string): Error => Object.assign(new Error('listen failed'), { code });

describe('a server that cannot listen', () => {
  for (const [code, reusePort, advice] of [
    ['EADDRINUSE', false, 'start with --port N; server.reusePort lets several servers share a port'],
    ['EADDRINUSE', true, 'set server.reusePort for that server too, and run both as the same user'],
    ['EACCES', false, 'choose another server.host or --port N'],
    ['ENOTSUP', true, 'server.reusePort: this operating system spreads no connections over processes; set it to false'],
  ] as const)
    it(`says what to do: ${code}${reusePort ? ', on a shared port' : ''}`, () => {
      const refused = listenRefused(failed(code), { ...ADDRESS, reusePort });
      expect(refused).to.be.instanceOf(StartRefused).with.property('message').that.contains(advice);
    });

  it('has no advice for an error that no operator can mend', () => {
    const error = failed('EMFILE');
    expect(listenRefused(error, { ...ADDRESS, reusePort: false })).to.equal(error);
  });
});
