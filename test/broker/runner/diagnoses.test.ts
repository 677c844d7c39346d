// Tests the list of violations of a refused call: the call gets one answer, even if the runner lies or is silent.

import { expect } from 'chai';
import { Diagnoses } from '../../../src/broker/runner/diagnoses.ts';
import type { RunnerOutcome } from '../../../src/broker/runner/runner-outcome.ts';
import { argumentViolations } from '../../../src/control/violations.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import type { HostMessage } from '../../../src/shared/protocol/messages.ts';
import { routeFor, taskOf } from '../../support/hostile-runners.ts';

const ARGUMENTS = '{"n":"x"}';
const NOT_A_NUMBER = '[{"path":"/n","keyword":"type","message":"x","expected":["number"]}]';

describe('a call whose arguments were refused', function () {
  this.timeout(10_000);
  let sent: HostMessage[];
  let rests: number;
  let diagnoses: Diagnoses;
  let answers: RunnerOutcome[];
  beforeEach(() => {
    [sent, rests, answers] = [[], 0, []];
    diagnoses = new Diagnoses(
      { send: (message) => sent.push(message) },
      {
        argumentViolations: (claims, argumentsJson, onVerified) =>
          onVerified(argumentViolations(claims, argumentsJson.toString())),
      },
      () => {
        rests += 1;
      },
    );
  });

  const take = (id: number, failure: Failure): boolean => {
    const task = { ...taskOf(routeFor('realm'), id), argumentsJson: Buffer.from(ARGUMENTS) };
    const settle = (outcome: RunnerOutcome): void => void answers.push(outcome);
    return diagnoses.take({ id, tool: 3, task, settle }, { ok: false, failure, cpuMs: 1 });
  };
  const failureAt = (index: number): Failure | undefined => {
    const answer = answers[index];
    return answer !== undefined && !answer.ok ? answer.failure : undefined;
  };
  const REFUSED: Failure = { code: 'invalid_arguments', detail: '/n must be number' };

  it('is answered once, by the first answer of its runner', () => {
    expect(take(1, REFUSED)).to.equal(true);
    expect(sent).to.deep.equal([{ t: 'diagnose', id: 1, tool: 3 }]);
    expect(answers).to.deep.equal([]);
    diagnoses.note(1, NOT_A_NUMBER);
    diagnoses.note(1, '');
    diagnoses.note(2, NOT_A_NUMBER);
    diagnoses.end();
    expect(answers).to.have.lengthOf(1);
    expect(failureAt(0)).to.include({ code: 'invalid_arguments' });
    expect(failureAt(0)?.detail).to.contain('/n must be a number, but is a string');
    expect(rests).to.equal(1);
  });

  it('keeps its refusal if nothing is found, a claim is not true, or the runner ends', () => {
    for (const [index, said] of ['', '[]', 'nonsense', NOT_A_NUMBER.replace('number', 'string')].entries()) {
      take(index, REFUSED);
      diagnoses.note(index, said);
      expect(failureAt(index), said).to.deep.equal(REFUSED);
    }
    take(9, REFUSED);
    diagnoses.end();
    expect(failureAt(4)).to.deep.equal(REFUSED);
  });

  it('waits at most a second', async () => {
    const startMs = performance.now();
    take(1, REFUSED);
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(performance.now() - startMs).to.be.within(900, 5_000);
    expect(failureAt(0)).to.deep.equal(REFUSED);
    expect([diagnoses.size, diagnoses.expects(1)]).to.deep.equal([0, true]);
    diagnoses.note(1, NOT_A_NUMBER);
    expect(diagnoses.expects(1)).to.equal(false);
    expect(answers).to.have.lengthOf(1);
  });

  it('is not listed if its arguments were not refused, or if there are too many', () => {
    for (const code of [
      'tool_error',
      'invalid_result',
      'exceeded_cpu',
      'not_granted',
      'runner_lost',
      'cancelled',
    ] as const)
      expect(take(1, { code, detail: '' })).to.equal(false);
    for (let id = 0; id < 16; id += 1) expect(take(id, REFUSED)).to.equal(true);
    expect(take(16, REFUSED)).to.equal(false);
    diagnoses.end();
    expect(answers).to.have.lengthOf(16);
  });
});
