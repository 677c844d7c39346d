// What requests and responses have in common: the members that read a body. Runs inside the isolate.

import type { BlobInternals } from '../blob.ts';
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
import { extractType, type MediaType } from './media-type.ts';
import { readForm } from './multipart.ts';

/** What a request or a response is to the members of its body. */
export interface Message {
  body: Body | undefined;
  readonly list: HeaderList;
}

const formOf = (source: Source, type: MediaType | undefined, parts: BodyParts): object => {
  if (type?.essence === 'multipart/form-data') {
    const boundary = type.parameters.get('boundary');
    if (boundary === undefined) throw new TypeError('The type multipart/form-data says no boundary.');
    return parts.forms.make(readForm(ownBytes(source), boundary, parts.blobs));
  }
  if (type?.essence === 'application/x-www-form-urlencoded') {
    // A mark of the byte order belongs to the first name, and so does a question mark: one is taken off.
    const fields = new parts.URLSearchParams(`?${wholeTextOf(source)}`) as Iterable<[string, string]>;
    return parts.forms.make([...fields]);
  }
  throw new TypeError(
    `A body of the type ${type?.essence ?? 'that no header says'} is no form: multipart/form-data and application/x-www-form-urlencoded are.`,
  );
};

const blobOf = (source: Source, type: MediaType | undefined, { makeBlob }: BlobInternals): object =>
  makeBlob(ownBytes(source), type?.toString() ?? '');

/** Gives a class its body's members. `messageOf` throws TypeError for what is no instance of it. */
export const addBodyMembers = (prototype: object, messageOf: (owner: object) => Message, parts: BodyParts): void => {
  const { streams } = parts;
  /** For what reads the body: it rejects at once where the request was aborted. */
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
      return blobOf(await whole(message), extractType(message.list), parts.blobs);
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
