// Finds in a text that language models read: characters that nobody sees, and words that steer the model instead of describing the tool. Any process.

import { shown } from '../model/refusal.ts';

export interface TextFinding {
  readonly finding: string;
  readonly hint: string;
}

const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const TAGS = /[\u{e0000}-\u{e007f}]+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
/** Characters that are not visible. Joiners and variation selectors count only if there is nothing that they join or vary. */
const INVISIBLE = new RegExp(
  [
    '[\\u00ad\\u115f\\u1160\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb]',
    '[\\u034f\\u17b4\\u17b5\\u180b-\\u180f]',
    '[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0080}-\\u{e0fff}]',
    // Emoji are joined into families, and letters of Arabic and Indic scripts to one another.
    '(?<![\\p{Extended_Pictographic}\\ufe0f\\p{Emoji_Modifier}\\p{L}\\p{M}])\\u200d',
    '\\u200d(?![\\p{Extended_Pictographic}\\p{L}])',
    '(?<![\\p{L}\\p{M}])\\u200c',
    '(?<=[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])[\\u200c\\u200d]',
    '(?<![\\p{Emoji}\\p{Script=Han}])[\\ufe00-\\ufe0f]',
  ].join('|'),
  'gu',
);

const UNSEEN_HINT = 'remove them, or write their text in visible letters';

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The visible text. Tag characters are ASCII, moved to a range that no font shows. */
const untagged = (tags: string): string =>
  shown([...tags].map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) & 0x7f)).join(''), 60);

const countOf = (matches: readonly string[], kind: string): string =>
  `has ${matches.length} ${kind}${matches.length === 1 ? '' : 's'}, such as ${codePoint(matches[0] ?? '')}`;

type Unseen = readonly [pattern: RegExp, tell: (matches: readonly string[]) => string];
const UNSEEN: readonly Unseen[] = [
  [TAGS, (runs) => `hides a text in tag characters: "${untagged(runs.join(''))}"`],
  [BIDIRECTIONAL, (found) => countOf(found, 'text-direction character')],
  [INVISIBLE, (found) => countOf(found, 'invisible character')],
  [CONTROLS, (found) => countOf(found, 'control character')],
];

const unseenIn = (text: string): readonly TextFinding[] =>
  UNSEEN.flatMap(([pattern, tell]) => {
    const matches = text.match(pattern);
    return matches ? [{ finding: tell(matches), hint: UNSEEN_HINT }] : [];
  });

/** Words that steer a model, with their findings. Gaps are bounded, so that no text makes a pattern slow. */
const STEERING: readonly (readonly [pattern: RegExp, finding: string])[] = [
  [
    /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|above|earlier|preceding|existing|other|system|all)\b[^.!?]{0,30}\b(?:instructions?|rules?|prompts?|guidelines|directives?|messages)\b/i,
    'tells the model to ignore other instructions',
  ],
  [
    /\b(?:do not|don['’]t|never|must not|without)\s+(?:ever\s+)?(?:tell|mention|inform|reveal|disclos|notify|alert|show|warn|ask)(?:e|s|ing)?\b[^.!?]{0,40}\b(?:users?|humans?|persons?|people|anyone|operator)\b/i,
    'tells the model to keep something from the user',
  ],
  [
    /\b(?:always|must|should|need to|have to)\b[^.!?]{0,30}\b(?:call|use|run|invoke|execute)\b[^.!?]{0,50}\b(?:first|before (?:any|every|all|each|other|using|calling|answering|doing)|prior to)\b|\bbefore (?:using|calling|running|invoking) any (?:other )?tools?\b/i,
    'tells the model to call it before all others',
  ],
  [
    /\b(?:instead of|rather than|do not use|don['’]t use|never use|never call)\b[^.!?]{0,30}\b(?:other|another|built-?in|native|existing)\b[^.!?]{0,20}\btools?\b/i,
    'tells the model not to use other tools',
  ],
  [
    /<\/?\s*(?:important|system|system-reminder|instructions?|critical|secret|hidden|assistant|admin)\b[^<>]{0,40}>|<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>/i,
    'has a tag that looks like a part of the conversation',
  ],
  [
    /\b(?:include|pass|send|copy|put|provide|reveal|print|repeat|attach|append)\b[^.!?]{0,50}\b(?:system prompt|system message|developer message|conversation history|chat history|previous messages|your instructions|chain of thought|(?:whole|entire|full) conversation)\b/i,
    'asks the model for its prompt or the conversation',
  ],
  [
    /~\/\.(?:ssh|aws|gnupg|kube|npmrc|netrc)|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b/i,
    'names a file in which secrets are kept',
  ],
  [/<!--[^>]{20,}-->/, 'has a comment that a page does not show'],
];

const STEERING_HINT = 'say what the tool does and when to use it; leave the rest to the model and its user';

/** The text as a model may read it: without invisible characters, in plain letters, on one line. */
const plainOf = (text: string): string =>
  text.replace(TAGS, '').replace(BIDIRECTIONAL, '').replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/g, ' ');

const steeringIn = (text: string): readonly TextFinding[] => {
  const plain = plainOf(text);
  return STEERING.flatMap(([pattern, finding]) => {
    const [words] = pattern.exec(plain) ?? [];
    return words === undefined ? [] : [{ finding: `${finding}: "${shown(words, 80)}"`, hint: STEERING_HINT }];
  });
};

const layoutIn = (text: string): readonly TextFinding[] => {
  const findings: TextFinding[] = [];
  if (/\s{40}/.test(text)) {
    findings.push({ finding: 'has a gap of 40 blanks or more, which hides the text after it', hint: 'close the gap' });
  }
  if (/[A-Za-z0-9+/=_-]{160}/.test(text)) {
    findings.push({ finding: 'has a word of 160 characters or more, which nobody reads', hint: 'leave it out' });
  }
  return findings;
};

/** The findings about a text, the worst first. Takes time that is linear in its length. */
export const findInText = (text: string): readonly TextFinding[] => [
  ...unseenIn(text),
  ...steeringIn(text),
  ...layoutIn(text),
];
