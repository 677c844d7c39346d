// Which tools scripts may call, and that other calls are not asked.

import { expect } from 'chai';
import { scriptsExecutor, scriptsMay } from '../../../src/front/gates/scripts.ts';
import type { Tool } from '../../../src/settings/rules/rule.ts';
import { NO_USAGE, type Outcome, type ToolCall } from '../../../src/shared/protocol/call.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';

const toolOf = (toolName: string, readOnlyHint?: boolean): Tool => ({
  ...{ toolName, pluginName: 'shop' },
  annotations: readOnlyHint === undefined ? {} : { readOnlyHint },
});
const TOOLS = [toolOf('getOrder', true), toolOf('setOrder', false), toolOf('sayNothing')];
const allowed = (...allow: string[]): readonly string[] =>
  TOOLS.filter(scriptsMay(allow)).map(({ toolName }) => toolName);

describe('what scripts may call', () => {
  it('is what only reads, all, or what is named, without what is excepted', () => {
    expect(allowed('readOnly')).to.deep.equal(['getOrder']);
    expect(allowed('all')).to.deep.equal(['getOrder', 'setOrder', 'sayNothing']);
    expect(allowed('all', '!set*')).to.deep.equal(['getOrder', 'sayNothing']);
    expect(allowed('readOnly', 'set*')).to.deep.equal(['getOrder', 'setOrder']);
    expect(allowed('readOnly', '!getOrder')).to.deep.equal([]);
    expect(allowed('say*')).to.deep.equal(['sayNothing']);
    expect(allowed()).to.deep.equal([]);
  });

  it('is asked for calls of scripts alone, each time anew', async () => {
    let allow = ['readOnly'];
    const done: Outcome = { ok: true, resultJson: Buffer.from('1'), usage: NO_USAGE };
    const executor = scriptsExecutor({
      allow: () => allow,
      tools: () => new Map(TOOLS.map((tool) => [tool.toolName, tool])),
      next: { execute: async () => done },
    });
    const call: ToolCall = {
      callId: '1',
      toolName: 'setOrder',
      argumentsJson: Buffer.from('{}'),
      signal: new LightSignal(),
    };
    const ofScript = { ...call, ofScript: { queueMs: 1 } };
    expect(await executor.execute(call)).to.equal(done);
    const refused = await executor.execute(ofScript);
    expect(!refused.ok && refused.failure).to.include({ code: 'forbidden', setting: 'scripts.allow' });
    allow = ['all'];
    expect(await executor.execute(ofScript)).to.equal(done);
  });
});
