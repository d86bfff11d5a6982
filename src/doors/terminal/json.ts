// JSON itself only escapes the first 32 characters; a terminal obeys others too, and bidi characters reorder what is read.
const unsafe = /[\u007f-\u009f\u2028\u2029\p{Cf}\p{Co}\p{Cn}]/gu;

/** JSON that means exactly the value, written so that it can be shown on a terminal. */
export function json(value: unknown, { indent = 2 } = {}): string {
  return JSON.stringify(value, null, indent).replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

/** One value per line, for programs that read along. */
export function jsonLine(value: unknown): string {
  return json(value, { indent: 0 });
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
