import type { ToolCall } from '#assistant/conversation/message.ts';
import { callsOthers } from '#assistant/servers/open-servers.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

const longestValue = 40;

/** A call that was passed on by call_tool is told by what it was passed on to. */
export function callWords({ call, title }: { call: ToolCall; title: string }): string {
  const name = call.name === callsOthers ? title : call.name;
  return `${visible(name)}  ${argumentWords(call.arguments)}`.trim();
}

/** "CP-7, type: hard": what a tool is asked, short enough for one line. */
export function argumentWords(given: Readonly<Record<string, unknown>>): string {
  return Object.entries(given)
    .map(([name, value]) => `${visible(name)}: ${shortValue(value)}`)
    .join(', ');
}

function shortValue(value: unknown): string {
  const text = visible(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'));
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** "38 ms" or "2.1 s". */
export function durationWords({ language }: Pick<Terminal, 'language'>, ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}
