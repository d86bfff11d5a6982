import { expect, test } from 'vitest';
import type { DeviceTool } from '#contract/devices/device.ts';
import { cpuClock } from '../../../../test/support/cpu-clock.ts';
import { checkArguments } from './check-arguments.ts';

let made = 0;

function tool(inputSchema: Record<string, unknown>): DeviceTool {
  made += 1;
  return {
    name: 'self.light.set_rgb',
    toolName: 'device_lamp_set_rgb',
    description: '',
    inputSchema,
    isForUsersOnly: false,
    tier: 'R1',
    hash: `hash-${made}`,
    trust: 'accepted',
    acceptedBy: null,
    acceptedAt: null,
    seenAt: '',
  };
}

const setRgb = tool({
  type: 'object',
  properties: { r: { type: 'integer', minimum: 0, maximum: 255 }, mode: { type: 'string', default: 'steady' } },
  required: ['r'],
});

test('what the device would take as it is leaves', () => {
  for (const args of [{ r: 0 }, { r: 255, mode: 'blink' }, { r: 1, unknown: 'ignored by the device' }])
    expect(() => checkArguments(setRgb, args)).not.toThrow();
});

test.for<[Record<string, unknown>, string, RegExp]>([
  [{ r: 256 }, 'r', /argument r must be at most 255; nothing was sent/],
  [{ r: -1 }, 'r', /at least 0/],
  [{ r: 1.9 }, 'r', /of the type integer/],
  [{ r: '1' }, 'r', /of the type integer/],
  [{}, 'r', /r is missing/],
  [{ r: 1, mode: 3 }, 'mode', /of the type string/],
])('%j does not leave, although the device would make something of it', ([args, field, sentence]) => {
  expect(() => checkArguments(setRgb, args)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringMatching(sentence) as string }),
  );
  try {
    checkArguments(setRgb, args);
  } catch (error) {
    expect(error).toMatchObject({ details: { field } });
  }
});

test('a pattern of a stranger is not run, and an argument may be called id or pattern', () => {
  const evil = tool({ properties: { name: { type: 'string', pattern: '^(a+)+$' }, id: { type: 'integer' } } });
  const cpuMs = cpuClock();
  checkArguments(evil, { name: `${'a'.repeat(40)}!`, id: 1 });
  expect(cpuMs()).toBeLessThan(1_000);
  expect(() => checkArguments(evil, { id: 'x' })).toThrow('of the type integer');
});

test('a schema that is none is refused before anything is sent', () => {
  expect(() => checkArguments(tool({ type: 'nonsense' }), {})).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
});

test('what leads elsewhere, or doubles at every level, is left to whoever wrote it', () => {
  const doubling = Array.from({ length: 60 }, (_, level) => {
    const next = { $ref: `#/$defs/d${level + 1}` };
    return [`d${level}`, { allOf: [next, next] }] as const;
  });
  const evil = tool({
    properties: { a: { $ref: '#/$defs/d0' }, b: { $ref: 'https://example.com/schema' }, c: { $ref: '#' } },
    $defs: { ...Object.fromEntries(doubling), d60: { type: 'string' } },
  });
  const cpuMs = cpuClock();
  checkArguments(evil, { a: 1, b: 2, c: 3 });
  expect(cpuMs()).toBeLessThan(1_000);
});

test.each(['constructor', 'toString', 'hasOwnProperty'])('an argument may be called %s', (name) => {
  const odd = tool({ type: 'object', properties: { [name]: { type: 'integer' } }, required: [name] });
  expect(() => checkArguments(odd, { [name]: 1 })).not.toThrow();
  expect(() => checkArguments(odd, {})).toThrow(/is missing/);
  expect(() => checkArguments(tool({ properties: { [name]: { type: 'integer' } } }), {})).not.toThrow();
});
