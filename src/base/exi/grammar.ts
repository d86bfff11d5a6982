import { type BitReader, type BitWriter, ExiError } from './bits.ts';

/** A value as the schema types it. Numbers are as large as a certificate's serial number; `unsigned` is never below zero, `byte` is below 256. */
export type ExiValue = 'octets' | 'string' | 'integer' | 'unsigned' | 'byte' | { words: readonly string[] };

export type ExiParticle =
  | { kind: 'attribute'; name: string; min: 0 | 1; value: ExiValue }
  | { kind: 'text'; value: ExiValue }
  | { kind: 'element'; name: string; min: 0 | 1; max: number; type: ExiType }
  /** One of several, as a substitution group is; of those without a type no more than their place is known. */
  | { kind: 'choice'; min: 0 | 1; among: readonly { name: string; type?: ExiType }[] }
  /** Known to stand there, and never used in ISO 15118. */
  | { kind: 'unused'; name: string };

/** A complex type in the order of its schema, attributes first. `isMixed`: text could stand between its elements. */
export type ExiType = { particles: readonly ExiParticle[]; isMixed?: boolean };

export type ExiObject = { [name: string]: ExiContent | ExiContent[] };
export type ExiContent = string | bigint | Uint8Array | ExiObject;

export function attribute(name: string, min: 0 | 1 = 1, value: ExiValue = 'string'): ExiParticle {
  return { kind: 'attribute', name, min, value };
}

export function element(name: string, type: ExiType, { min = 1, max = 1 }: { min?: 0 | 1; max?: number } = {}) {
  return { kind: 'element', name, min, max, type } satisfies ExiParticle;
}

/** An element that holds one value and nothing else. */
export function simple(name: string, value: ExiValue, occurs?: { min?: 0 | 1; max?: number }) {
  return element(name, { particles: [{ kind: 'text', value }] }, occurs);
}

/** A step that the grammar allows at one place: which particle comes, the how manieth of it, and which alternative. */
type Step = { index: number; count: number; choice?: number } | 'end' | 'text-between';

/**
 * What may come after `count` of the particle at `index`, in the order of their event codes: what is optional may be left out up to the
 * first that is not (EXI 1.0 §8.5.4).
 */
function stepsFrom({ particles, isMixed = false }: ExiType, index: number, count: number): Step[] {
  const steps: Step[] = [];
  for (let at = index; at < particles.length; at += 1) {
    const particle = particles[at] as ExiParticle;
    const had = at === index ? count : 0;
    const { min, max } = bounds(particle);
    if (had < max) {
      if (particle.kind === 'choice')
        particle.among.forEach((_each, choice) => steps.push({ index: at, count: had + 1, choice }));
      else steps.push({ index: at, count: had + 1 });
    }
    if (had < min) return steps;
  }
  return [...steps, 'end', ...(isMixed ? (['text-between'] as const) : [])];
}

function bounds(particle: ExiParticle): { min: number; max: number } {
  switch (particle.kind) {
    case 'element':
      return { min: particle.min, max: particle.max };
    case 'text':
      return { min: 1, max: 1 };
    case 'unused':
      return { min: 0, max: 1 };
    default:
      return { min: particle.min, max: 1 };
  }
}

/** One code more than there are steps leads to what a schema does not foresee, since the streams of ISO 15118 are not strict. */
function bitsFor(steps: readonly Step[]): number {
  return Math.ceil(Math.log2(steps.length + 1));
}

export function writeType(out: BitWriter, type: ExiType, content: ExiObject): void {
  let [index, count] = [0, 0];
  for (;;) {
    const steps = stepsFrom(type, index, count);
    const code = steps.findIndex((step) => isMeant(type, step, content));
    const step = steps[code];
    if (step === undefined || step === 'text-between') throw new ExiError(`it lacks ${nameAt(type, steps[0])}`);
    out.bits(bitsFor(steps), code);
    if (step === 'end') return;
    writeParticle(out, type.particles[step.index] as ExiParticle, step, content);
    [index, count] = [step.index, step.count];
  }
}

/** Whether the content has what the step stands for; the end is meant when nothing before it is. */
function isMeant({ particles }: ExiType, step: Step, content: ExiObject): boolean {
  if (step === 'end') return true;
  if (step === 'text-between') return false;
  const particle = particles[step.index] as ExiParticle;
  switch (particle.kind) {
    case 'text':
      return content['value'] !== undefined;
    case 'unused':
      return false;
    case 'choice':
      return content[particle.among[step.choice ?? 0]?.name ?? ''] !== undefined;
    default:
      return occurrences(content[particle.name])[step.count - 1] !== undefined;
  }
}

