// Tests that the door for channels of runners accepts only channels that are awaited and have its password.

import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { RunnerDoor } from '../../../src/broker/link/runner-door.ts';
import { greetingFor } from '../../../src/control/greeting.ts';
import { until } from '../../support/hostile-runners.ts';
import { skipWithout } from '../../support/skip.ts';

describe('the door for channels of runners', function () {
  this.timeout(20_000);
  let door: RunnerDoor;
  beforeEach(() => {
    door = new RunnerDoor();
  });
  afterEach(() => door.close());

  const comeIn = async (...bytes: readonly Uint8Array[]): Promise<Socket> => {
    const socket = connect(door.door.path);
    socket.on('error', () => {});
    await once(socket, 'connect');
    for (const some of bytes) {
      socket.write(some);
      await pause(5);
    }
    return socket;
  };

  const isShut = async (socket: Socket): Promise<boolean> => {
    socket.resume();
    if (!socket.destroyed) await Promise.race([once(socket, 'close'), pause(2_000)]);
    return socket.destroyed;
  };

  it('is in a folder that only this user can open', function () {
    skipWithout(
      this,
      'the mode of a folder',
      process.platform === 'win32' ? 'no modes of files on Windows' : undefined,
    );
    expect(statSync(dirname(door.door.path)).mode & 0o777).to.equal(0o700);
  });

  it('accepts an awaited channel once, with the bytes after the greeting, for any split into chunks', async () => {
    const greeting = greetingFor(7, door.door.password);
    for (const parts of [
      [Buffer.concat([greeting, Buffer.from('hello')])],
      [greeting.subarray(0, 10), greeting.subarray(10), Buffer.from('hello')],
    ]) {
      const said: string[] = [];
      door.await(7, (channel, rest) => {
        said.push(rest.toString());
        channel.on('data', (chunk) => said.push(chunk.toString()));
      });
      const first = await comeIn(...parts);
      await until(() => said.join('') === 'hello', 'what came');
      expect(await isShut(await comeIn(greeting)), 'the same number again').to.equal(true);
      first.destroy();
    }
  });

  it('refuses a wrong password, a number that is not awaited, and a greeting that is too short', async () => {
    let came = 0;
    const stop = door.await(1, () => {
      came += 1;
    });
    const wrong = 'x'.repeat(door.door.password.length);
    expect(await isShut(await comeIn(greetingFor(1, wrong))), 'a wrong password').to.equal(true);
    expect(await isShut(await comeIn(greetingFor(2, door.door.password))), 'an unknown number').to.equal(true);
    stop();
    expect(await isShut(await comeIn(greetingFor(1, door.door.password))), 'one not awaited any more').to.equal(true);
    expect(came).to.equal(0);
  });

  it('limits connections without a greeting, and accepts channels again when they have ended', async () => {
    const strangers = await Promise.all(Array.from({ length: 80 }, () => comeIn()));
    await pause(50);
    const shut = await Promise.all(strangers.slice(-10).map(isShut));
    expect(shut.every(Boolean), 'those past the cap').to.equal(true);
    for (const stranger of strangers) stranger.destroy();
    await pause(50);
    let came = 0;
    door.await(3, () => {
      came += 1;
    });
    await comeIn(greetingFor(3, door.door.password));
    await until(() => came === 1, 'whom it awaits');
  });
});
