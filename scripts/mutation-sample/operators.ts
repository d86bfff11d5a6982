import { parseSync, Visitor } from 'vite';

/** One operator of a source file, and the operator that a mutation puts in its place. */
export type OperatorChange = { start: number; end: number; line: number; from: string; to: string };

const swaps: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Every single-operator change of a source file: comparisons, arithmetic, logic and negations, in the order of the text. */
export function operatorChanges(path: string, text: string): OperatorChange[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found: OperatorChange[] = [];
  const add = (start: number, from: string, to: string) => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ start, end: start + from.length, line, from, to });
  };
  const addBetween = (node: { operator: string; left: { end: number }; right: { start: number } }) => {
    const to = swaps[node.operator];
    if (to !== undefined) add(text.indexOf(node.operator, node.left.end), node.operator, to);
  };
  new Visitor({
    BinaryExpression(node) {
      const addsText = node.operator === '+' && [node.left, node.right].some(({ type }) => type.endsWith('Literal'));
      if (!addsText) addBetween(node);
    },
    LogicalExpression: addBetween,
    UnaryExpression(node) {
      if (node.operator === '!') add(node.start, '!', '');
    },
  }).visit(program);
  return found.toSorted((a, b) => a.start - b.start);
}

export function withChange(text: string, { start, end, to }: OperatorChange): string {
  return text.slice(0, start) + to + text.slice(end);
}
