// Entry of a broker thread: a Piscina worker that runs trusted code only.

import { workerData } from 'piscina';
import type { BrokerAnswer, BrokerTask } from '../protocol/task.ts';
import { Broker } from './broker.ts';
import { serveCalls } from './call-port.ts';
import { openCapabilities } from './capabilities/open.ts';
import type { BrokerSettings } from './settings.ts';

const settings = workerData as BrokerSettings;
const broker = new Broker(
  settings,
  openCapabilities(settings, (notice) => broker.notice(notice)),
);

/** Does one task. Never rejects for what a plugin or a caller did. */
export default async (task: BrokerTask): Promise<BrokerAnswer> => {
  switch (task.kind) {
    case 'serve':
      await serveCalls(task.port, broker, settings.cores);
      return { kind: 'done' };
    case 'inspect':
      return { kind: 'inspection', inspection: await broker.inspect(task.program) };
    case 'configure':
      broker.configure(task.change);
      return { kind: 'done' };
    case 'status':
      return { kind: 'status', status: broker.status() };
    case 'readiness':
      return { kind: 'readiness', readiness: await broker.readiness(task.usesStore) };
    case 'close':
      await broker.close();
      return { kind: 'done' };
  }
};
