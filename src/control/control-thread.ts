// Entry of a control thread: a Piscina worker that runs trusted code only. It has the processes of runners, watches them, and does what calls
// ask of the host. It reads nothing that a runner writes.

import { connect, type Socket } from 'node:net';
// What Piscina hands on as its own; its index would be loaded for it.
import { type MessagePort, workerData } from 'node:worker_threads';
import type { ToolRoute } from '../protocol/call.ts';
import { ShortMap } from '../protocol/short-map.ts';
import type { Notice } from '../protocol/task.ts';
import { TurnBatch } from '../protocol/turn-batch.ts';
import { CallEffects } from './capabilities/effects.ts';
import { openCapabilities } from './capabilities/open.ts';
import { greetingFor } from './greeting.ts';
import type { ControlAnswer, ControlOrder, ControlReport, ControlTask, Door } from './link-messages.ts';
import type { ProcessControl } from './process-control.ts';
import { ProcessKeeper } from './process-keeper.ts';
import type { ControlSettings } from './settings.ts';
import { SharedWatch } from './shared-watch.ts';
import { argumentViolations } from './violations.ts';

const settings = workerData as ControlSettings;
const notices: Notice[] = [];
let tell = (notice: Notice): void => void notices.push(notice);
const capabilities = openCapabilities(settings, (notice) => tell(notice));
let keeper: ProcessKeeper | undefined;

/** Does one task. Never rejects for what a plugin or a caller did. */
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
  tell = (notice) => report({ t: 'notice', notice });
  for (const notice of notices.splice(0)) tell(notice);
  const watch = new ProcessKeeper(settings, shared);
  keeper = watch;
  /** `unwanted`: ended before the system had made it. */
  const processes = new Map<number, ProcessControl | 'starting' | 'unwanted'>();
  const processOf = (number: number): ProcessControl | undefined => {
    const known = processes.get(number);
    return typeof known === 'object' ? known : undefined;
  };
  const exited = (number: number, how: string): void => {
    processes.delete(number);
    report({ t: 'exited', process: number, how });
  };
  const routes = new Map<number, Pick<ToolRoute, 'pluginName' | 'grants' | 'limits'>>();
  const calls = new ShortMap<number, CallEffects>();

  const spawn = (number: number, memory: SharedArrayBuffer, channel: Socket): void => {
    const controlled = watch.start(
      { memory, channel },
      {
        onStarted: (processId) => report({ t: 'started', process: number, processId }),
        onSuspicion: (verdict) => report({ t: 'suspicion', process: number, verdict }),
        onOverMemory: (usedMb) => report({ t: 'overMemory', process: number, usedMb }),
        onEnded: (ended) => report({ t: 'ended', process: number, ended }),
        onExited: (how) => exited(number, how),
      },
    );
    processes.set(number, controlled);
  };

  /** Connects the channel of a process to come with the listening thread; the process inherits it. */
  const start = (number: number, memory: SharedArrayBuffer): void => {
    processes.set(number, 'starting');
    const channel = connect(door.path);
    const failed = (error: Error): void => {
      channel.destroy();
      exited(number, `it could not be started: ${error.message}`);
    };
    channel.once('error', failed);
    channel.once('connect', () => {
      channel.write(greetingFor(number, door.password), () => {
        channel.off('error', failed);
        channel.on('error', () => {});
        if (processes.get(number) === 'unwanted') return failed(new Error('it was not wanted any more'));
        try {
          spawn(number, memory, channel);
        } catch (error) {
          failed(error as Error);
        }
      });
    });
  };

  const end = (number: number): void => {
    if (processes.get(number) === 'starting') processes.set(number, 'unwanted');
    else processOf(number)?.end();
  };

  return (order) => {
    switch (order.t) {
      case 'start':
        return start(order.process, order.memory);
      case 'ready':
        return processOf(order.process)?.noteReady();
      case 'assign': {
        const controlled = processOf(order.process);
        if (controlled) watch.assign(controlled, order.cordon);
        return;
      }
      case 'end':
        return end(order.process);
      case 'wake':
        return watch.wake();
      case 'coreWaits': {
        const waits = processOf(order.process)?.coreWaits() ?? new Map();
        return report({ t: 'coreWaits', query: order.query, waits });
      }
      case 'waitedMs': {
        const waitedMs = processOf(order.process)?.waitedMs(order.id, order.wallMs);
        return report({ t: 'waitedMs', query: order.query, waitedMs });
      }
      case 'verify': {
        const { query, said, argumentsJson } = order;
        const violations = argumentViolations(said, Buffer.from(argumentsJson).toString());
        return report({ t: 'violations', query, violations });
      }
      case 'open': {
        if (order.route) routes.set(order.routeNumber, order.route);
        const route = routes.get(order.routeNumber) as Pick<ToolRoute, 'pluginName' | 'grants' | 'limits'>;
        calls.set(order.effects, new CallEffects({ ...order.call, route }, capabilities));
        return;
      }
      case 'forgetRoutes':
        return routes.clear();
      case 'ask': {
        const { effects, ask } = order;
        return calls
          .get(effects)
          ?.ask(ask, order.kind, order.text, ({ ok, text }) => report({ t: 'answer', effects, ask, ok, text }));
      }
      case 'giveUp':
        return calls.get(order.effects)?.giveUp(order.ask);
      case 'endEffects': {
        const { effects, refusedAsk } = order;
        calls.get(effects)?.end(refusedAsk, (closing) => report({ t: 'closed', effects, closing }));
        calls.delete(effects);
      }
    }
  };
};
