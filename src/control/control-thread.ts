// Entry of a control thread: a Piscina worker that runs trusted code only. It starts, watches and ends runner processes and carries out host
// requests. It reads nothing that a runner writes.

// Piscina hands workerData on as its own, but its index would be loaded for it.
import { type MessagePort, workerData } from 'node:worker_threads';
import type { Notice } from '../shared/protocol/task.ts';
import { TurnBatch } from '../shared/protocol/turn-batch.ts';
import { openCapabilities } from './capabilities/open.ts';
import { HostCallOrders } from './host-call-orders.ts';
import type {
  ControlAnswer,
  ControlOrder,
  ControlReport,
  ControlSettings,
  ControlTask,
  Door,
} from './link-messages.ts';
import { ProcessKeeper } from './process-keeper.ts';
import { ProcessOrders } from './process-orders.ts';
import { SharedWatch } from './shared-watch.ts';
import { argumentViolations } from './violations.ts';

const settings = workerData as ControlSettings;
/** Notices from before there is a port to send them to. */
const notices: Notice[] = [];
let notify = (notice: Notice): void => void notices.push(notice);
const capabilities = openCapabilities(settings, (notice) => notify(notice));
let keeper: ProcessKeeper | undefined;

/** Does one task. Never rejects through a fault of a plugin or a caller. */
export default async (task: ControlTask): Promise<ControlAnswer> => {
  switch (task.kind) {
    case 'serve':
      await serve(task);
      return undefined;
    case 'useSecrets':
      capabilities.useSecrets(task.secrets);
      return undefined;
    case 'storeTrouble':
      return capabilities.storeTrouble();
    case 'embed':
      return capabilities.embed(task.request);
    case 'close':
      keeper?.close();
      await capabilities.close();
      return undefined;
  }
};

const serve = ({ port, watch, door }: ControlTask & { kind: 'serve' }): Promise<void> =>
  new Promise((resolve) => {
    const take = createOrders(port, new SharedWatch(watch), door);
    port.on('message', (orders: readonly ControlOrder[]) => {
      for (const order of orders) take(order);
    });
    port.on('close', resolve);
  });

const createOrders = (port: MessagePort, shared: SharedWatch, door: Door): ((order: ControlOrder) => void) => {
  const reports = new TurnBatch<ControlReport>((items) => port.postMessage(items));
  const report = (item: ControlReport): void => reports.add(item);
  notify = (notice) => report({ t: 'notice', notice });
  for (const notice of notices.splice(0)) notify(notice);
  keeper = new ProcessKeeper(settings, shared);
  const processes = new ProcessOrders(keeper, door, report);
  const hostCalls = new HostCallOrders(capabilities, report);
  return (order) => {
    switch (order.t) {
      case 'verify': {
        const { query, claims, argumentsJson } = order;
        const violations = argumentViolations(claims, Buffer.from(argumentsJson).toString());
        return report({ t: 'violations', query, violations });
      }
      case 'open':
      case 'forgetRoutes':
      case 'hostRequest':
      case 'cancelHostRequest':
      case 'endCall':
        return hostCalls.take(order);
      default:
        return processes.take(order);
    }
  };
};
