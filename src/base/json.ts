import { isNestedDeeper } from './is-nested-deeper.ts';

/** JSON of a stranger. Undefined: the text is no JSON, or is nested too deep; a deep nest is refused before anything of it is built. */
export function parsedJson(text: string, maxDepth = 32): unknown {
  return isNestedDeeper(text, maxDepth) ? undefined : ownJson(text);
}

/** JSON that we wrote, or that was bounded before. Undefined: the text is no JSON, such as the torn end of a file. */
export function ownJson(text: string): unknown {
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
