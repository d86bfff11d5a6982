import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { DeviceTool } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';

/** Checkers by what the device says of a tool; a hash names it. The oldest is dropped. */
const maxKept = 2_000;
const checkers = new Map<string, ValidateFunction>();

/**
 * Arguments are checked before they leave: the firmware takes a default for a wrong type, cuts 1.9 to 1, and ignores what it does
 * not know. Throws INVALID_INPUT, naming the argument and what it accepts.
 */
export function checkArguments(tool: DeviceTool, args: Record<string, unknown>): void {
  const check = checkerOf(tool);
  if (check(args)) return;
  const [problem] = check.errors ?? [];
  const field = fieldOf(problem);
  throw problemOf('INVALID_INPUT', sentenceFor(field, problem), { field });
}

function checkerOf({ hash, inputSchema }: DeviceTool): ValidateFunction {
  const known = checkers.get(hash);
  if (known !== undefined) return known;
  const check = compile(inputSchema);
  const [oldest] = checkers.keys();
  if (oldest !== undefined && checkers.size >= maxKept) checkers.delete(oldest);
  checkers.set(hash, check);
  return check;
}

/** One compiler per schema: an `$id` in one of them must not meet that of another. */
function compile(inputSchema: Record<string, unknown>): ValidateFunction {
  try {
    const ajv = new Ajv({
      strict: false,
      ownProperties: true,
      validateFormats: false,
      addUsedSchema: false,
      logger: false,
    });
    return ajv.compile(plainRules(inputSchema) as object);
  } catch {
    throw problemOf('CONFLICT', sentenceOf('device-schema-unusable'));
  }
}

const plainKeywords = new Set(
  (
    'type required enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minLength maxLength minItems maxItems'
  ).split(' '),
);

/**
 * What is checked in one walk over the arguments. A stranger's pattern can take for ever to match, and so can references and choices that
 * double at every level; whoever wrote those checks them itself.
 */
function plainRules(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const rules = Object.entries(schema).flatMap(([key, rule]: [string, unknown]): [string, unknown][] => {
    if (plainKeywords.has(key)) return [[key, rule]];
    if (key === 'properties') return [[key, eachOf(rule)]];
    return key === 'additionalProperties' || (key === 'items' && !Array.isArray(rule)) ? [[key, plainRules(rule)]] : [];
  });
  return Object.fromEntries(rules);
}

/** Here the keys are names of arguments, and one may well be called id. */
function eachOf(properties: unknown): unknown {
  if (typeof properties !== 'object' || properties === null) return properties;
  return Object.fromEntries(Object.entries(properties).map(([name, rule]) => [name, plainRules(rule)]));
}

/** A name that a device gave is told in a sentence of ours only where it is plainly a name. */
function fieldOf(problem: ErrorObject | undefined): string {
  const missing: unknown = problem?.params['missingProperty'];
  const path = problem?.instancePath.slice(1).split('/') ?? [];
  const names = [...path, ...(typeof missing === 'string' ? [missing] : [])].filter((name) => name !== '');
  return names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name)) ? names.join('.') : '';
}

function sentenceFor(field: string, problem: ErrorObject | undefined): Sentence {
  const name = field || '(…)';
  const { keyword = '', params = {} } = problem ?? {};
  const limit: unknown = params['limit'];
  if (keyword === 'required') return sentenceOf('device-argument-missing', { name });
  if (keyword === 'maximum' && typeof limit === 'number')
    return sentenceOf('device-argument-too-large', { name, limit });
  if (keyword === 'minimum' && typeof limit === 'number')
    return sentenceOf('device-argument-too-small', { name, limit });
  if (keyword === 'type') return sentenceOf('device-argument-type', { name, type: String(params['type']) });
  return sentenceOf('device-argument-unfit', { name });
}
