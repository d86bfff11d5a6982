import { parseSync, Visitor } from 'vite';

/** One operator of a source file, and the operator that a mutation puts in its place. */
export type OperatorChange = {
  start: number;
  end: number;
  line: number;
  from: string;
  to: string;
  /** The expression around the operator: `a && b` beside a `??` needs parentheses. */
  around: { start: number; end: number };
  /** Evaluated once, when the file is loaded. */
  isStatic: boolean;
};

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
  let functions = 0;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  const add = (node: { operator: string; start: number; end: number }, start: number, to: string) => {
    const line = text.slice(0, start).split('\n').length;
    const around = { start: node.start, end: node.end };
    const isStatic = functions === 0;
    found.push({ start, end: start + node.operator.length, line, from: node.operator, to, around, isStatic });
  };
  const addBetween = (node: { operator: string; start: number; end: number; left: { end: number } }) => {
    const to = swaps[node.operator];
    if (to !== undefined) add(node, text.indexOf(node.operator, node.left.end), to);
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    BinaryExpression(node) {
      const addsText = node.operator === '+' && [node.left, node.right].some(({ type }) => type.endsWith('Literal'));
      if (!addsText) addBetween(node);
    },
    LogicalExpression: addBetween,
    UnaryExpression(node) {
      if (node.operator === '!') add(node, node.start, '');
    },
  }).visit(program);
  return found.toSorted((a, b) => a.start - b.start);
}

export function withChange(text: string, { start, end, to, from, around }: OperatorChange): string {
  const [left, right] = [text.slice(around.start, start), text.slice(end, around.end)];
  const changed = from === '??' ? `((${left})${to}(${right}))` : left + to + right;
  return text.slice(0, around.start) + changed + text.slice(around.end);
}
