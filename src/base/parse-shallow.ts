import { isNestedDeeper } from './is-nested-deeper.ts';

/** Nothing that people or programs send here has more levels; whoever descends into a deeper nest may break. */
const deepest = 32;

/** JSON.parse for what strangers send: throws for a deep nest before anything of it is built. */
export function parseShallow(text: string): unknown {
  if (isNestedDeeper(text, deepest)) throw new SyntaxError(`JSON is nested deeper than ${deepest} levels`);
  return JSON.parse(text);
}
