// Makes `http` and `https` of Node, whose requests are led to `fetch`. Runs inside the isolate, as part of the packed entry.

import { coded } from './errors.ts';
import Emitter from './events.ts';
import {
  ClientRequest,
  checkName,
  checkValue,
  IncomingMessage,
  noServer,
  type RequestOptions,
} from './http-messages.ts';
import Stream from './stream.ts';

const METHODS = [
  'ACL',
  'BIND',
  'CHECKOUT',
  'CONNECT',
  'COPY',
  'DELETE',
  'GET',
  'HEAD',
  'LINK',
  'LOCK',
  'M-SEARCH',
  'MERGE',
  'MKACTIVITY',
  'MKCALENDAR',
  'MKCOL',
  'MOVE',
  'NOTIFY',
  'OPTIONS',
  'PATCH',
  'POST',
  'PROPFIND',
  'PROPPATCH',
  'PURGE',
  'PUT',
  'QUERY',
  'REBIND',
  'REPORT',
  'SEARCH',
  'SOURCE',
  'SUBSCRIBE',
  'TRACE',
  'UNBIND',
  'UNLINK',
  'UNLOCK',
  'UNSUBSCRIBE',
];

const STATUS_CODES = {
  100: 'Continue',
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded',
  510: 'Not Extended',
  511: 'Network Authentication Required',
};

/** It keeps no connections: the host does. */
class Agent extends Emitter {
  readonly options: object;
  readonly maxSockets = Number.POSITIVE_INFINITY;
  readonly maxFreeSockets = 256;
  readonly requests = {};
  readonly sockets = {};
  readonly freeSockets = {};
  readonly defaultPort: number;
  readonly protocol: string;

  constructor(protocol: string, options: object) {
    super();
    this.protocol = protocol;
    this.defaultPort = protocol === 'https:' ? 443 : 80;
    this.options = { ...options };
  }

  destroy(): void {}

  getName(): string {
    return 'localhost';
  }
}

/** What a server would be, for code that names it and never listens. */
class Server extends Emitter {
  listening = false;

  listen(): never {
    return noServer('http.Server.listen');
  }

  close(done?: () => void): this {
    if (done) queueMicrotask(done);
    return this;
  }

  address(): null {
    return null;
  }
}

class OutgoingMessage extends Stream.Writable {}
class ServerResponse extends OutgoingMessage {}

type Listener = (response: IncomingMessage) => void;

const urlOf = (address: string | URL): URL => {
  if (typeof address !== 'string' || URL.canParse(address)) return new URL(address);
  throw Object.assign(coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input: address });
};

const optionsOf = (protocol: string, first: unknown, second: unknown): RequestOptions => {
  const ofUrl = typeof first === 'string' || first instanceof URL ? urlOf(first) : undefined;
  const rest = (ofUrl ? second : first) as RequestOptions | undefined;
  const given = typeof rest === 'function' ? {} : { ...rest };
  if (!ofUrl) return { protocol, ...given };
  const auth = ofUrl.username === '' ? {} : { auth: decodeURIComponent(`${ofUrl.username}:${ofUrl.password}`) };
  const { protocol: scheme, hostname, port, pathname, search } = ofUrl;
  return { protocol: scheme, hostname, ...(port !== '' && { port }), path: `${pathname}${search}`, ...auth, ...given };
};

/** The module for one protocol. */
export const httpModule = (protocol: 'http:' | 'https:'): object => {
  const request = (...values: unknown[]): ClientRequest => {
    const listener = typeof values.at(-1) === 'function' ? (values.pop() as Listener) : undefined;
    const options = optionsOf(protocol, values[0], values[1]);
    if (options.protocol !== protocol)
      throw coded(
        TypeError,
        'ERR_INVALID_PROTOCOL',
        `Protocol "${options.protocol}" not supported. Expected "${protocol}"`,
      );
    const sent = new ClientRequest(options);
    if (listener) sent.once('response', listener);
    return sent;
  };
  const OwnAgent = class extends Agent {
    constructor(options: object = {}) {
      super(protocol, options);
    }
  };
  return {
    Agent: OwnAgent,
    ClientRequest,
    IncomingMessage,
    METHODS,
    OutgoingMessage,
    STATUS_CODES,
    Server,
    ServerResponse,
    createServer: () => new Server(),
    get: (...values: unknown[]) => request(...values).end(),
    globalAgent: new OwnAgent(),
    maxHeaderSize: 16_384,
    request,
    setMaxIdleHTTPParsers() {},
    validateHeaderName: checkName,
    validateHeaderValue: checkValue,
  };
};
