import { isNestedDeeper } from './is-nested-deeper.ts';

/** Schemas need a dozen levels inside their envelope. */
const maxDepth = 64;

/** JSON that others wrote. Undefined: it is none, or a nest that nobody should build. */
export function parsedJson(text: string): unknown {
  if (isNestedDeeper(text, maxDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whoever walks through a nest of thousands of brackets falls over. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
