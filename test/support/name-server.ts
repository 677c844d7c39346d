// Runs a real name server for tests, on UDP and a free port of this machine. It gives the answers in a zone, and records the questions.

import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/** The answer to one question: addresses of either family, an alias with its addresses, or no answer at all. */
export type NameAnswer =
  | readonly string[]
  | { readonly cname: string; readonly leadsTo: readonly string[] }
  | 'silence';

/** Answers by name. They are given in turn; the last one is repeated. */
export type Zone = Readonly<Record<string, readonly NameAnswer[]>>;

export interface NameServer {
  /** `127.0.0.1:PORT`. */
  readonly address: string;
  /** The name of each question. */
  readonly asked: string[];
  close(): Promise<void>;
}

const isSix = (address: string): boolean => address.includes(':');

const recordsOf = (name: string, type: string, answer: NameAnswer): Answer[] => {
  if (answer === 'silence') return [];
  const [owner, addresses] = 'cname' in answer ? [answer.cname, answer.leadsTo] : [name, answer];
  const alias: Answer[] = 'cname' in answer ? [{ type: 'CNAME', name, data: answer.cname, ttl: 0 }] : [];
  const wanted = addresses.filter((address) => isSix(address) === (type === 'AAAA'));
  const records = wanted.map((data): Answer => ({ type: isSix(data) ? 'AAAA' : 'A', name: owner, data, ttl: 0 }));
  return [...alias, ...records];
};

/** Starts a server for `zone`. Questions for A and for AAAA each go through a name's answers from the first one. */
export const startNameServer = async (zone: Zone): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const turns = new Map<string, number>();
  const reply = (message: Buffer, from: RemoteInfo): void => {
    const question: Packet = decode(message);
    const [first] = question.questions ?? [];
    if (!first) return;
    const name = first.name.toLowerCase();
    const key = `${first.type} ${name}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    asked.push(name);
    const answers = Object.hasOwn(zone, name) ? zone[name] : undefined;
    const answer = answers?.[Math.min(turn, answers.length - 1)];
    if (answer === 'silence') return;
    const packet: Packet = {
      type: 'response',
      id: question.id ?? 0,
      // 3 is the code for a name that does not exist.
      flags: answer ? 0 : 3,
      questions: question.questions ?? [],
      answers: answer ? recordsOf(first.name, first.type, answer) : [],
    };
    socket.send(encode(packet), from.port, from.address);
  };
  socket.on('message', reply);
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};
