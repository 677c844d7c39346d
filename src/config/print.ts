// `npm run config`: prints the effective configuration and where each value comes from.
// Exit codes: 0, or 2 for a bad configuration or flag, with every problem on stderr.

import { explainConfig, explainFlags } from './explain.ts';
import { loadConfig } from './load.ts';
import { redactedConfig } from './redact.ts';

const HELP = `Usage: npm run config -- [--json] [flags]

Prints every setting, its value, and where the value comes from.

${explainFlags()}  --json            the same as JSON: {"file", "config", "sources"}
  --help            this text

Settings are described in docs/configuration.md.
`;

const args = process.argv.slice(2);
const loaded = loadConfig({ cwd: process.cwd(), args, env: process.env, switches: ['json', 'help'] });
if (args.includes('--help') || args.includes('-h')) process.stdout.write(HELP);
else if (!loaded.ok) {
  process.stderr.write(`${loaded.problems.join('\n')}\n`);
  process.exitCode = 2;
} else if (loaded.switches.has('json')) {
  const { file = null, config, sources } = loaded;
  process.stdout.write(`${JSON.stringify({ file, config: redactedConfig(config), sources }, null, 2)}\n`);
} else process.stdout.write(explainConfig(loaded));
