// For which parts of a server a token counts, and for which address its clients have to ask.

import { expect } from 'chai';
import { audiencesAt, partNamed, partOf, resourceAt } from '../../../../src/front/doors/tokens/audience.ts';

const SERVER = 'https://tools.example.com';
const MCP = `${SERVER}/mcp`;
const SET = `${MCP}/sets/research`;
const unnamed = { resource: SERVER, audience: [SERVER, MCP], isAudienceNamed: false };
const named = (...audience: readonly string[]) => ({ resource: SERVER, audience, isAudienceNamed: true });
const PART = '/mcp/sets/research';

describe('audiences of tokens', () => {
  it('are the addresses of the server and of /mcp everywhere, and that of a toolset at this toolset', () => {
    expect(audiencesAt(unnamed, '')).to.deep.equal([SERVER, MCP]);
    expect(audiencesAt(unnamed, '/mcp')).to.deep.equal([MCP, SERVER]);
    expect(audiencesAt(unnamed, PART)).to.deep.equal([SET, SERVER, MCP]);
  });

  it('are those that the operator names and no others', () => {
    const settings = named('api://tools');
    for (const part of ['', '/mcp', PART] as const) expect(audiencesAt(settings, part)).to.deep.equal(['api://tools']);
  });

  it('count at their toolset alone if they are its address, even if the operator names them', () => {
    const settings = named('api://tools', SET);
    expect(audiencesAt(settings, '')).to.deep.equal(['api://tools']);
    expect(audiencesAt(settings, '/mcp')).to.deep.equal(['api://tools']);
    expect(audiencesAt(settings, '/mcp/sets/other')).to.deep.equal(['api://tools']);
    expect(audiencesAt(settings, PART)).to.deep.equal([SET, 'api://tools']);
    expect(audiencesAt(named(SET), ''), 'no token counts here').to.deep.equal([]);
  });

  it('are asked for by the address of the part, or of the smallest larger one that the operator names', () => {
    expect(resourceAt(unnamed, '')).to.equal(SERVER);
    expect(resourceAt(unnamed, PART)).to.equal(SET);
    expect(resourceAt(named(MCP), PART)).to.equal(MCP);
    expect(resourceAt(named(MCP, SET), PART)).to.equal(SET);
    expect(resourceAt(named(SERVER), PART)).to.equal(SERVER);
    expect(resourceAt(named(SERVER), '/mcp')).to.equal(SERVER);
    expect(resourceAt(named('api://tools'), PART), 'the issuer knows what it makes of it').to.equal(SET);
    expect(resourceAt({ ...named(), resource: `${SERVER}/at/` }, '/mcp')).to.equal(`${SERVER}/at/mcp`);
  });

  it('are not found by paths that only look like those of a toolset', () => {
    expect(partNamed(PART)).to.equal(PART);
    for (const path of [
      '/mcp/',
      '/mcp/sets/',
      '/mcp/sets/a/b',
      '/mcp/sets/a%2Fb',
      '/mcp/sets/-a',
      '/mcp/sets/..',
      '/MCP',
    ])
      expect([partNamed(path), partOf(path)], path).to.deep.equal([undefined, '']);
  });

  it('are those of the toolset for its scripts', () => {
    for (const path of ['/mcp/sets/research/runScript', '/mcp/sets/research/scriptApi'])
      expect(partOf(path), path).to.equal(PART);
    for (const path of ['/mcp/runScript', '/mcp/sets/a/b/runScript', '/mcp/sets/a/runScript/', '/mcp/sets/a/runscript'])
      expect(partOf(path), path).to.equal('');
  });
});
