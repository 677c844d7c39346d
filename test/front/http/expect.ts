// Checks that several tests of this folder make.

import { expect } from 'chai';
import { ERRORS, type FailureCode } from '../../../src/shared/protocol/errors.ts';
import { callBody, type Front, type Reply } from './front.ts';
import type { WireReply } from './wire.ts';

type Problem = Record<string, unknown> & { detail: string };

/** Checks that the reply is a complete and harmless problem document of this code. Returns the document. */
export const expectProblem = (reply: Reply | WireReply | undefined, code: FailureCode): Problem => {
  if (reply === undefined) throw new Error('There was no reply');
  const header = (name: string) =>
    reply.headers instanceof Map ? reply.headers.get(name) : (reply as Reply).headers[name];
  const problem: Problem = JSON.parse(reply.body);
  expect(problem.code, problem.detail).to.equal(code);
  const { status, fault, retryable, title } = ERRORS[code];
  expect(reply.status).to.equal(status);
  expect(problem).to.include({ type: `urn:toolcell:error:${code}`, title, status, fault, retryable });
  expect(header('content-type')).to.equal('application/problem+json');
  expect(header('x-content-type-options')).to.equal('nosniff');
  expect(header('cache-control')).to.equal('no-store');
  expect(problem.callId).to.be.a('string').with.lengthOf(36);
  expect(header('toolcell-call-id')).to.equal(problem.callId);
  expect(problem.detail).to.be.a('string').that.is.not.empty;
  expect(reply.body).not.to.match(/node_modules|src\/|\.ts:|\n\s+at /);
  return problem;
};

/** Checks that the server still answers correctly, and that nothing has changed `Object.prototype`. */
export const expectWell = async (front: Front): Promise<void> => {
  const reply = await front.post(callBody('{"still":"here"}'));
  expect(reply.status).to.equal(200);
  expect(reply.body).to.equal('{"still":"here"}');
  expect(Object.keys(Object.prototype)).to.deep.equal([]);
  expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
};
