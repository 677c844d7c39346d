import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { memoryLeft, memoryLimit } from '../../../src/shared/machine/memory-limit.ts';
import { memoryNeedMb, runnersFor } from '../../../src/shared/machine/memory-need.ts';
import { makeMemoryGroup, noMemoryGroup } from '../../support/memory-group.ts';
import { skipWithout } from '../../support/skip.ts';

const GB = 2 ** 30;
const MB = 2 ** 20;

/** The limit of a process that sees these files. */
const limitWith = (files: Readonly<Record<string, string>>) => memoryLimit(16 * GB, (path) => files[path]);

const VERSION_2 = {
  '/proc/self/cgroup': '0::/pods/pod1/toolcell\n',
  '/proc/self/mountinfo': '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n',
};

describe('memoryLimit', () => {
  it("is the machine's memory if no control group has a smaller limit", () => {
    const none = { bytes: 16 * GB, setBy: 'the machine', endsAll: false };
    expect(limitWith({})).to.deep.equal(none);
    expect(limitWith({ ...VERSION_2, '/sys/fs/cgroup/pods/pod1/toolcell/memory.max': 'max\n' })).to.deep.equal(none);
    expect(limitWith({ ...VERSION_2, '/sys/fs/cgroup/pods/pod1/toolcell/memory.max': `${32 * GB}\n` })).to.deep.equal(
      none,
    );
  });

  it('is the smallest limit of a group and those above it (version 2)', () => {
    const files = {
      ...VERSION_2,
      '/sys/fs/cgroup/pods/memory.max': `${8 * GB}\n`,
      '/sys/fs/cgroup/pods/pod1/memory.max': `${512 * MB}\n`,
      '/sys/fs/cgroup/pods/pod1/toolcell/memory.max': `${2 * GB}\n`,
    };
    expect(limitWith(files)).to.deep.equal({ bytes: 512 * MB, setBy: 'a control group', endsAll: false });
  });

  it('tells that the kernel ends the whole group', () => {
    const files = {
      ...VERSION_2,
      '/sys/fs/cgroup/pods/pod1/toolcell/memory.max': `${GB}\n`,
      '/sys/fs/cgroup/pods/pod1/memory.oom.group': '1\n',
    };
    expect(limitWith(files)).to.deep.include({ bytes: GB, endsAll: true });
  });

  it('reads the group of a container that sees only its own (version 2)', () => {
    const files = { ...VERSION_2, '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/memory.max': `${GB}\n` };
    expect(limitWith(files).bytes).to.equal(GB);
  });

  it('reads what the kernel calls the smallest limit (version 1), in a container too', () => {
    const stat = `cache 0\nhierarchical_memory_limit ${320 * MB}\nhierarchical_memsw_limit ${GB}\n`;
    const mount = (root: string) => `36 25 0:32 ${root} /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n`;
    const ofHost = {
      '/proc/self/cgroup': '5:cpu,cpuacct:/a\n4:memory:/docker/abc/inner\n0::/\n',
      '/proc/self/mountinfo': mount('/'),
      '/sys/fs/cgroup/memory/docker/abc/inner/memory.stat': stat,
    };
    expect(limitWith(ofHost).bytes).to.equal(320 * MB);
    const ofContainer = {
      ...ofHost,
      '/proc/self/mountinfo': mount('/docker/abc'),
      '/sys/fs/cgroup/memory/inner/memory.stat': stat,
    };
    expect(limitWith(ofContainer).bytes).to.equal(320 * MB);
    const elsewhere = {
      ...ofHost,
      '/proc/self/mountinfo': mount('/docker/other'),
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': `${GB}\n`,
    };
    expect(limitWith(elsewhere).bytes).to.equal(GB);
  });

  it('finds the limit of a real group above its own', function () {
    skipWithout(this, 'a real limit of memory', noMemoryGroup());
    const group = makeMemoryGroup(320 * MB);
    expect(group).to.not.equal(undefined);
    const file = new URL('../../../src/shared/machine/memory-limit.ts', import.meta.url).href;
    const script = `import { memoryLimit } from '${file}'; console.log(memoryLimit().bytes)`;
    const [command = '', ...words] = [...(group?.words ?? []), process.execPath, '--input-type=module', '-e', script];
    const told = execFileSync(command, words, { encoding: 'utf8' });
    group?.remove();
    expect(Number(told)).to.equal(320 * MB);
  });
});

