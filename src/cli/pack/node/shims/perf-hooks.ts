// `perf_hooks` of Node. Runs inside the isolate, as part of the packed entry.

class PerformanceObserver {
  observe(): void {}

  disconnect(): void {}
}

const histogram = (): object => ({
  min: 0,
  max: 0,
  mean: 0,
  stddev: 0,
  enable: () => true,
  disable: () => true,
  percentile: () => 0,
  record() {},
  reset() {},
});

export default {
  PerformanceObserver,
  constants: {},
  createHistogram: histogram,
  monitorEventLoopDelay: histogram,
  performance: globalThis.performance,
};
