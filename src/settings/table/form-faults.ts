// What is wrong with texts that have the right form, and not the right meaning. The words follow the text. Pure; any process.

import { isIP } from 'node:net';
import { isSafeAddress, networkIn } from '../../shared/text/network.ts';
import type { TextFault } from './setting.ts';

/** Refuses what is no network, and a network that has every address in it. */
export const proxyFault = (text: string): TextFault | undefined => {
  const network = networkIn(text);
  if (network === undefined)
    return { wrong: 'is not an address or a network', fix: 'write it as 10.0.0.7, 10.0.0.0/8 or fd00::/8' };
  if (network.bits > 0) return undefined;
  return {
    wrong: 'is every address: all callers could take any address',
    fix: 'name the addresses of your proxies',
  };
};

/** Refuses an address that others could answer for. */
export const unsafeFault = (text: string): TextFault | undefined => {
  const url = text === '' ? undefined : URL.parse(text);
  if (url === undefined || (url !== null && isSafeAddress(url))) return undefined;
  return {
    wrong: 'is no address with https, and leads away from this machine',
    fix: 'write one that begins with https://',
  };
};

export const addressFault = (text: string): TextFault | undefined =>
  text === '' || URL.canParse(text)
    ? undefined
    : { wrong: 'is not an address', fix: 'write it as https://api.example.com/v1/embeddings' };

export const redisFault = (text: string): TextFault | undefined =>
  text === '' || URL.canParse(text)
    ? undefined
    : { wrong: 'is not an address', fix: 'write it as redis://host:6379 or rediss://host:6380/0' };

/** Headers that callers and proxies set for other reasons. Callers send the keys of this server as `x-api-key`. */
const TAKEN_HEADER =
  /^(x-api-key|x-forwarded-.*|x-real-ip|x-http-method(-override)?|x-request-id|toolcell-call-id|toolcell-caller)$/;

export const takenHeaderFault = (text: string): TextFault | undefined =>
  TAKEN_HEADER.test(text)
    ? { wrong: 'has another meaning already', fix: 'use a name for this secret only, such as "x-weather-key"' }
    : undefined;

/** `10.0.0.2`, `10.0.0.2:53`, `fd00::2` or `[fd00::2]:53`. */
const isNameServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true;
  const [, six, four, port = '53'] = /^(?:\[([^\]]+)\]|([0-9.]+))(?::(\d+))?$/.exec(text) ?? [];
  const isAddress = six === undefined ? isIP(four ?? '') === 4 : isIP(six) === 6;
  return isAddress && Number(port) >= 1 && Number(port) <= 65_535;
};

export const nameServerFault = (text: string): TextFault | undefined =>
  isNameServer(text)
    ? undefined
    : {
        wrong: 'is not the address of a name server',
        fix: 'write an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
      };
