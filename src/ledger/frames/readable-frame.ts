/** A frame without its backslashes, with the way back to every character as it came. */
export type ReadableFrame = {
  frame: string;
  text: string;
  /** Where the character at this place of `text` begins in the frame, its backslashes included. */
  before(at: number): number;
  after(at: number): number;
  /** How many texts the quote at this place stands inside of: 0 for JSON, 1 for JSON within a text of JSON. */
  depthOf(quoteAt: number): number;
  /** Whether the quote belongs to a text of that depth, instead of ending it. */
  isEscaped(quoteAt: number, depth: number): boolean;
  /** Where a closing quote begins in the frame, with as many backslashes as the opening one has. */
  delimiterAt(closingAt: number, openingAt: number): number;
};

const escape = /\\+(?:u([0-9a-f]{4})|([\s\S]))?/gi;

export function readableFrame(frame: string): ReadableFrame {
  const begins = new Int32Array(frame.length + 1);
  const ends = new Int32Array(frame.length + 1);
  /** Backslashes as if every quote were written with its backslashes alone: `\u0022` is `\"`. */
  const slashes = new Int32Array(frame.length + 1);
  let [text, length, position] = ['', 0, 0];
  const plain = (to: number) => {
    for (let index = position; index < to; index += 1, length += 1) {
      begins[length] = index;
      ends[length] = index + 1;
    }
    text += frame.slice(position, to);
  };
  for (const match of frame.matchAll(escape)) {
    const [whole, hex, character = ''] = match;
    plain(match.index);
    position = match.index + whole.length;
    const read = hex === undefined ? spaceOr(character) : String.fromCharCode(Number.parseInt(hex, 16));
    if (read === '') continue; // the frame ends with backslashes
    const run = whole.length - (hex === undefined ? character.length : 5);
    begins[length] = match.index;
    ends[length] = position;
    slashes[length] = hex === undefined ? run : 2 * run - 1;
    text += read;
    length += 1;
  }
  plain(frame.length);
  const slashesAt = (at: number) => slashes[at] ?? 0;
  return {
    frame,
    text,
    before: (at) => begins[at] ?? frame.length,
    after: (at) => ends[at] ?? frame.length,
    depthOf: (at) => Math.floor(Math.log2(slashesAt(at) + 1)),
    // Each level doubles the backslashes of the one inside it: at depth 1 `\"` is a quote and `\\\"` one that is escaped.
    isEscaped: (at, depth) => (slashesAt(at) + 1) % 2 ** (depth + 1) === 0,
    delimiterAt: (at, openingAt) => {
      const spare = slashesAt(at) - slashesAt(openingAt);
      return (begins[at] ?? frame.length) + Math.max(0, spare);
    },
  };
}

/** `\n` inside a text that holds JSON is white space of that JSON. */
function spaceOr(character: string): string {
  return 'nrt'.includes(character) && character !== '' ? ' ' : character;
}
