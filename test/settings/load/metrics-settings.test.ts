// The figures of a server are not readable from a network before the operator has said so.

import { expect } from 'chai';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (metrics: object, server: object = {}) => loadText(JSON.stringify({ metrics, server }));

describe('the settings of metrics', () => {
  it('are off by default, and ask for nothing then', () => {
    expect(accepted(load({})).config.metrics.enabled).to.equal(false);
    expect(accepted(load({ host: '0.0.0.0', port: 3_000 })).config.metrics.enabled).to.equal(false);
  });

  it('serve on loopback addresses', () => {
    for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost'])
      expect(accepted(load({ enabled: true, host })).config.metrics).to.include({ enabled: true, host });
  });

  it('refuse any other address, with two ways out', () => {
    for (const host of ['0.0.0.0', '::', '10.0.0.7', 'localhost.example.com'])
      expect(problemsOf(load({ enabled: true, host }))).to.deep.equal([
        `sandbox.config.json:1:35 metrics.host: other machines can reach "${host}", and the figures there need no key → ` +
          'let Prometheus run on this machine and leave metrics.host out; or let every machine on that network read: "metrics": { "open": true }',
      ]);
  });

  it('serve there if the operator lets every machine read', () => {
    expect(accepted(load({ enabled: true, host: '0.0.0.0', open: true })).config.metrics.open).to.equal(true);
  });

  it('refuse the port of the tools, but let the system choose two', () => {
    expect(problemsOf(load({ enabled: true, port: 3_000 }))).to.deep.equal([
      'sandbox.config.json:1:35 metrics.port: it is also server.port (3000), and tools and figures have a port each → choose another port for one of them',
    ]);
    expect(accepted(load({ enabled: true, port: 0 }, { port: 0 })).config.metrics.port).to.equal(0);
  });
});
