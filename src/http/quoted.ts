// How a caller's own words appear in a reply: short, in quotes, nothing in them but printable ASCII.

const SHOWN_CHARACTERS = 64;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text in quotes, at most 64 characters of it, with everything beyond printable ASCII escaped. */
export const quoted = (text: string): string => {
  const shown = JSON.stringify(text.slice(0, SHOWN_CHARACTERS)).replace(/[^ -~]/g, escaped);
  return text.length > SHOWN_CHARACTERS ? `${shown}…` : shown;
};
