// The broker's end of the port that calls come through: takes a batch apart, and sends the answers of one turn of the event
// loop together.

import type { MessagePort } from 'node:worker_threads';
import type { ToolRoute } from '../protocol/call.ts';
import type { CallAnswer, CallBatch, CallReport, CallTask } from '../protocol/task.ts';
import type { Broker } from './broker.ts';

/** Serves calls from a port until it closes. */
export const serveCalls = (port: MessagePort, broker: Broker): Promise<void> =>
  new Promise((resolve) => {
    const routes = new Map<number, ToolRoute>();
    const callIds = new Map<number, string>();
    let answers: CallAnswer[] = [];
    const answer = (id: number, report: CallReport | 'unknown_program'): void => {
      callIds.delete(id);
      if (answers.length === 0) setImmediate(flush);
      answers.push([id, report]);
    };
    const flush = (): void => {
      const batch = answers;
      answers = [];
      port.postMessage(batch);
    };
    const call = (id: number, task: CallTask): void => {
      callIds.set(id, task.callId);
      if (!broker.call(task, (report) => answer(id, report))) answer(id, 'unknown_program');
    };
    port.on('message', ({ routes: added, programs, calls, cancelled }: CallBatch) => {
      for (const [number, route] of added) routes.set(number, route);
      for (const program of programs) broker.remember(program);
      for (const [id, number, callId, argumentsText, queueMs] of calls) {
        call(id, { callId, argumentsText, route: routes.get(number) as ToolRoute, queueMs });
      }
      for (const id of cancelled) broker.cancel(callIds.get(id));
    });
    port.on('close', resolve);
  });
