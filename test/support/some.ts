import { expect } from 'vitest';

/** Stands for any text in an expected value. */
export const someText: unknown = expect.any(String);
export const someNumber: unknown = expect.any(Number);

/** Stands for a text that holds this part. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

/** Stands for anything but nothing. */
export const something: unknown = expect.anything();
export const someFunction: unknown = expect.any(Function);
