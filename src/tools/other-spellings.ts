import { SigecError } from '#base/errors.ts';

/** How else arguments may be written. Agents are told of one spelling; whoever was taught another is understood all the same. */
export type OtherSpellings = {
  /** Other names of arguments, each with the one it stands for. */
  names?: Readonly<Record<string, string>>;
  /** For single arguments: other words for a value, made ours. */
  values?: Readonly<Record<string, (given: string) => string>>;
};

/** Arguments in our own spelling, before anything reads them. */
export function inOurSpelling(given: unknown, { names = {}, values = {} }: OtherSpellings, tool: string): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const ours = new Map<string, unknown>();
  for (const [written, value] of Object.entries(given)) {
    const name = Object.hasOwn(names, written) ? (names[written] ?? written) : written;
    if (ours.has(name)) throw saidTwice(tool, name);
    ours.set(name, typeof value === 'string' && Object.hasOwn(values, name) ? values[name]?.(value) : value);
  }
  return Object.fromEntries(ours);
}

function saidTwice(tool: string, name: string): SigecError {
  const sentence = `${tool} was not run. ${name} was given twice, once by another name of it: give it once.`;
  return new SigecError('INVALID_INPUT', sentence, { details: { fields: [{ field: name, accepts: 'one value' }] } });
}

/** Another name must not be one that the tool has itself, and must stand for one that it has. */
export function spellingProblem(
  { names = {}, values = {} }: OtherSpellings,
  own: readonly string[],
): string | undefined {
  const strange = [...Object.values(names), ...Object.keys(values)].find((name) => !own.includes(name));
  if (strange !== undefined) return `${strange} is no argument of it`;
  const hidden = Object.keys(names).find((name) => own.includes(name));
  return hidden === undefined ? undefined : `${hidden} is an argument of its own`;
}
