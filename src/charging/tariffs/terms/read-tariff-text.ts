import { type NewTariff, newTariff, type TariffProblem } from '#contract/billing/tariff.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { checkTerms, checkValues } from './check-terms.ts';
import { adviceFor } from './tariff-advice.ts';
import { tariffProblem } from './tariff-problem.ts';
import { example, readYaml, type WrittenTariff } from './tariff-yaml.ts';

export type ReadTariff = { tariff: NewTariff; problems: [] } | { tariff: null; problems: TariffProblem[] };

/** A tariff from YAML or JSON, or everything that is wrong with it: on which line, and what to write instead. */
export function readTariffText(text: string): ReadTariff {
  const written = readYaml(text);
  if (written.isBroken) return { tariff: null, problems: written.problems };
  const shape = newTariff.safeParse(written.value);
  const problems = [
    ...written.problems,
    ...(shape.success ? checkTerms(shape.data) : shapeProblems(written, shape.error.issues)),
  ];
  if (shape.success && problems.length === 0) return { tariff: shape.data, problems: [] };
  const isShort = typeof written.value === 'object' && written.value !== null && !('prices' in written.value);
  const placed = problems.map((problem) => {
    const path = isShort ? problem.path.replace(/^prices(\[0\]\.?)?/, '') : problem.path;
    return { ...problem, path, line: problem.line ?? written.lineOf(path) };
  });
  return { tariff: null, problems: placed.toSorted((a, b) => a.line - b.line).slice(0, 50) };
}

type Issue = { path: readonly PropertyKey[] };

function shapeProblems({ value, problems: known }: WrittenTariff, issues: readonly Issue[]): TariffProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const advice = sentenceOf('write-name-on-each-line', { example });
    return [tariffProblem({ line: 1, path: '' }, { sentence: sentenceOf('yaml-no-tariff'), advice })];
  }
  const problems = new Map<string, TariffProblem>();
  for (const { path } of issues) {
    const own = pathText(path);
    // A reference is told as such, and its value is then missing.
    if (known.some((problem) => problem.path === own)) continue;
    problems.set(own, tariffProblem({ line: null, path: own }, adviceFor(path, valueAt(value, path))));
  }
  const rest = newTariff.safeParse(withoutBad(value, issues));
  return [...problems.values(), ...(rest.success ? checkValues(rest.data) : [])];
}

/** Without the values that are wrong, so that the others can be looked at. */
function withoutBad(value: object, issues: readonly Issue[]): unknown {
  const copy = { id: 'id', currency: 'BRL', ...structuredClone(value) };
  for (const { path } of issues) {
    const [key, holder] = [path.at(-1), valueAt(copy, path.slice(0, -1))];
    if (key === 'id' || key === 'currency') Object.assign(copy, { [key]: key === 'id' ? 'id' : 'BRL' });
    else if (typeof holder === 'object' && holder !== null && key !== undefined) Reflect.deleteProperty(holder, key);
  }
  return copy;
}

/** A price at the top is the first of the prices. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const isShort = path[0] === 'prices' && typeof value === 'object' && value !== null && !('prices' in value);
  const steps = isShort ? path.slice(2) : path;
  return steps.reduce<unknown>((holder, step) => {
    return typeof holder === 'object' && holder !== null ? (holder as Record<PropertyKey, unknown>)[step] : undefined;
  }, value);
}

/** prices[1].hours */
function pathText(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return steps.join('').replace(/^\./, '');
}
