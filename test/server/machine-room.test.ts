import { expect } from 'chai';
import { connectionsFor, filesRoom, memoryRoom } from '../../src/server/machine-room.ts';
import { testConfig } from '../support/config.ts';

const MB = 2 ** 20;
const CONFIG = testConfig('.', { pool: { runners: 30 }, limits: { runnerRssMb: 384 } });
const group = (mb: number, endsAll = false) => ({ bytes: mb * MB, setBy: 'a control group', endsAll }) as const;

describe('memory for runners', () => {
  it('is enough, or the advice names the setting and values that fit', () => {
    expect(memoryRoom(CONFIG, group(4_096)).advice).to.equal(undefined);
    const { found, advice } = memoryRoom(CONFIG, group(1_024));
    expect(found).to.equal(
      'pool.runners is 30: with that many runners with ordinary plugins, the server uses 2240 MB; a control group gives this server 1024 MB',
    );
    expect(advice).to.equal(
      'beyond that the kernel ends runners, and their calls are lost: set pool.runners to 11, or raise the limit to 2240 MB',
    );
    expect(memoryRoom({ ...CONFIG, pool: { ...CONFIG.pool, runners: 11 } }, group(1_024)).advice).to.equal(undefined);
  });

  it('names no number of runners if not even one fits', () => {
    const one = { ...CONFIG, pool: { ...CONFIG.pool, runners: 1 } };
    expect(memoryRoom(one, group(128)).advice).to.match(/lost: raise the limit to 384 MB$/);
  });

  it('counts what runners can take at most if the kernel ends all at once', () => {
    const { found, advice } = memoryRoom(CONFIG, group(4_096, true));
    expect(found).to.contain('of 384 MB each (limits.runnerRssMb), the server uses 12160 MB');
    expect(advice).to.equal(
      'beyond that the kernel ends the whole server (memory.oom.group): set pool.runners to 9, or raise the limit to 12160 MB',
    );
  });
});

describe('open files', () => {
  it('are enough, or fewer connections are taken and the advice names both numbers', () => {
    const config = testConfig('.', { pool: { runners: 16 }, server: { maxConnections: 1_000 } });
    expect(filesRoom(config, 20_000).advice).to.equal(undefined);
    expect(connectionsFor(config, 20_000)).to.equal(1_000);
    expect(connectionsFor(config, undefined)).to.equal(1_000);
    expect(connectionsFor(config, 1_024)).to.equal(792);
    expect(filesRoom(config, 1_024).advice).to.equal(
      'the server takes 792 connections, so that runners can start: raise the limit to 1232 (LimitNOFILE= of systemd, ulimit -n), or set server.maxConnections to 792',
    );
    expect(connectionsFor(config, 64)).to.equal(8);
  });
});
