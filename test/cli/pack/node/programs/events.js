import EventEmitter, { errorMonitor, getEventListeners, EventEmitter as Named, on, once } from 'node:events';
import * as all from 'events';

const recorded = (use) => {
  const lines = [];
  use(new EventEmitter(), (...values) => lines.push(values.map(String).join(' ')));
  return lines;
};

export const cases = {
  'is one class under all names': () => [
    Named === EventEmitter,
    all.default === EventEmitter,
    EventEmitter.EventEmitter === EventEmitter,
  ],
  'calls listeners in order': () =>
    recorded((emitter, log) => {
      emitter
        .on('a', (x) => log('first', x))
        .prependListener('a', () => log('before'))
        .once('a', () => log('once'));
      log(emitter.emit('a', 1), emitter.emit('a', 2), emitter.emit('b'));
    }),
  'removes listeners': () =>
    recorded((emitter, log) => {
      const listener = () => log('never');
      emitter.on('a', listener).on('a', listener).off('a', listener);
      log(emitter.listenerCount('a'));
      emitter.removeAllListeners('a');
      log(emitter.listenerCount('a'), emitter.eventNames().length, emitter.rawListeners('a').length);
    }),
  'tells of new and removed listeners': () =>
    recorded((emitter, log) => {
      emitter.on('newListener', (name) => log('new', name)).on('removeListener', (name) => log('removed', name));
      const listener = () => {};
      emitter.on('x', listener).off('x', listener);
    }),
  'throws an error that nobody listens to': () => new EventEmitter().emit('error', new RangeError('mine')),
  'throws for an error that is none': () => new EventEmitter().emit('error', 'text'),
  'shows errors to a monitor': () =>
    recorded((emitter, log) => {
      emitter.on(errorMonitor, (error) => log('seen', error.message)).on('error', () => log('handled'));
      emitter.emit('error', new Error('e'));
    }),
  'refuses a listener that is no function': () => new EventEmitter().on('a', 1),
  'is extended by classes and by functions': () => {
    class Own extends EventEmitter {}
    function Old() {
      EventEmitter.call(this);
    }
    Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
    const seen = [];
    new Own()
      .on('a', function listener() {
        seen.push(this instanceof Own);
      })
      .emit('a');
    new Old().on('a', () => seen.push('old')).emit('a');
    return seen;
  },
  'is waited for': async () => {
    const emitter = new EventEmitter();
    queueMicrotask(() => emitter.emit('a', 1, 2));
    return once(emitter, 'a');
  },
  'is waited for until an error': () => {
    const emitter = new EventEmitter();
    queueMicrotask(() => emitter.emit('error', new Error('failed')));
    return once(emitter, 'a');
  },
  'is waited for until a signal': () => once(new EventEmitter(), 'a', { signal: AbortSignal.abort() }),
  'is iterated': async () => {
    const emitter = new EventEmitter();
    queueMicrotask(() => {
      emitter.emit('a', 1);
      emitter.emit('a', 2);
      emitter.emit('end');
    });
    const found = [];
    for await (const values of on(emitter, 'a', { close: ['end'] })) found.push(values);
    return [found, emitter.listenerCount('a')];
  },
  'waits for an event of an EventTarget': async () => {
    const target = new EventTarget();
    queueMicrotask(() => target.dispatchEvent(new Event('a')));
    return (await once(target, 'a')).map((event) => event.type);
  },
  'lists listeners': () => {
    const emitter = new EventEmitter().on('a', () => {});
    return [
      getEventListeners(emitter, 'a').length,
      emitter.getMaxListeners(),
      EventEmitter.defaultMaxListeners,
      EventEmitter.listenerCount(emitter, 'a'),
    ];
  },
};
