// The servers of npm that the nightly test imports, what each needs, one call, and what its upstream answers then.

import type { Answers } from './upstream.ts';

export interface ListedServer {
  readonly name: string;
  /** Variables of its environment with a fixed value. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables that are secrets, and that a person has to name. Most are found. */
  readonly secrets?: readonly string[];
  /** The words of its command line. */
  readonly args?: readonly string[];
  readonly call?: { readonly tool: string; readonly args: object };
  readonly answers?: Answers;
}

export const SERVERS: readonly ListedServer[] = [
  {
    name: '@modelcontextprotocol/server-github',
    call: { tool: 'search_repositories', args: { query: 'toolcell' } },
    answers: { 'api.github.com': { total_count: 0, incomplete_results: false, items: [] } },
  },
  {
    name: '@modelcontextprotocol/server-slack',
    settings: { SLACK_TEAM_ID: 'T01234567' },
    call: { tool: 'slack_list_channels', args: {} },
    answers: {
      'slack.com': { ok: true, channels: [{ id: 'C1', name: 'general' }], response_metadata: { next_cursor: '' } },
    },
  },
  {
    name: '@modelcontextprotocol/server-google-maps',
    call: { tool: 'maps_geocode', args: { address: 'Oslo' } },
    answers: {
      'maps.googleapis.com': {
        status: 'OK',
        results: [{ place_id: 'p', formatted_address: 'Oslo', geometry: { location: { lat: 59.9, lng: 10.7 } } }],
      },
    },
  },
  {
    name: '@perplexity-ai/mcp-server',
    call: { tool: 'perplexity_search', args: { query: 'koa' } },
    answers: {
      'api.perplexity.ai': {
        results: [{ title: 'T', url: 'https://example.com/', snippet: 'S', date: '2026-01-01' }],
        id: 'x',
      },
    },
  },
  {
    name: '@shortcut/mcp',
    call: { tool: 'users-get-current', args: {} },
    answers: {
      'api.app.shortcut.com': { id: '1', name: 'Ada', mention_name: 'ada', workspace2: { url_slug: 'x' } },
    },
  },
  {
    name: '@brave/brave-search-mcp-server',
    call: { tool: 'brave_web_search', args: { query: 'koa' } },
    answers: {
      'api.search.brave.com': {
        type: 'search',
        query: { original: 'koa' },
        web: { type: 'search', results: [{ title: 'T', description: 'D', url: 'https://example.com/' }] },
      },
    },
  },
  {
    name: 'exa-mcp-server',
    call: { tool: 'web_search_exa', args: { query: 'koa' } },
    answers: {
      'api.exa.ai': {
        requestId: 'r',
        results: [{ id: 'https://example.com/', url: 'https://example.com/', title: 'T', text: 'Text' }],
      },
    },
  },
];
