import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** What `switched` sources call: every operator works as it was written, and is remembered. */
type Switches = {
  reached: Set<string>;
  left: unknown;
  pair(key: string, operator: string, left: number, right: number): unknown;
  goesOn(key: string, operator: string, left: unknown): boolean;
  not(key: string, value: unknown): boolean;
};

const global = globalThis as { __mutation?: Switches };
global.__mutation ??= {
  reached: new Set(),
  left: undefined,
  pair(key, operator, left, right) {
    this.reached.add(key);
    return pairs[operator]?.(left, right);
  },
  goesOn(key, operator, left) {
    this.reached.add(key);
    this.left = left;
    if (operator === '??') return left === null || left === undefined;
    return operator === '&&' ? Boolean(left) : !left;
  },
  not(key, value) {
    this.reached.add(key);
    return !value;
  },
};

/** Texts and dates are compared and joined by the same signs. */
const pairs: Record<string, (left: number, right: number) => unknown> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

afterAll(() => {
  const { reached } = global.__mutation ?? {};
  const file = process.env['MUTATION_REACH'];
  if (reached === undefined || file === undefined) return;
  appendFileSync(file, `${JSON.stringify({ test: expect.getState().testPath, reached: [...reached] })}\n`);
  reached.clear();
});