function occurrences(value: ExiObject[string] | undefined): readonly ExiContent[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function writeParticle(
  out: BitWriter,
  particle: ExiParticle,
  { count, choice = 0 }: Exclude<Step, string>,
  content: ExiObject,
): void {
  if (particle.kind === 'text') return writeValue(out, particle.value, content['value'] as ExiContent);
  if (particle.kind === 'unused') return;
  const { name, type } = particle.kind === 'choice' ? (particle.among[choice] ?? { name: '' }) : withType(particle);
  const value = occurrences(content[name])[count - 1] as ExiContent;
  if (particle.kind === 'attribute') return writeValue(out, particle.value, value);
  if (type === undefined) throw new ExiError(`${name} is no message of certificates`);
  writeType(out, type, asObject(value, type));
}

function withType(particle: Extract<ExiParticle, { kind: 'attribute' | 'element' }>): { name: string; type?: ExiType } {
  return particle.kind === 'element' ? { name: particle.name, type: particle.type } : { name: particle.name };
}

/** What has text alone is given as that text. */
function asObject(value: ExiContent, type: ExiType): ExiObject {
  return isPlain(type) ? { value } : (value as ExiObject);
}

function isPlain({ particles }: ExiType): boolean {
  return particles.length === 1 && particles[0]?.kind === 'text';
}

export function readType(from: BitReader, type: ExiType): ExiContent {
  const content: ExiObject = {};
  let [index, count] = [0, 0];
  for (;;) {
    const steps = stepsFrom(type, index, count);
    const step = steps[from.bits(bitsFor(steps))];
    if (step === undefined) throw new ExiError(`something stands where ${nameAt(type, steps[0])} belongs`);
    if (step === 'text-between') throw new ExiError('text stands between its elements');
    if (step === 'end') return isPlain(type) ? (content['value'] as ExiContent) : content;
    readParticle(from, type.particles[step.index] as ExiParticle, step, content);
    [index, count] = [step.index, step.count];
  }
}

function readParticle(
  from: BitReader,
  particle: ExiParticle,
  { choice = 0 }: Exclude<Step, string>,
  content: ExiObject,
): void {
  switch (particle.kind) {
    case 'text':
      content['value'] = readValue(from, particle.value);
      return;
    case 'attribute':
      content[particle.name] = readValue(from, particle.value);
      return;
    case 'unused':
      throw new ExiError(`${particle.name} is not used in ISO 15118`);
    case 'choice': {
      const { name = '', type } = particle.among[choice] ?? {};
      if (type === undefined) throw new ExiError(`${name} is no message of certificates`);
      content[name] = readType(from, type);
      return;
    }
    case 'element': {
      const value = readType(from, particle.type);
      content[particle.name] =
        particle.max === 1 ? value : [...(occurrences(content[particle.name]) as ExiContent[]), value];
    }
  }
}

function writeValue(out: BitWriter, kind: ExiValue, value: ExiContent): void {
  if (kind === 'octets') return out.octets(value as Uint8Array);
  if (kind === 'string') return out.string(value as string);
  if (kind === 'integer') return out.integer(value as bigint);
  if (kind === 'unsigned') return out.unsigned(value as bigint);
  if (kind === 'byte') return out.bits(8, Number(value));
  const code = kind.words.indexOf(value as string);
  if (code === -1) throw new ExiError('a word in it is none of the schema');
  out.bits(bitsOfWords(kind.words), code);
}

function readValue(from: BitReader, kind: ExiValue): ExiContent {
  if (kind === 'octets') return from.octets();
  if (kind === 'string') return from.string();
  if (kind === 'integer') return from.integer();
  if (kind === 'unsigned') return from.big();
  if (kind === 'byte') return BigInt(from.bits(8));
  const word = kind.words[from.bits(bitsOfWords(kind.words))];
  if (word === undefined) throw new ExiError('a word in it is none of the schema');
  return word;
}

function bitsOfWords(words: readonly string[]): number {
  return Math.ceil(Math.log2(words.length));
}

function nameAt({ particles }: ExiType, step: Step | undefined): string {
  if (step === undefined || typeof step === 'string') return 'an end';
  const particle = particles[step.index] as ExiParticle;
  if (particle.kind === 'text') return 'a value';
  return particle.kind === 'choice' ? 'a message' : particle.name;
}