describe('memoryLeft', () => {
  /** What is left to a process that sees these files. */
  const leftWith = (files: Readonly<Record<string, string>>) => memoryLeft(16 * GB, (path) => files[path]);

  it('is the least of what the groups leave, without pages of files that the kernel can drop (version 2)', () => {
    const stat = `anon ${100 * MB}\nfile ${90 * MB}\nfile_mapped ${30 * MB}\ninactive_file ${50 * MB}\nactive_file ${40 * MB}\n`;
    const left = leftWith({
      ...VERSION_2,
      '/sys/fs/cgroup/pods/pod1/memory.max': `${300 * MB}\n`,
      '/sys/fs/cgroup/pods/pod1/memory.current': `${200 * MB}\n`,
      '/sys/fs/cgroup/pods/pod1/memory.stat': stat,
      '/sys/fs/cgroup/pods/pod1/toolcell/memory.max': `${4 * GB}\n`,
      '/sys/fs/cgroup/pods/pod1/toolcell/memory.current': `${100 * MB}\n`,
      '/sys/fs/cgroup/pods/pod1/toolcell/memory.stat': stat,
    });
    expect(left?.()).to.equal(160 * MB);
  });

  it('is read in version 1 as well', () => {
    const stat = `hierarchical_memory_limit ${320 * MB}\ntotal_mapped_file ${10 * MB}\ntotal_inactive_file ${20 * MB}\ntotal_active_file ${30 * MB}\n`;
    const left = leftWith({
      '/proc/self/cgroup': '4:memory:/a\n',
      '/proc/self/mountinfo': '36 25 0:32 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n',
      '/sys/fs/cgroup/memory/a/memory.stat': stat,
      '/sys/fs/cgroup/memory/a/memory.usage_in_bytes': `${120 * MB}\n`,
    });
    expect(left?.()).to.equal(240 * MB);
  });

  it('is unknown without a limit, and if the kernel does not tell', () => {
    expect(leftWith({})).to.equal(undefined);
    expect(leftWith({ ...VERSION_2, '/sys/fs/cgroup/pods/memory.max': 'max\n' })).to.equal(undefined);
    expect(leftWith({ ...VERSION_2, '/sys/fs/cgroup/pods/memory.max': `${GB}\n` })?.()).to.equal(undefined);
  });

  it('follows what the processes of a real group use', function () {
    skipWithout(this, 'a real limit of memory', noMemoryGroup());
    const group = makeMemoryGroup(320 * MB);
    const file = new URL('../../../src/shared/machine/memory-limit.ts', import.meta.url).href;
    const script = `import { memoryLeft } from '${file}'; const left = memoryLeft(); const before = left();
      const kept = Buffer.alloc(${100 * MB}, 1); console.log(JSON.stringify([before, before - left(), kept.length]))`;
    const [command = '', ...words] = [...(group?.words ?? []), process.execPath, '--input-type=module', '-e', script];
    const told = execFileSync(command, words, { encoding: 'utf8' });
    group?.remove();
    const [before, taken] = JSON.parse(told) as [number, number];
    expect(before).to.be.within(100 * MB, 320 * MB);
    expect(taken).to.be.within(90 * MB, 120 * MB);
  });
});

describe('runnersFor', () => {
  it('is the most runners whose need fits, and at least one', () => {
    for (const runners of [1, 7, 16, 100]) {
      expect(runnersFor(memoryNeedMb(runners) * MB)).to.equal(runners);
      expect(runnersFor(memoryNeedMb(runners) * MB - 1)).to.equal(Math.max(1, runners - 1));
    }
    expect(runnersFor(0)).to.equal(1);
  });
});
