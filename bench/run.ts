import { mkdtemp, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { runGate } from './gate/gate.ts';
import type { BenchOptions, Result, Work } from './harness/bench.ts';
import { type GoalOutcome, judgeGoals } from './harness/goals.ts';
import { reasonsNotToCount, showResults, table } from './harness/show-results.ts';
import { works } from './works.ts';

const flags = {
  quick: { type: 'boolean', default: false },
  huge: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  rows: { type: 'string' },
  only: { type: 'string', default: '' },
  seed: { type: 'string', default: '' },
  minutes: { type: 'string' },
  json: { type: 'string' },
  save: { type: 'boolean', default: false },
  show: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/** `npm run bench`: the works that were named, or all, and then the goals. Answers the exit code. */
export async function runBench(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (typeof asked === 'string') {
    console.error(asked);
    return 2;
  }
  const { chosen, options, json } = asked;
  if (asked.gate === undefined && chosen.length === 0) {
    console.log(usage());
    return 0;
  }
  if (process.platform !== 'linux') {
    console.error('The benchmarks read CPU and memory from /proc: run them on Linux.');
    return 1;
  }
  if (asked.gate !== undefined) return runGate(asked.gate);
  const unwritable = json === undefined ? undefined : await writeFile(json, '').catch(oneLine); // known now, not at the end
  if (unwritable !== undefined) {
    console.error(`--json: ${unwritable}. Name a file that can be written.`);
    return 2;
  }
  const profileTo = asked.profile ? await mkdtemp(join(tmpdir(), 'sigec-profile-')) : undefined;
  const startedAt = new Date();
  const results: Result[] = [];
  const broken: string[] = [];
  for (const work of chosen) {
    try {
      results.push(...(await runWork(work, { ...options, profileTo })));
    } catch (error) {
      broken.push(`${work.name}: ${oneLine(error)}`);
      console.log(`  broke off: ${broken.at(-1)}`);
    }
  }
  const goals = judgeGoals(results);
  const doesNotCount = [
    ...(options.isQuick ? ['--quick is too short for the goals'] : []),
    ...(profileTo === undefined ? [] : ['the product was profiled, which costs CPU']),
    ...broken,
    ...reasonsNotToCount(results),
  ];
  if (results.length > 0) console.log(`\n${showGoals(goals)}\n`);
  for (const reason of doesNotCount) console.log(`does not count: ${reason}`);
  if (profileTo !== undefined)
    console.log(`The CPU profile is in ${profileTo}; the developer tools of a browser open it.`);
  if (json !== undefined)
    await writeFile(json, JSON.stringify({ startedAt, machine: machine(), doesNotCount, goals, results }, null, 2));
  return broken.length > 0 ? 1 : 0;
}

type Asked = {
  chosen: readonly Work[];
  options: Omit<BenchOptions, 'profileTo'>;
  profile: boolean;
  json: string | undefined;
  gate?: { save: boolean };
};

/** A sentence says what is wrong with what was asked. */
function readArguments(args: string[]): Asked | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage()}`;
  }
  const { values, positionals } = parsed;
  if (positionals[0] === 'gate' && positionals.length === 1 && !values.help)
    return { ...nothing, gate: { save: values.save } };
  if (values.save) return `--save belongs to the gate: npm run bench -- gate --save.\n\n${usage()}`;
  const unknown = positionals.find((name) => !works.some((work) => work.name === name));
  if (unknown !== undefined) return `There is no work "${unknown}".\n\n${usage()}`;
  const rows = values.rows ?? (values.quick ? '100000' : '10000000');
  if (!/^\d{1,10}$/.test(rows)) return `--rows is "${rows}", but takes a whole number such as 1000000.`;
  const minutes = values.minutes ?? (values.quick ? '0.2' : '10');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(minutes) || Number(minutes) === 0)
    return `--minutes is "${minutes}", but takes a number such as 10.`;
  const all = works.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (values.profile && all.length !== 1)
    return `--profile looks at one work: name it, such as npm run bench -- session --profile.`;
  return {
    chosen: values.help ? [] : all,
    options: {
      isQuick: values.quick,
      isHuge: values.huge,
      rows: Number(rows),
      only: values.only,
      seeds: values.seed.split(',').filter((seed) => seed !== ''),
      minutes: Number(minutes),
      showsRequests: values.show,
    },
    profile: values.profile,
    json: values.json,
  };
}

const nothing: Asked = {
  chosen: [],
  options: { isQuick: false, isHuge: false, rows: 0, only: '', seeds: [], minutes: 0, showsRequests: false },
  profile: false,
  json: undefined,
};

function parse(args: string[]) {
  return parseArgs({ args, options: flags, allowPositionals: true });
}

async function runWork(work: Work, options: BenchOptions): Promise<Result[]> {
  console.log(`\n${work.name}: ${work.about}`);
  const startedAt = performance.now();
  const results = await work.run(options);
  if (results.length > 0) console.log(showResults(results));
  console.log(`(${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  return results;
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s*\n\s*/g, ' | ');
}

function showGoals(goals: readonly GoalOutcome[]): string {
  return table(
    ['#', 'goal', 'measured', 'limit or limit-pg', 'ratio', 'verdict'],
    goals.map((each) => [String(each.number), each.goal, each.measured, each.limit, each.ratio, each.verdict]),
  );
}

function machine(): object {
  return {
    processor: cpus()[0]?.model,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  };
}

function usage(): string {
  return [
    'npm run bench -- [work …] [--quick] [--json FILE] [--profile] [--huge] [--rows N] [--only TEXT] [--seed NAME] [--minutes N] [--show]',
    '',
    ...works.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`),
    '',
    '  gate         short cases against the committed figures (--save commits new ones); exit 1: one is 15 % worse',
    '',
    '  --quick      a few seconds per work: shows that it works, not how fast',
    '  --json FILE  keeps all figures',
    '  --profile    leaves a CPU profile of the product; for one work',
    '  --huge       also 50,000 idle stations',
    '  --only TEXT  of energy the goals, such as G1,G14; of neighbours, local-lists and tls (messages, returns, flood), the cases whose names hold the text (neighbours: one of several, with commas between); of console Now',
    '  --seed NAME  of diagnosis, the fleets of these seeds in place of its own, with commas between',
    '  --show       of requests, what was not right in the half that may be read; --only TEXT asks those whose ids begin so',
    '  --minutes N  how long the console work watches its page (10)',
    '  --rows N     meter rows of the growth work (10,000,000; 0: none)',
  ].join('\n');
}
