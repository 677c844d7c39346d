import { expect } from 'chai';
import { ImportRefused } from '../../../../src/cli/import/kind.ts';
import { blockOf, notesOfBlocked, unlisted } from '../../../../src/cli/import/npm/refusals.ts';

const SPAWN = { member: 'child_process.spawn', place: 'node_modules/kube/run.js:3:4' };
const MAKE = { member: 'fs.mkdir', place: undefined };
const described = { tools: [], variables: [], requests: [], asked: [], words: '' };

describe('the refusal of a server of npm', () => {
  it('names the member, the place and what a tool has, if that is what its failure says', () => {
    const fault = 'Error: child_process.spawn is not available in a tool';
    expect(unlisted({ ...described, fault, refused: [MAKE, SPAWN] }, []).message).to.equal(
      'the server needs child_process.spawn (node_modules/kube/run.js:3:4) before it lists its tools, and a tool has no processes → no part of it would work; run this server by itself, outside of Toolcell; nothing was written',
    );
    const readOnly = "EROFS: read-only file system, mkdir '/x'";
    expect(unlisted({ ...described, fault: readOnly, refused: [MAKE] }, []).message).to.match(
      /needs fs\.mkdir before it lists its tools, and a tool has no files of the machine, and none to write →/,
    );
  });

  it('blames nothing that was only used beside, and names it in the hint', () => {
    const { message } = unlisted({ ...described, fault: 'Set TEAM_ID.', refused: [SPAWN] }, ['TEAM_ID']);
    expect(message).to.match(
      /^the server does not list its tools: Set TEAM_ID\. → it read TEAM_ID: give a value with --set NAME=VALUE.*it also used .*child_process\.spawn/,
    );
  });

  it('shows no control character of a name or a place that a package has forged', () => {
    const forged = { member: 'net.a\u001b[2J', place: 'b\u202e.js:1:1' };
    const fault = `net.a\u001b[2J is not available in a tool`;
    expect(unlisted({ ...described, fault, refused: [forged] }, []).message).to.match(/^\P{C}+$/u);
  });

  it('is a note if other tools can work, with the line that imports them, and a refusal if none can', () => {
    const blocked = [{ tool: 'apply', refused: SPAWN }];
    expect(notesOfBlocked([], ['apply'])).to.deep.equal([]);
    expect(notesOfBlocked(blocked, ['apply', 'explain', 'list'])).to.deep.equal([
      'apply cannot work: child_process.spawn (node_modules/kube/run.js:3:4), and a tool has no processes; the others would be --only explain,list',
    ]);
    expect(() => notesOfBlocked(blocked, ['apply'])).to.throw(ImportRefused, /each of its tools needs.*such as apply/);
  });

  it('is not made of a failure that has another reason', () => {
    expect(blockOf('Error: 401 Unauthorized', [SPAWN, MAKE])).to.equal(undefined);
    expect(blockOf("EROFS: read-only file system, mkdir '/x'", [SPAWN, MAKE])).to.equal(MAKE);
  });
});
