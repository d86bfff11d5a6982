// `npm run simulate:ledger -- --sessions N --seed S [--postgres]`: charges in simulated worlds full of faults and checks the rules of
// the ledger (L1 to L8). A world depends on its seed alone, so a seed that fails is played again with `--seed S --sessions 1`.
import { parseArgs } from 'node:util';
import { asError } from '../src/base/errors.ts';
import { everyFault } from '../test/simulation/faults.ts';
import { describeFailures, type Run, runWorlds } from '../test/simulation/run-worlds.ts';
import { modelStore, type StoreMaker } from '../test/simulation/simulated-store.ts';
import { World } from '../test/simulation/world.ts';

const progressEveryMs = 5_000;
const linesOfTrace = 200;

const { sessions, seed, postgres } = readArguments();
await using opened = new AsyncDisposableStack();
const makeStore = postgres ? await onPostgres(opened) : modelStore;
console.log(`${sessions} sessions on ${postgres ? 'PostgreSQL' : 'the model'}, first seed ${seed}`);
const run = await runWorlds({ seed, sessions, makeStore, atOnce: postgres ? 8 : 1, onWorld: tellProgress() });
tell(run);
if (run.failed.length > 0) {
  console.error(describeFailures(run));
  if (sessions === 1) await showTrace(makeStore);
  process.exitCode = 1;
}

function readArguments(): { sessions: number; seed: number; postgres: boolean } {
  const values = parsed();
  return {
    sessions: wholeNumber('sessions', values.sessions),
    seed: wholeNumber('seed', values.seed),
    postgres: values.postgres,
  };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        sessions: { type: 'string', default: '10000' },
        seed: { type: 'string', default: '1' },
        postgres: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(
      `${asError(error).message}\nUsage: npm run simulate:ledger -- [--sessions N] [--seed S] [--postgres]`,
    );
    process.exit(2);
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} takes a whole number above 0, and not "${text}".`);
  process.exit(2);
}

/** Loaded only where it is wanted: a run on the model starts at once. */
async function onPostgres(stack: AsyncDisposableStack): Promise<StoreMaker> {
  const { ownDatabase } = await import('../test/simulation/own-database.ts');
  const { postgresStore } = await import('../test/simulation/postgres-store.ts');
  return postgresStore(await ownDatabase(stack));
}

function tellProgress() {
  let toldAt = performance.now();
  return (_world: unknown, so: number) => {
    if (performance.now() - toldAt < progressEveryMs) return;
    toldAt = performance.now();
    console.log(`  ${so} sessions`);
  };
}

function tell({ sessions, worlds, counts, tookMs }: Run): void {
  for (const fault of [
    ...everyFault,
    ...[...counts.keys()].filter((name) => !everyFault.some((fault) => fault === name)),
  ])
    console.log(`  ${String(counts.get(fault) ?? 0).padStart(8)} × ${fault}`);
  const seconds = tookMs / 1000;
  console.log(
    `${sessions} sessions in ${worlds} worlds, ${seconds.toFixed(1)} s, ${Math.round(sessions / seconds)} sessions/s`,
  );
}

/** The end of the course of events that broke a rule, the same every time. */
async function showTrace(store: StoreMaker): Promise<void> {
  const { trace, traceHash } = await World.run(seed, store, { keepsTrace: true });
  const shown = trace.slice(-linesOfTrace);
  if (trace.length > shown.length) console.error(`… ${trace.length - shown.length} lines before`);
  console.error([...shown, `trace ${traceHash}`].join('\n'));
}
