// The wait between a call's failure and its answer: one answer whatever the runner says, or does not say.

import { expect } from 'chai';
import { Diagnoses } from '../../src/broker/runner/diagnoses.ts';
import { PendingCall, type RunnerAnswer } from '../../src/broker/runner/pending-call.ts';
import { argumentViolations } from '../../src/control/violations.ts';
import type { Failure } from '../../src/protocol/errors.ts';
import type { Limits } from '../../src/protocol/limits.ts';
import type { HostMessage } from '../../src/protocol/messages.ts';

const ARGUMENTS = '{"n":"x"}';
const LIMITS = { wallMs: 1_000, logBytes: 100, logLines: 10 } as Limits;
const NOT_A_NUMBER = '[{"path":"/n","keyword":"type","message":"x","expected":["number"]}]';

describe('a failed call whose arguments are looked at', function () {
  this.timeout(10_000);
  let sent: HostMessage[];
  let rests: number;
  let diagnoses: Diagnoses;
  let answers: (RunnerAnswer | 'not_begun')[];
  beforeEach(() => {
    [sent, rests, answers] = [[], 0, []];
    diagnoses = new Diagnoses(
      (message) => sent.push(message),
      (said, argumentsJson, onVerified) => onVerified(argumentViolations(said, argumentsJson.toString())),
      () => {
        rests += 1;
      },
    );
  });

  const take = (id: number, failure: Failure): boolean => {
    const route = { limits: LIMITS, digest: 'd', pluginName: 'plugin', toolName: 'tool' };
    const task = { route, argumentsJson: Buffer.from(ARGUMENTS), tool: 3 };
    const parts = { openEffects: () => expect.fail('it asked for nothing'), onLines: () => {} };
    const pending = new PendingCall(task, parts, (answer) => answers.push(answer));
    return diagnoses.take(id, pending, {
      ok: false,
      failure,
      cpuMs: 1,
    });
  };
  const failureAt = (index: number): Failure | undefined => {
    const answer = answers[index];
    return answer !== undefined && answer !== 'not_begun' && !answer.ok ? answer.failure : undefined;
  };
  const THROWN: Failure = { code: 'tool_error', detail: 'TypeError: no' };

  it('is answered once, with the first word that its runner says', () => {
    expect(take(1, THROWN)).to.equal(true);
    expect(sent).to.deep.equal([{ t: 'diagnose', id: 1, tool: 3 }]);
    expect(answers).to.deep.equal([]);
    diagnoses.note(1, NOT_A_NUMBER);
    diagnoses.note(1, '');
    diagnoses.note(2, NOT_A_NUMBER);
    diagnoses.end();
    expect(answers).to.have.lengthOf(1);
    expect(failureAt(0)).to.include({ code: 'invalid_arguments' });
    expect(failureAt(0)?.detail).to.contain('/n must be a number, but is a string').and.contain('TypeError: no');
    expect(rests).to.equal(1);
  });

  it('keeps its failure where nothing is found, what is said is not true, or the runner ends', () => {
    for (const [index, said] of ['', '[]', 'nonsense', NOT_A_NUMBER.replace('number', 'string')].entries()) {
      take(index, THROWN);
      diagnoses.note(index, said);
      expect(failureAt(index), said).to.deep.equal(THROWN);
    }
    take(9, THROWN);
    diagnoses.end();
    expect(failureAt(4)).to.deep.equal(THROWN);
  });

  it('waits a second at most', async () => {
    const startMs = performance.now();
    take(1, THROWN);
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(performance.now() - startMs).to.be.within(900, 5_000);
    expect(failureAt(0)).to.deep.equal(THROWN);
    expect([diagnoses.size, diagnoses.expects(1)]).to.deep.equal([0, true]);
    diagnoses.note(1, NOT_A_NUMBER);
    expect(diagnoses.expects(1)).to.equal(false);
    expect(answers).to.have.lengthOf(1);
  });

  it('is none that passed a limit, that the host refused something, or one of too many', () => {
    for (const code of ['exceeded_cpu', 'not_granted', 'runner_lost', 'cancelled'] as const)
      expect(take(1, { code, detail: '' })).to.equal(false);
    expect(take(1, { ...THROWN, limit: 'fetchCalls' })).to.equal(false);
    for (let id = 0; id < 16; id += 1) expect(take(id, THROWN)).to.equal(true);
    expect(take(16, THROWN)).to.equal(false);
    diagnoses.end();
    expect(answers).to.have.lengthOf(16);
  });
});
