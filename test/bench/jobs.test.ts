import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { bodyOf, COUNT_PROBE, JOBS, SPIN_PROBE } from '../../bench/jobs/jobs.ts';
import { bodyFile, openWorkshop, type Workshop } from '../../bench/jobs/workshop.ts';
import { expectedResults } from '../../bench/measure/checks.ts';
import { toolcellCommand } from '../../bench/peers/list.ts';

/** Bytes of a request and of a result, at least and at most. */
const SIZES: Readonly<Record<string, readonly [input: [number, number], output: [number, number]]>> = {
  summarizeText: [
    [300, 400],
    [100, 110],
  ],
  orderReport: [
    [19_000, 21_500],
    [4_000, 6_000],
  ],
  sha256: [
    [65_536, 66_000],
    [66, 66],
  ],
  markdownToHtml: [
    [4_096, 4_600],
    [4_000, 9_000],
  ],
};

describe('the benchmark: jobs', function () {
  this.timeout(30_000);
  let workshop: Workshop;
  let expected: ReadonlyMap<string, unknown>;

  before(async () => {
    workshop = await openWorkshop([...JOBS, COUNT_PROBE, SPIN_PROBE]);
    expected = await expectedResults(JOBS, workshop);
  });

  after(() => workshop.remove());

  it('are those of a Toolcell that is started as `npm start` starts it', () => {
    const [program, ...args] = toolcellCommand('config.json', 1);
    expect(program).to.equal(process.execPath);
    const entry = args.findIndex((word) => !word.startsWith('--'));
    expect(args[entry]).to.match(/main\.js$/);
    expect(args.slice(entry + 1)).to.deep.equal(['--config', 'config.json', '--port', '1']);
    const [, ...flagged] = toolcellCommand('config.json', 1, ['--max-semi-space-size=1']);
    expect(flagged.slice(0, entry + 1)).to.deep.equal([...args.slice(0, entry), '--max-semi-space-size=1']);
  });

  for (const job of JOBS) {
    it(`${job.toolName} has the size it says`, () => {
      const [input, output] = SIZES[job.toolName] ?? [[], []];
      expect(bodyOf(job).length).to.be.within(input[0] ?? 0, input[1] ?? 0);
      expect(JSON.stringify(expected.get(job.toolName)).length).to.be.within(output[0] ?? 0, output[1] ?? 0);
      expect(statSync(bodyFile(workshop.folder, job)).size).to.equal(Buffer.byteLength(bodyOf(job)));
    });

    it(`${job.toolName} gives the same as a script and as a module`, () => {
      const script = readFileSync(join(workshop.folder, `${job.toolName}.js`), 'utf8');
      const callTool = runInNewContext(`${script}\nglobalThis.callTool`) as (text: string) => string;
      expect(JSON.parse(callTool(JSON.stringify(job.arguments)))).to.deep.equal(expected.get(job.toolName));
    });
  }
});
