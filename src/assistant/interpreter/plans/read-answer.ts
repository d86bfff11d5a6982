import { isRecord, ownJson } from '#base/json.ts';
import type { Answer } from './plan.ts';

/** The sentence of a tool and its data, which stands behind it as JSON. One that was called through another is taken out of it. */
export function readAnswer(text: string, isError: boolean): Answer {
  for (const at of beginningsIn(text)) {
    const data = objectIn(text.slice(at));
    if (data === undefined) continue;
    const { data: inner, text: innerText, tool } = data;
    if (typeof tool === 'string' && isRecord(inner))
      return { text: typeof innerText === 'string' ? innerText : '', data: inner, hasData: true, isError };
    return { text: text.slice(0, at).trim(), data, hasData: true, isError };
  }
  const [cut = text.length] = beginningsIn(text);
  return { text: text.slice(0, cut).trim(), data: {}, hasData: false, isError };
}

/** Where an object may begin: at the start, or on a line of its own. */
function beginningsIn(text: string): number[] {
  return [...text.matchAll(/^\{/gm)].map(({ index }) => index);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const value = ownJson(text);
  return isRecord(value) ? value : undefined;
}

export type Row = Record<string, unknown>;

/** The list of that name; empty where the answer has none. */
export function rowsIn(data: Row, name: string): Row[] {
  const list = data[name];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export function textIn(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function numberAt(row: Row, name: string): number | undefined {
  const value = row[name];
  return typeof value === 'number' ? value : undefined;
}

export function objectAt(row: Row, name: string): Row {
  const value = row[name];
  return isRecord(value) ? value : {};
}

export function namesIn(data: Row, name: string): string[] {
  const list = data[name];
  return Array.isArray(list) ? list.map(String) : [];
}
