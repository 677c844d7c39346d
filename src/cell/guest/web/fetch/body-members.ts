// The members that read a body, which requests and responses share. Runs inside the isolate.

import MIMEType from 'whatwg-mimetype/lib/mime-type.js';
import { lowerCase } from '../standard/convert.ts';
import {
  type Body,
  type BodyParts,
  checkAborted,
  isUsed,
  ownBytes,
  type Source,
  streamOfBody,
  takeWhole,
  textOf,
  wholeTextOf,
} from './body.ts';
import type { HeaderList } from './header-list.ts';
import { readForm } from './multipart.ts';

/** The part of a request's or a response's state that these members use. */
export interface Message {
  body: Body | undefined;
  readonly list: HeaderList;
}

type MediaType = InstanceType<typeof MIMEType>;

/** The type in Content-Type. If there are several, the last one that is well formed. */
const extractType = (list: HeaderList): MediaType | undefined => {
  const types = list.filter(([name]) => lowerCase(name) === 'content-type').map(([, value]) => MIMEType.parse(value));
  return types.findLast((type) => type !== null && type.essence !== '*/*') ?? undefined;
};

const formOf = (source: Source, type: MediaType | undefined, parts: BodyParts): object => {
  if (type?.essence === 'multipart/form-data') {
    const boundary = type.parameters.get('boundary');
    if (boundary === undefined) throw new TypeError('The type multipart/form-data has no parameter boundary.');
    return parts.forms.make(readForm(ownBytes(source), boundary, parts.blobs));
  }
  if (type?.essence === 'application/x-www-form-urlencoded') {
    // A byte order mark or a question mark at the beginning belongs to the first name. URLSearchParams removes one question mark, so one is added.
    const fields = new parts.URLSearchParams(`?${wholeTextOf(source)}`) as Iterable<[string, string]>;
    return parts.forms.make([...fields]);
  }
  throw new TypeError(
    `A body ${type ? `of the type ${type.essence}` : 'without a type'} is not a form: the types are multipart/form-data and application/x-www-form-urlencoded.`,
  );
};

/** Adds these members to a class. `messageOf` throws TypeError for anything but an instance of it. */
export const addBodyMembers = (prototype: object, messageOf: (owner: object) => Message, parts: BodyParts): void => {
  const { streams } = parts;
  /** The message, for members that read the body. Throws the signal's reason if the request was aborted. */
  const readable = (owner: object): Message => {
    const message = messageOf(owner);
    checkAborted(message.body);
    return message;
  };
  const whole = async (message: Message): Promise<Source> =>
    message.body === undefined ? '' : takeWhole(message.body, streams);
  const members = {
    get body(): object | null {
      const { body } = messageOf(this);
      return body === undefined ? null : streamOfBody(body, streams);
    },
    get bodyUsed(): boolean {
      const { body } = messageOf(this);
      return body !== undefined && isUsed(body, streams);
    },
    async arrayBuffer(): Promise<ArrayBuffer> {
      return ownBytes(await whole(readable(this))).buffer;
    },
    async blob(): Promise<object> {
      const message = readable(this);
      const bytes = ownBytes(await whole(message));
      return parts.blobs.makeBlob(bytes, extractType(message.list)?.toString() ?? '');
    },
    async bytes(): Promise<Uint8Array> {
      return ownBytes(await whole(readable(this)));
    },
    async formData(): Promise<object> {
      const message = readable(this);
      return formOf(await whole(message), extractType(message.list), parts);
    },
    async json(): Promise<unknown> {
      return JSON.parse(textOf(await whole(readable(this))));
    },
    async text(): Promise<string> {
      return textOf(await whole(readable(this)));
    },
  };
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members));
};
