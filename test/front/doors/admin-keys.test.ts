// Admin keys are found by their hashes, have a form of their own, and never are API keys.

import { expect } from 'chai';
import { AdminKeys, adminKeysOf, mayDo } from '../../../src/front/doors/admin-keys.ts';
import {
  KEY_IN_TEXT,
  keyFormOf,
  keyHashOf,
  makeAdminKey,
  makeKey,
  withoutKeys,
} from '../../../src/front/doors/api-key.ts';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';

describe('admin keys', () => {
  it('have a form that scanners find, logs leave out, and no door for agents takes', () => {
    const key = makeAdminKey();
    expect(key).to.match(/^toolcell_admin_[0-9A-Za-z]{49}$/);
    expect(KEY_IN_TEXT.test(key)).to.equal(true);
    expect(withoutKeys(`a ${key} b`)).to.equal('a toolcell_… b');
    expect([keyFormOf(key), keyFormOf(makeKey())]).to.deep.equal(['admin', 'key']);
    const { keys } = createKey([], { client: 'ada', scopes: [] }, undefined);
    const forged = keys.map((record) => ({ ...record, hash: keyHashOf(key) }));
    expect(new Keyring(forged).find(key)).to.equal('admin');
  });

  it('are found whichever place they have', () => {
    const texts = ['a key of the operator', makeAdminKey(), makeAdminKey()];
    const [first = '', second = '', third = ''] = texts;
    const records = adminKeysOf({
      adminKeys: {
        admin: { hash: keyHashOf(first), role: 'operate' },
        two: { hash: keyHashOf(second), role: 'read' },
        three: { hash: keyHashOf(third), role: 'operate' },
        none: { role: 'operate' },
      },
    });
    const keys = new AdminKeys(records);
    expect(texts.map((text) => keys.find(text))).to.deep.equal([
      { name: 'admin', hash: keyHashOf(first), role: 'operate' },
      { name: 'two', hash: keyHashOf(second), role: 'read' },
      { name: 'three', hash: keyHashOf(third), role: 'operate' },
    ]);
    for (const text of ['', keyHashOf(second), second.slice(0, -1), `${second}x`, makeAdminKey()])
      expect(keys.find(text)).to.equal(undefined);
    keys.replace([]);
    expect(keys.find(first)).to.equal(undefined);
  });

  it('are none if they have the form of an API key', () => {
    const text = makeKey();
    const keys = new AdminKeys([{ name: 'one', hash: keyHashOf(text), role: 'operate' }]);
    expect(keys.find(text)).to.equal(undefined);
  });

  it('may do what their role says', () => {
    expect([mayDo('read', 'read'), mayDo('operate', 'read'), mayDo('operate', 'operate')]).to.not.include(false);
    expect(mayDo('read', 'operate')).to.equal(false);
  });
});
