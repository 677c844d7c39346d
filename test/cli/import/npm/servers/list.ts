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
  {
    name: 'firecrawl-mcp',
    call: { tool: 'firecrawl_scrape', args: { url: 'https://example.com/' } },
    answers: {
      'api.firecrawl.dev': { success: true, data: { markdown: '# Hi', metadata: { title: 'Hi', statusCode: 200 } } },
    },
  },
  {
    name: '@upstash/context7-mcp',
    call: { tool: 'resolve-library-id', args: { libraryName: 'koa', query: 'how to use koa' } },
    answers: {
      'context7.com': {
        results: [
          {
            ...{ id: '/koajs/koa', title: 'Koa', description: 'x', branch: 'main', lastUpdateDate: '2026-01-01' },
            ...{ state: 'finalized', totalTokens: 1, totalSnippets: 2, totalPages: 1, trustScore: 9, stars: 1 },
          },
        ],
      },
    },
  },
  {
    name: 'figma-developer-mcp',
    settings: { IMAGE_DIR: '/plugin' },
    args: ['--stdio'],
    call: { tool: 'get_figma_data', args: { fileKey: 'abc123' } },
    answers: {
      'api.figma.com': {
        ...{ name: 'File', lastModified: '2026-01-01', thumbnailUrl: '', version: '1' },
        document: {
          ...{ id: '0:0', name: 'Document', type: 'DOCUMENT' },
          children: [{ id: '0:1', name: 'Page', type: 'CANVAS', children: [] }],
        },
        ...{ components: {}, componentSets: {}, styles: {} },
      },
    },
  },
  {
    name: 'airtable-mcp-server',
    call: { tool: 'list_bases', args: {} },
    answers: { 'api.airtable.com': { bases: [{ id: 'app1', name: 'Base', permissionLevel: 'read' }] } },
  },
  {
    name: '@antv/mcp-server-chart',
    call: { tool: 'generate_pie_chart', args: { data: [{ category: 'a', value: 1 }] } },
    answers: { 'antv-studio.alipay.com': { success: true, resultObj: 'https://example.com/chart.png' } },
  },
  {
    name: '@currents/mcp',
    call: { tool: 'currents-get-projects', args: {} },
    answers: { 'api.currents.dev': { status: 'OK', has_more: false, data: [{ projectId: 'p1', name: 'P' }] } },
  },
  {
    name: '@zereight/mcp-gitlab',
    call: { tool: 'get_project', args: { project_id: 'a/p' } },
    answers: {
      'gitlab.com': {
        ...{ id: 1, name: 'p', path_with_namespace: 'a/p', description: null, visibility: 'private' },
        ...{ default_branch: 'main', web_url: 'https://gitlab.com/a/p', created_at: '2026-01-01T00:00:00Z' },
        ...{ last_activity_at: '2026-01-01T00:00:00Z' },
      },
    },
  },
  {
    name: 'tavily-mcp',
    call: { tool: 'tavily_search', args: { query: 'koa' } },
    answers: {
      'api.tavily.com': {
        ...{ query: 'koa', answer: null, images: [], response_time: 0.1 },
        results: [{ title: 'T', url: 'https://example.com/', content: 'C', score: 0.9 }],
      },
    },
  },
  {
    name: '@hubspot/mcp-server',
    call: { tool: 'hubspot-get-user-details', args: {} },
    answers: {
      'api.hubspot.com': {
        results: [],
        portalId: 1,
        userId: 2,
        hubId: 1,
        user: 'ada@example.com',
        app_id: 3,
        scopes: [],
      },
    },
  },
  {
    name: '@modelcontextprotocol/server-brave-search',
    call: { tool: 'brave_web_search', args: { query: 'koa' } },
    answers: {},
  },
  {
    name: '@modelcontextprotocol/server-everything',
    call: { tool: 'echo', args: { message: 'hi' } },
    answers: {},
  },
];

/** Servers that cannot be tools, and the words of the refusal. */
export const REFUSED: readonly (ListedServer & { readonly refusal: RegExp })[] = [
  {
    name: '@modelcontextprotocol/server-filesystem',
    args: ['/tmp'],
    refusal: /used what a tool does not have: fs\.\w+ \(/,
  },
  { name: '@modelcontextprotocol/server-postgres', args: ['postgres://localhost/x'], refusal: /no sockets/ },
  {
    name: '@aashari/mcp-server-atlassian-jira',
    settings: { ATLASSIAN_SITE_NAME: 'example', ATLASSIAN_USER_EMAIL: 'ada@example.com' },
    refusal: /none to write/,
  },
];
