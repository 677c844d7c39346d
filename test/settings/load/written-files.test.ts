// Two settings never write to one file.

import { expect } from 'chai';
import { accepted, loadText, problemsOf } from '../config-folder.ts';

const load = (settings: object) => loadText(JSON.stringify(settings));

describe('files that settings name', () => {
  it('are refused if two settings write to one, however it is spelled', () => {
    expect(problemsOf(load({ log: { file: 'toolcell.log' }, audit: { file: './a/../toolcell.log' } }))).to.deep.equal([
      'sandbox.config.json:1:48 audit.file: it is also log.file, and each writes its own file → name another file',
    ]);
    expect(problemsOf(load({ audit: { file: 'keys.json' }, access: { keysFile: 'keys.json' } }))).to.have.length(1);
    const [problem] = problemsOf(load({ store: { file: 'data.db' }, log: { file: 'data.db' } }));
    expect(problem).to.contain('log.file: it is also store.file');
  });

  it('may be different, or not named at all', () => {
    expect(accepted(load({})).config.audit.file).to.equal('');
    accepted(load({ log: { file: 'a' }, audit: { file: 'b' }, access: { keysFile: 'c' } }));
  });
});
