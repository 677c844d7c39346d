// Does with autocannon what post.lua does in wrk, if wrk is not installed: node autocannon.js URL CONNECTIONS SECONDS HEADERS-AS-JSON BODY-FILE...
// It takes more CPU than wrk, so that fast peers seem closer to each other than they are.

import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const [url, connections, seconds, moreHeaders, ...files] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', ...JSON.parse(moreHeaders) };
const latenciesMs = [];
const instance = autocannon(
  {
    url,
    connections: Number(connections),
    duration: Number(seconds),
    timeout: 30,
    requests: files.map((file) => ({ method: 'POST', headers, body: readFileSync(file) })),
  },
  (error, result) => {
    if (error) throw error;
    latenciesMs.sort((a, b) => a - b);
    const atUs = (share) => Math.round((latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0) * 1000);
    const report = {
      calls: latenciesMs.length,
      durationUs: Math.round(result.duration * 1e6),
      errors: result.errors + result.timeouts + result.non2xx,
      p50Us: atUs(0.5),
      p99Us: atUs(0.99),
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
  },
);
instance.on('response', (_client, _status, _bytes, latencyMs) => latenciesMs.push(latencyMs));
