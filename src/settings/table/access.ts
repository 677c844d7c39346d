// The section `access`: who may call. Data only.

import { RULE_LIMITS, type RuleLimitName } from '../rules/rule.ts';
import {
  ANNOTATION,
  CALLER_NAME,
  CALLER_PATTERN,
  COMMON_NAME,
  FINGERPRINT,
  NO_FILE,
  PLUGIN_PATTERN,
  RULE_NAME,
  SAN,
  SCOPE_NAME,
  TOOL_PATTERN,
} from './forms.ts';
import { LIMITS } from './limits.ts';
import { OAUTH } from './oauth.ts';
import { SCRIPTS } from './scripts.ts';
import { choice, list, live, named, needing, text, type WholeNumber } from './setting.ts';

/** The limits that a rule can lower, with the ranges of `limits`. */
const RULE_LIMIT_SETTINGS = {
  ...Object.fromEntries(RULE_LIMITS.map((name) => [name, LIMITS[name]])),
  ...{ calls: SCRIPTS.calls, dataBytes: SCRIPTS.dataBytes },
} as { readonly [Name in RuleLimitName]: WholeNumber };

const RULES = live(
  named({
    keyWord: 'name of a rule',
    keyForm: RULE_NAME,
    each: {
      effect: choice(
        ['allow', 'deny'],
        'allow',
        'Whether the rule allows the calls that it matches, or denies them.',
        'A rule that denies wins over all that allow.',
      ),
      clients: list(
        CALLER_PATTERN,
        'Names or patterns of clients, of which one has to match; a caller without a key has no client.',
        'Everyone matches a rule without it.',
      ),
      orgs: list(
        CALLER_PATTERN,
        'Names or patterns of organisations, of which one has to match.',
        'Everyone matches a rule without it.',
      ),
      users: list(
        CALLER_PATTERN,
        'Names or patterns of the people for whom clients act, of which one has to match.',
        'Everyone matches a rule without it.',
      ),
      scopes: list(
        SCOPE_NAME,
        'Scopes that the caller needs, all of them, exactly as they are written.',
        'Callers need no scope for a rule without it.',
      ),
      plugins: list(
        PLUGIN_PATTERN,
        'Names or patterns of plugins, of which one has to match, and none of those with `!`; `["!a"]` is about all but `a`.',
        'Every plugin matches a rule without it.',
      ),
      tools: list(
        TOOL_PATTERN,
        'Names or patterns of tools, of which one has to match, and none of those with `!`; `["!a"]` is about all but `a`.',
        'Every tool matches a rule without it.',
      ),
      annotations: list(
        ANNOTATION,
        'Annotations of the tool that have to be true, or with `!` false; what a tool leaves out counts as the Model Context Protocol says.',
        'Annotations are what authors say of their own tools, so allow by them only tools of authors whom you trust.',
      ),
      limits: RULE_LIMIT_SETTINGS,
    },
    meaning:
      'Name → a rule that allows or denies calls: `effect`, whom it is about (`clients`, `orgs`, `users`, `scopes`), what it is about (`plugins`, `tools`, `annotations`), and lower `limits` for the calls that it allows.',
    reason: 'Without rules, everyone who comes in may call everything.',
  }),
);

export const ACCESS = {
  keysFile: text(
    NO_FILE,
    'File of the API keys that callers may send, which `toolcell key` writes and a running server follows.',
    'With it, only callers with a key come in; a laptop needs none.',
  ),
  anonymous: choice(
    ['auto', 'allow', 'refuse'],
    'auto',
    'Whether requests without a key may pass: `auto` lets them if `server.host` is a loopback address and there are no keys.',
    'The server does not listen on a network until you have decided who may call.',
  ),
  oauth: OAUTH,
  rules: RULES,
  default: live(
    choice(
      ['allow', 'deny'],
      'allow',
      'What happens to a call that no rule in `rules` matches.',
      '`deny` is for a list of what is allowed.',
    ),
  ),
  unlisted: live(
    choice(
      ['hidden', 'forbidden'],
      'hidden',
      'How a call that is not allowed is answered: as if there were no such tool, or with 403 and the scopes that are missing.',
      '`forbidden` helps callers who can ask for a scope.',
    ),
  ),
  certificates: needing(
    ['server.tls.clientCertificates'],
    live(
      named({
        keyWord: 'name of a client',
        keyForm: CALLER_NAME,
        each: {
          fingerprint256: list(
            FINGERPRINT,
            'SHA-256 fingerprints of the certificates of the client.',
            'The narrowest way to name a certificate; two of them let the client change its certificate without a pause.',
          ),
          san: text(
            SAN,
            'The DNS name or URI that a certificate of the client has as a subject alternative name.',
            'It stays the same when the certificate is renewed.',
          ),
          subjectCN: text(
            COMMON_NAME,
            'The one common name in the subject of a certificate of the client.',
            'For authorities that write no alternative names.',
          ),
          org: text(CALLER_NAME, 'The organisation that the client belongs to.', 'As an API key has it.'),
          scopes: list(
            SCOPE_NAME,
            'Scopes of the client; with an API key as well, only those that both have.',
            'A certificate has none of its own.',
          ),
        },
        meaning:
          'Name of a client → which certificates name it, by one of `fingerprint256`, `san` and `subjectCN`, and its `org` and `scopes`; without any entry a certificate names nobody.',
        reason: 'The authority says that a certificate is genuine, and you say who that is.',
      }),
    ),
  ),
};
