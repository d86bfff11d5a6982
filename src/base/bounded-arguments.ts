import { SigecError } from './errors.ts';

const most = { characters: 65_536, depth: 20 };

/**
 * Refuses arguments that nobody writes by hand: bulk, nests, and characters that no text can hold. Walked without recursion and before
 * anything else reads them, since a nest of brackets breaks whoever descends into it.
 */
export function mustBeBounded(given: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: given, depth: 0 }];
  let characters = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    characters += typeof value === 'string' ? value.length + 2 : 4;
    if (typeof value === 'string') mustBeText(value);
    if (typeof value === 'object' && value !== null) {
      if (depth >= most.depth) throw refusal(`are nested deeper than ${most.depth} levels`);
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) {
          mustBeText(name);
          characters += name.length + 3;
        }
        waiting.push({ value: inner, depth: depth + 1 });
      }
    }
    if (characters + waiting.length > most.characters)
      throw refusal(`are larger than ${most.characters / 1024} KB; ask for less at once`);
  }
}

/** PostgreSQL and JSON readers refuse these, and no name or id has them. */
function mustBeText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw refusal('hold a NUL or half a character');
}

function refusal(why: string): SigecError {
  return new SigecError('INVALID_INPUT', `The arguments ${why}. Nothing was run.`);
}
