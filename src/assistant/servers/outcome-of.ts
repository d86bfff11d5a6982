import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { isRecord, ownJson } from '#base/json.ts';
import { foreignText } from './foreign-text.ts';
import type { ToolOutcome } from './servers.ts';

/** More than any model takes, and less than would fill the memory. */
const maxCharacters = 1_000_000;

type ToolResult = Pick<CallToolResult, 'content' | 'structuredContent' | 'isError'>;

export function outcomeOf(
  result: ToolResult,
  { isForeign, tookMs }: { isForeign: boolean; tookMs: number },
): ToolOutcome {
  const { structuredContent } = result;
  const data = isRecord(structuredContent) ? structuredContent : undefined;
  const texts = result.content.map(textOf).filter((text) => text !== '');
  const asText = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  // Many servers say the same twice, for hosts that know no structured content.
  const isSaid = asText === '' || texts.some((text) => isSameJson(text, asText));
  const text = foreignText([...texts, ...(isSaid ? [] : [asText])].join('\n'), maxCharacters);
  const isError = result.isError === true;
  return { text, data, isError, isUntrusted: isForeign || holdsText(structuredContent), tookMs };
}

/** Of a picture or a sound only what it is: whoever answers reads. */
function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type}, ${block.mimeType}, ${Math.round((block.data.length * 3) / 4)} bytes]`;
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}]`;
    default:
      return '';
  }
}

/**
 * Sentences in the data of our own system may be those of a station, a device or a driver: which ones, nobody can tell from here. Names of our own
 * fields have no blank in them, and cursors to read on are ours too.
 */
function holdsText(value: unknown, field = ''): boolean {
  if (typeof value === 'string') return !cursors.has(field) && isSentence(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !/^[\w.-]*$/.test(key) || holdsText(inner, key));
}

const cursors = new Set(['next', 'proximo']);
/** More words than a status, a time zone or the name of a station has. */
const maxWords = 3;

/** A sentence needs no blank: models read Stop-all-sessions-now, StopAllSessionsNow and the name of a tool as well, and some scripts have none. */
export function isSentence(text: string): boolean {
  if (!/^[\p{Script=Latin}\p{N}.:+/@#%_-]*$/u.test(text) || /[a-z]{2}_[a-z]{2}/.test(text)) return true;
  const words = text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => /^\p{L}{2,}$/u.test(word));
  return words.length > maxWords;
}

function isSameJson(text: string, json: string): boolean {
  return text === json || JSON.stringify(ownJson(text)) === json;
}
