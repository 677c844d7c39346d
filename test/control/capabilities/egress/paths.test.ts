// Paths against the rules of a manifest: a rule cannot be left by a way of writing that some server reads differently.

import { expect } from 'chai';
import { pathFits } from '../../../../src/control/capabilities/egress/path-pattern.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

/** As fetch sees it: the URL standard has walked what it knows as dots. */
const fits = (path: string, pattern: string): boolean =>
  pathFits(new URL(`https://api.example.com${path}`).pathname, pattern);

const INSIDE = [
  '/v1/',
  '/v1/things',
  '/v1/a/b/c',
  '/v1/a%20b',
  '/v1/caf%C3%A9',
  '/v1/group%2Fproject',
  '/v1/x;version=2',
  '/v1//double',
  '/v1/x/../y',
  '/v1/%2e%2e%2e',
  '/v1/100%25',
];
const OUTSIDE = [
  '/',
  '/v1',
  '/v2/',
  '/v10/x',
  '/V1/x',
  '/other/v1/x',
  '//v1/x',
  '/v1/../v2',
  '/v1/%2e%2e/v2',
  '/v1/.%2E/v2',
  '/v1/%2e./v2',
  '/v1/..%2fv2',
  '/v1/..%2Fv2',
  '/v1/%2e%2e%2fv2',
  '/v1/..%5cv2',
  '/v1/..\\v2',
  '/v1\\..\\v2',
  '/v1/x%2f..%2f..%2fv2',
  '/v1/%252e%252e/v2',
  '/v1/%252e%252e%252fv2',
  '/v1/..%252fv2',
  '/v1/%25252e%25252e%25252fv2',
  '/v1/..%25255cv2',
  '/v1/..;/v2',
  '/v1/..;x=1/v2',
  '/v1/%2e%2e;/v2',
  '/v1/..%3b/v2',
  '/v1;/../v2',
  '/v1/%00/../../v2',
  '/v1/x%00',
  '/v1/x%0d%0aHost:%20y',
  '/v1/%c0%ae%c0%ae/v2',
  '/v1/%ff',
  `/v1/%${'25'.repeat(9)}2e`,
];

describe('paths and the rules of a manifest', () => {
  for (const path of INSIDE) it(`finds ${path} within /v1/*`, () => expect(fits(path, '/v1/*')).to.equal(true));
  for (const path of OUTSIDE)
    it(`finds ${path.slice(0, 40)} outside of /v1/*`, () => expect(fits(path, '/v1/*')).to.equal(false));

  it('takes a path without a star to the letter', () => {
    expect([fits('/v1', '/v1'), fits('/v1/', '/v1'), fits('/v1/x', '/v1'), fits('/v1%2Fx', '/v1')]).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it('lets stars stand for any characters, anywhere', () => {
    expect(fits('/users/7/posts', '/users/*/posts')).to.equal(true);
    expect(fits('/users/7/posts/1', '/users/*/posts')).to.equal(false);
    expect(fits('/a/x/b/y/c.json', '/a/*/b/*.json')).to.equal(true);
    expect(fits('/ab', '/a*ab')).to.equal(false);
    expect(fits('/users/7%2F..%2F..%2Fadmin/posts', '/users/*/posts')).to.equal(false);
    expect(fits('/caf%C3%A9/1', '/caf%C3%A9/*')).to.equal(true);
  });

  it('lets everything be any path', () => {
    for (const path of [...INSIDE, ...OUTSIDE]) expect(fits(path, '/*')).to.equal(true);
  });

  it('lets a parameter stand for exactly one segment', () => {
    expect(fits('/users/7/posts/9', '/users/{id}/posts/{post}')).to.equal(true);
    expect(fits('/users/a%20b', '/users/{id}')).to.equal(true);
    for (const path of [
      '/users',
      '/users/',
      '/users//',
      '/users/7/',
      '/users/7/x',
      '/users/7/../..',
      '/user/7',
      '/x/users/7',
    ])
      expect(fits(path, '/users/{id}'), path).to.equal(false);
    for (const path of [
      '/users/7%2Fx',
      '/users/7%5Cx',
      '/users/7%252Fx',
      '/users/..%2F7',
      '/users/%3B7',
      '/users/;7',
      '/users/%00',
    ])
      expect(fits(path, '/users/{id}'), path).to.equal(false);
    expect(fits('/users/7/posts/1/2', '/users/{id}/*')).to.equal(true);
    expect(fits('/users/7/', '/users/{id}/*')).to.equal(true);
    expect(fits('/users/7', '/users/{id}/*')).to.equal(false);
    expect(fits('/users//posts', '/users/{id}/*')).to.equal(false);
  });

  it('lets a parameter stand for a part of a segment', () => {
    expect(fits('/logo.png', '/{name}.{format}')).to.equal(true);
    expect(fits('/logo.', '/{name}.{format}')).to.equal(false);
    expect(fits('/.png', '/{name}.{format}')).to.equal(false);
    expect(fits('/a.b.c', '/{name}.{format}')).to.equal(true);
    expect(fits('/7:cancel', '/{id}:cancel')).to.equal(true);
    expect(fits('/:cancel', '/{id}:cancel')).to.equal(false);
    expect(fits('/7:delete', '/{id}:cancel')).to.equal(false);
    expect(fits('/ab', '/{a}{b}')).to.equal(true);
    expect(fits('/a', '/{a}{b}')).to.equal(false);
  });

  it('takes a parameter of the kind ";x" if the pattern names it', () => {
    expect(fits('/users/;id=7', '/users/;{id}')).to.equal(true);
    expect(fits('/users/;id=7', '/users/{id}')).to.equal(false);
    expect(fits('/users/7', '/users/;{id}')).to.equal(false);
    expect(fits('/users/;id=7%2F..%2Fadmin', '/users/;{id}')).to.equal(false);
  });

  it('takes no longer for a path that is made to be hard', () => {
    const hard = (): unknown => expect(fits(`/${'a'.repeat(8_000)}`, '/*a*a*a*a*a*a*a*b')).to.equal(false);
    expect(cpuMsOf(hard)).to.be.lessThan(1_000);
  });
});
