import { storableValue } from '#database/storable-text.ts';
import type { ToolAnswer } from './tool.ts';

const maxCharacters = 65_536;

/**
 * An answer as a table can keep it, or undefined when it is too large: what has happened must not fail to be written down because of what
 * a station said.
 */
export function storableAnswer({ text, data }: ToolAnswer): ToolAnswer | undefined {
  const json = JSON.stringify({ text, data });
  return json.length <= maxCharacters ? storableValue(JSON.parse(json) as ToolAnswer) : undefined;
}
