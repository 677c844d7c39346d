// Tests how the guest's scripts are built.

import { basename } from 'node:path';
import { expect } from 'chai';
import { buildGuestScripts } from '../../../../src/control/launch/image/guest-scripts.ts';

describe('the guest scripts', () => {
  it('have the values of the wire constants in place of their names', async () => {
    const scripts = await buildGuestScripts();
    const bootstrap = scripts.find(({ path }) => basename(path) === 'bootstrap.js')?.text ?? '';
    expect(bootstrap).to.include('case 4:').and.include('"p"');
    expect(bootstrap).not.to.match(/guest-wire|\b(?:INVOKE|SUSPENDED|SET_TIMER)\b/);
  });
});
