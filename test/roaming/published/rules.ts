/** What is wrong, where, in what was said. */
export type Finding = { at: string; what: string };
export type Report = (at: string, what: string) => void;
/** Says what is wrong with a value by the published documents; says nothing where all is well. */
export type Rule = (value: unknown, at: string, report: Report) => void;
type Plain = Record<string, unknown>;

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `string(N)`: printable, with at most so many characters, and not empty. */
export function text(max: number, pattern?: RegExp): Rule {
  return (value, at, report) => {
    if (typeof value !== 'string') return report(at, `is ${kindOf(value)}, not a string`);
    if (value === '') report(at, 'is empty');
    if (lengthOf(value) > max) report(at, `has ${lengthOf(value)} characters, ${max} are allowed`);
    if (/\p{Cc}/u.test(value)) report(at, 'holds characters that cannot be printed');
    if (pattern !== undefined && !pattern.test(value)) report(at, `"${value}" does not fit ${pattern}`);
  };
}

/** `CiString(N)`: the same in ASCII alone. */
export function ciText(max: number, pattern?: RegExp): Rule {
  const asText = text(max, pattern);
  return (value, at, report) => {
    asText(value, at, report);
    if (typeof value === 'string' && !/^[\x20-\x7e]*$/.test(value)) report(at, 'holds characters beyond ASCII');
  };
}

/** `number`: at most four decimals. */
export const number: Rule = (value, at, report) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return report(at, `is ${kindOf(value)}, not a number`);
  if (Math.abs(value * 10_000 - Math.round(value * 10_000)) > 1e-4) report(at, `${value} has more than four decimals`);
};

export function atLeast(min: number, rule: Rule = number): Rule {
  return (value, at, report) => {
    rule(value, at, report);
    if (typeof value === 'number' && value < min) report(at, `${value} is less than ${min}`);
  };
}

export const whole: Rule = (value, at, report) => {
  if (!Number.isInteger(value)) report(at, `is ${kindOf(value)}, not an integer`);
};

export const yesNo: Rule = (value, at, report) => {
  if (typeof value !== 'boolean') report(at, `is ${kindOf(value)}, not a boolean`);
};

/** RFC 3339 in UTC: `Z`, at most three digits of a second. */
export const moment: Rule = (value, at, report) => {
  const isOne = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(value);
  if (!isOne || Number.isNaN(Date.parse(value))) report(at, `${JSON.stringify(value)} is no time in UTC with a Z`);
};

export const url: Rule = (value, at, report) => {
  text(255)(value, at, report);
  if (typeof value === 'string' && !/^https?:\/\//.test(value)) report(at, `"${value}" is no absolute address`);
};

export function oneOf(...words: readonly string[]): Rule {
  return (value, at, report) => {
    if (typeof value !== 'string' || !words.includes(value))
      report(at, `${JSON.stringify(value)} is none of ${words.join(', ')}`);
  };
}

export function list(rule: Rule, min = 0): Rule {
  return (value, at, report) => {
    if (!Array.isArray(value)) return report(at, `is ${kindOf(value)}, not a list`);
    if (value.length < min) report(at, `has ${value.length} items, at least ${min} are needed`);
    for (const [index, item] of value.entries()) rule(item, `${at}/${index}`, report);
  };
}

/** Fields by their names; a name that ends in `?` may be missing. Nothing else may be there, and nothing may be null. */
export function object(
  fields: Record<string, Rule>,
  ...more: readonly ((value: Plain, report: Report) => void)[]
): Rule {
  const known = new Map(Object.entries(fields).map(([name, rule]) => [name.replace('?', ''), rule]));
  const needed = Object.keys(fields).filter((name) => !name.endsWith('?'));
  return (value, at, report) => {
    if (!isPlain(value)) return report(at, `is ${kindOf(value)}, not an object`);
    for (const name of needed) if (!(name in value)) report(`${at}/${name}`, 'is missing');
    for (const [name, inner] of Object.entries(value)) {
      const rule = known.get(name);
      if (rule === undefined) report(`${at}/${name}`, 'is unknown');
      else if (inner === null) report(`${at}/${name}`, 'is null');
      else rule(inner, `${at}/${name}`, report);
    }
    for (const check of more) check(value, (where, what) => report(`${at}/${where}`, what));
  };
}

/** The same where only what changed is said, with the time of the change. */
export function partOf(rule: Rule): Rule {
  return (value, at, report) => {
    rule(value, at, (where, what) => {
      if (what !== 'is missing' || where === `${at}/last_updated`) report(where, what);
    });
  };
}

/** In characters, whatever they are made of. */
function lengthOf(value: string): number {
  return Array.from(value).length;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `${typeof value} ${JSON.stringify(value)?.slice(0, 40) ?? ''}`.trim();
}
