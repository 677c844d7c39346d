// GET /mcp/metadata: answers with the list of tools that the catalog made. Front process.

import type { Caller } from '../../shared/protocol/caller.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { OpenApiDocuments } from '../openapi/documents.ts';
import { answerJson, type Context, type Middleware } from './context.ts';
import { answerSearch, type FindTools, isSearch } from './discovery.ts';
import { FORM_PARAMETERS, type FormTools, formRequestIn, isFormed } from './formats.ts';
import type { DoorParts } from './identify.ts';
import type { PacedWork } from './paced-work.ts';
import { parametersIn, SELECTION_PARAMETERS, selectionIn } from './selection.ts';
import { ownerOf } from './shares.ts';

/** The list of tools as JSON text, and the entity tag of this text, with or without its quotes. */
export interface Metadata {
  readonly text: string;
  readonly etag: string;
  /** True if other callers may get another list. */
  readonly isPersonal?: boolean;
}

/** Makes the list of the tools that a caller may call, of those in a selection. Fails with: not_found (there is no such toolset). */
export interface MetadataOf {
  (caller: Caller, selection?: Selection): Metadata;
  /** The same for the same list; undefined if it need not be made. If absent, none has to be. */
  readonly newListKey?: (caller: Caller, selection?: Selection) => string | undefined;
}

/** Gives lists, made ahead or now. Fails with: not_found, overloaded. */
export interface ListSource {
  of(ctx: Context, selection: Selection | undefined): Metadata | Promise<Metadata>;
}

/** An entity tag with its quotes. `W/` in front of it marks a weak one. */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** The headers by which the server knows its callers. */
const CREDENTIALS = 'Authorization, X-API-Key';

/** Other answers of the route; without them, nobody can search or ask for a form. */
export interface MoreLists {
  readonly find?: FindTools | undefined;
  readonly form?: FormTools | undefined;
}

/** Answers with the caller's current list, or with 304 to a caller that has it. */
export const createMetadataRoute =
  (
    metadata: (caller: Caller, selection: Selection | undefined, ctx: Context) => Metadata | Promise<Metadata>,
    { find, form }: MoreLists = {},
  ): Middleware =>
  async (ctx) => {
    const { caller } = ctx.state;
    if (form !== undefined && isFormed(ctx)) {
      const request = formRequestIn(ctx);
      if (request.search === undefined) await metadata(caller, request.selection, ctx);
      const list = await form(caller, request);
      return list.etag === undefined ? answerJson(ctx, list.text) : answerList(ctx, list, list.etag);
    }
    if (find !== undefined && isSearch(ctx)) return answerSearch(ctx, find);
    const known = form === undefined ? SELECTION_PARAMETERS : [...SELECTION_PARAMETERS, ...FORM_PARAMETERS];
    const list = await metadata(caller, selectionIn(parametersIn(ctx.querystring, known)), ctx);
    answerList(ctx, list, list.etag);
  };

type Text = Pick<Metadata, 'text' | 'isPersonal'>;

const answerList = (ctx: Context, list: Text, etag: string): void => {
  const { isPersonal = false } = list;
  const tag = etag.startsWith('"') ? etag : `"${etag}"`;
  ctx.status = 200;
  ctx.set('ETag', tag);
  ctx.set('Cache-Control', isPersonal ? 'private, no-cache' : 'no-cache');
  if (isPersonal) ctx.vary(CREDENTIALS);
  if (hasTag(ctx, tag)) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Type', 'application/json');
  ctx.body = sharedBytes(list);
};

const bytesOfLists = new WeakMap<Text, Buffer>();

/** The bytes of a list, which all replies with the same object share. Of a text, Node would hold up to three copies for each reply until it is read. */
const sharedBytes = (list: Text): Buffer => {
  const bytes = bytesOfLists.get(list) ?? Buffer.from(list.text);
  bytesOfLists.set(list, bytes);
  return bytes;
};

/**
 * True if `If-None-Match` names the tag, by the weak comparison of RFC 9110, 13.1.2. Koa's own `ctx.fresh` also obeys
 * `Cache-Control: no-cache`, which Node's `fetch` sends with every condition, although it is an instruction for caches (RFC 9111, 5.2.1.4).
 */
const hasTag = ({ req }: Context, tag: string): boolean => {
  const condition = req.headers['if-none-match'];
  if (condition === undefined) return false;
  if (condition.trim() === '*') return true;
  return [...condition.matchAll(TAG)].some(([, named]) => named === tag);
};

/** Answers as GET /mcp/metadata does, with a document about exactly the tools that the same caller would find there. */
export const createOpenApiRoute = (
  lists: ListSource,
  { keys, tokens, certificates, allowsAnonymous }: DoorParts,
  paced: PacedWork,
  runsScripts: boolean,
): Middleware => {
  const documents = new OpenApiDocuments({
    hasKeys: keys !== undefined,
    hasTokens: tokens !== undefined,
    hasCertificates: certificates !== undefined,
    allowsAnonymous,
    runsScripts,
  });
  return createMetadataRoute(async (_caller, selection, ctx) => {
    const list = await lists.of(ctx, selection);
    return {
      ...(await documents.of(list, (work) => paced.run(ownerOf(ctx), work))),
      isPersonal: list.isPersonal === true,
    };
  });
};
