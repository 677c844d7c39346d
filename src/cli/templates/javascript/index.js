// The tools of this plugin. Each call runs in fresh state, without files and without Node. plugin.json asks for what else a tool reaches.

const MOST_CHARACTERS = 100_000;

/**
 * @param {{ text: string }} args
 * @returns {{ words: number, characters: number }}
 */
export function exampleTool({ text }) {
  // The server passes on what the caller sent. What a tool throws is read by a language model: say what would be right.
  if (typeof text !== 'string') throw new TypeError('"text" must be a string, for instance "To be or not to be".');
  if (text.length > MOST_CHARACTERS) throw new RangeError(`"text" may have at most ${MOST_CHARACTERS} characters.`);
  return { words: wordsIn(text), characters: charactersIn(text) };
}

const wordsIn = (text) => {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
};

/** What a person sees as one: an emoji or an accented letter counts once. */
const charactersIn = (text) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
