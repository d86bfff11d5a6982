import { parseSync, Visitor } from 'vite';
import { operatorChanges } from './operators.ts';

/**
 * The same source with a switch at every operator, so that one run of the tests can tell which operators they evaluate:
 * `a < b` becomes `__mutation.pair("path#0","<",a,b)`, and `a && b` keeps its right side lazy.
 */
export function switched(path: string, text: string): string {
  const changes = new Map(operatorChanges(path, text).map((change, index) => [change.start, { ...change, index }]));
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  const instead = new Map<number, { end: number; text: string }>();
  const wrap = (node: { start: number; end: number; operator: string }, at: number, form: Form) => {
    const change = changes.get(at);
    if (change?.from !== node.operator) return;
    const name = `${JSON.stringify(operatorKey(path, change.index))},`;
    const operator = form === 'not' ? '' : `${JSON.stringify(node.operator)},`;
    const open = `${form === 'goesOn' ? '(' : ''}__mutation.${form}(${name}${operator}`;
    before.set(node.start, (before.get(node.start) ?? '') + open);
    instead.set(at, { end: change.end, text: { pair: ',', goesOn: ')?(', not: '' }[form] });
    after.set(node.end, `${form === 'goesOn' ? '):__mutation.left)' : ')'}${after.get(node.end) ?? ''}`);
  };
  new Visitor({
    BinaryExpression: (node) => wrap(node, text.indexOf(node.operator, node.left.end), 'pair'),
    LogicalExpression: (node) => wrap(node, text.indexOf(node.operator, node.left.end), 'goesOn'),
    UnaryExpression: (node) => wrap(node, node.start, 'not'),
  }).visit(parseSync(path, text).program);
  let made = '';
  for (let at = 0; at <= text.length; ) {
    const swap = instead.get(at);
    made += `${after.get(at) ?? ''}${before.get(at) ?? ''}${swap === undefined ? (text[at] ?? '') : swap.text}`;
    at = swap?.end ?? at + 1;
  }
  return made;
}

type Form = 'pair' | 'goesOn' | 'not';

export function operatorKey(path: string, index: number): string {
  return `${path}#${index}`;
}
