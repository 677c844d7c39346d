// Checks that the settings of `discovery.embeddings` fit together, and fit its secret. Front process and command line.

import { isSafeAddress } from '../../shared/text/network.ts';
import type { Config } from '../config.ts';
import type { Found } from '../file/check-file.ts';
import { type Fault, type Problem, under } from '../problem.ts';

interface SettingFault extends Fault {
  /** Its name in `discovery.embeddings`. */
  readonly name: keyof Config['discovery']['embeddings'];
}

/** Refuses an endpoint that cannot be asked, or that others could read on the way, and a secret that is not its own. */
export function checkEmbeddings(
  { discovery: { embeddings }, secrets }: Pick<Config, 'discovery' | 'secrets'>,
  found: ReadonlyMap<string, Found>,
  refused: ReadonlySet<string>,
): readonly Problem[] {
  return [...addressFaults(embeddings), ...secretFaults(embeddings, secrets)].flatMap(({ name, wrong, fix }) => {
    const setting = `discovery.embeddings.${name}`;
    if (refused.has(setting)) return [];
    return [{ where: found.get(setting)?.source ?? 'default', setting, wrong, fix }];
  });
}

function* addressFaults(embeddings: Config['discovery']['embeddings']): Generator<SettingFault> {
  const { url, model, allowHttp } = embeddings;
  const address = URL.parse(url);
  if (url !== '' && address === null)
    yield { name: 'url', wrong: 'it is not an address', fix: 'write it as https://api.example.com/v1/embeddings' };
  if (address !== null && !allowHttp && !isSafeAddress(address)) {
    const wrong = 'it is no address with https, and leads away from this machine';
    yield { name: 'url', wrong, fix: 'write one that begins with https://, or set discovery.embeddings.allowHttp' };
  }
  if (url !== '' && model === '')
    yield { name: 'model', wrong: 'no model is named', fix: 'name one that the endpoint has' };
}

function* secretFaults(
  { url, secret }: Config['discovery']['embeddings'],
  secrets: Config['secrets'],
): Generator<SettingFault> {
  if (secret === '') return;
  const setting = under('secrets', secret);
  const binding = Object.hasOwn(secrets, secret) ? secrets[secret] : undefined;
  const origin = URL.parse(url)?.origin;
  if (binding === undefined) {
    const fix = `add ${setting} with the origin of the endpoint and one of env, file and command`;
    yield { name: 'secret', wrong: `there is no ${setting}`, fix };
  } else if (binding.plugin !== undefined || binding.callerHeader !== undefined) {
    const wrong = `${setting} is for a plugin or a caller`;
    yield { name: 'secret', wrong, fix: 'name a secret that has no "plugin" and no "callerHeader"' };
  } else if (origin !== undefined && binding.origin !== origin)
    yield { name: 'secret', wrong: `${setting} is for another origin`, fix: `set ${setting}.origin to "${origin}"` };
}
