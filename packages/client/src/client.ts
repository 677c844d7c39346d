// `toolcell/client`: a client for agents and programs that call the tools of a server. It needs `fetch` and nothing else, so it runs in browsers and in Node.

export { type AiSdk, type AiSdkModelOutput, type AiSdkTool, toAiSdkTools } from './adapters/ai-sdk.ts';
export {
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  type AnthropicToolUse,
  toAnthropicTools,
} from './adapters/anthropic.ts';
export { type LangChain, type LangChainToolFields, toLangChainTools } from './adapters/langchain.ts';
export { type AnyClient, failureText, type ModelOutcome } from './adapters/model-text.ts';
export {
  type OpenAiCall,
  type OpenAiCallOutput,
  type OpenAiChatCall,
  type OpenAiChatMessage,
  type OpenAiChatTool,
  type OpenAiTool,
  type OpenAiTools,
  toOpenAiTools,
} from './adapters/openai.ts';
export {
  type CallInfo,
  type CallOptions,
  type ClientOptions,
  createClient,
  type ReceiptedResult,
  type ToolcellClient,
} from './core/client.ts';
export type { ConnectionOptions } from './core/connection.ts';
export {
  CallTimeoutError,
  type FailureCode,
  type Fault,
  ForeignReplyError,
  type Problem,
  type Refusal,
  ToolcellError,
  UnreachableError,
  type Violation,
} from './core/errors.ts';
export type { RetryOptions } from './core/patience.ts';
export type { ScriptAnswer, ScriptCall, ScriptOptions, ScriptReport } from './core/script-types.ts';
export type { ListOptions } from './core/tool-list.ts';
export type {
  AnyTools,
  CallProgress,
  CallTiming,
  JsonValue,
  Receipt,
  Share,
  Tool,
  ToolAnnotations,
  ToolSchema,
  ToolType,
  ToolTypes,
} from './core/types.ts';
