// The broker's end of the port that calls come through: takes a batch apart, and sends the answers of one turn of the event
// loop together.

import type { MessagePort } from 'node:worker_threads';
import {
  type AnswerBatch,
  addAnswer,
  answerBatchMessage,
  type CallBatch,
  type CallBatchMessage,
  eachCall,
  emptyAnswers,
  type SentCall,
} from '../protocol/batches.ts';
import type { ToolRoute } from '../protocol/call.ts';
import type { CallTask } from '../protocol/task.ts';
import type { Broker } from './broker.ts';
import { createStayAwake } from './stay-awake.ts';

const NONE = Object.freeze({});

/** Serves calls from a port until it closes. `cores`: threads that can run at a time on this machine. */
export const serveCalls = (port: MessagePort, broker: Broker, cores: number): Promise<void> =>
  new Promise((resolve) => {
    const routes = new Map<number, ToolRoute>();
    const callIds = new Map<number, string>();
    /** Of the batch that is being read. */
    let callerSecrets: ReadonlyMap<number, CallTask['callerSecrets']> = new Map();
    let draft: AnswerBatch | undefined;
    /** What will be sent at the end of this turn of the event loop. */
    const answers = (): AnswerBatch => {
      if (draft === undefined) {
        draft = emptyAnswers();
        setImmediate(flush);
      }
      return draft;
    };
    const flush = (): void => {
      const batch = answers();
      draft = undefined;
      port.postMessage(answerBatchMessage(batch));
    };
    const call = ({ id, route: number, callId, caller, argumentsText, queueMs }: SentCall): void => {
      const route = routes.get(number) as ToolRoute;
      callIds.set(id, callId);
      const secrets = callerSecrets.get(id) ?? NONE;
      const task = { callId, caller, callerSecrets: secrets, argumentsText, route, queueMs };
      const isKnown = broker.call(task, {
        onLines: (lines) => void answers().lines.push([id, lines]),
        onReport: (report) => {
          callIds.delete(id);
          addAnswer(answers(), id, report);
        },
      });
      if (isKnown) return;
      callIds.delete(id);
      answers().unknown.push(id);
    };
    broker.onNotice = (notice) => void answers().notices.push(notice);
    // On a single core the runner would wait for this thread.
    const isLoneCall = (): boolean => callIds.size === 1 && cores > 1;
    const stayAwake = createStayAwake(isLoneCall);
    const retire = ({ retiredRoutes, retiredPrograms }: CallBatch): void => {
      const retired = retiredRoutes.flatMap((number) => routes.get(number) ?? []);
      for (const number of retiredRoutes) routes.delete(number);
      broker.retire(retired, retiredPrograms);
    };
    port.on('message', (message: CallBatchMessage) => {
      if (Array.isArray(message)) {
        eachCall(message, call);
        if (isLoneCall()) stayAwake();
        return;
      }
      const batch = message as CallBatch;
      for (const [number, route] of batch.routes) routes.set(number, route);
      for (const program of batch.programs) broker.remember(program);
      callerSecrets = new Map(batch.callerSecrets);
      eachCall(batch.calls, call);
      callerSecrets = new Map();
      for (const id of batch.cancelled) broker.cancel(callIds.get(id));
      if (batch.retiredRoutes.length + batch.retiredPrograms.length > 0) retire(batch);
    });
    port.on('close', resolve);
  });
