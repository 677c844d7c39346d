// Entry of a broker thread: a Piscina worker that runs trusted code only.

import { workerData } from 'piscina';
import type { BrokerAnswer, BrokerTask } from '../protocol/task.ts';
import { Broker } from './broker.ts';
import type { BrokerSettings } from './settings.ts';

const broker = new Broker(workerData as BrokerSettings);

export default (task: BrokerTask): Promise<BrokerAnswer> => broker.run(task);
