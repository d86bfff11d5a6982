import type { Result } from './bench.ts';
import type { ServerName } from './server.ts';
import { shown } from './show-results.ts';

export type GoalOutcome = {
  number: number;
  goal: string;
  measured: string;
  limit: string;
  ratio: string;
  verdict: 'met' | 'missed' | 'not measured';
};

type Figures = Result['figures'];
type Find = (work: string, of: RegExp, server?: ServerName) => Figures[];

type Goal = {
  goal: string;
  /** Undefined when the run had nothing to judge it by. */
  judge(find: Find): Judgement | undefined;
};

type Judgement = { measured: string; limit?: string; ratio?: string; isMet: boolean };

export function judgeGoals(results: readonly Result[]): GoalOutcome[] {
  const find: Find = (work, of, server = 'product') =>
    results
      .filter((each) => each.work === work && of.test(each.of) && each.server === server)
      .map((each) => each.figures);
  return goals.map(({ goal, judge }, index) => {
    const number = index + 1;
    const judgement = judge(find);
    if (judgement === undefined) return { number, goal, measured: '', limit: '', ratio: '', verdict: 'not measured' };
    const { measured, limit = '', ratio = '', isMet } = judgement;
    return { number, goal, measured, limit, ratio, verdict: isMet ? 'met' : 'missed' };
  });
}

/** A goal's number is its place in this list. */
const goals: readonly Goal[] = [
  {
    goal: 'CPU-s per 1,000 session messages ≤ 0.15 (≤ 2.5 × limit-pg)',
    judge: (find) =>
      compareCpu(find, { work: 'session', of: /stations$/, limit: 'limit-pg', most: 0.15, maxRatio: 2.5 }),
  },
  {
    goal: 'session messages/s, closed loop, 1,000 stations ≥ 7,000 (≥ 0.5 × limit-pg)',
    judge(find) {
      const ours = each(find('session', /, 1000 stations$/), 'perSecond');
      const limits = each(find('session', /, 1000 stations$/, 'limit-pg'), 'perSecond');
      if (ours.length === 0) return undefined;
      const ratio = Math.min(...ours.map((rate, at) => rate / (limits[at] ?? Number.NaN)));
      const isMet = Math.min(...ours) >= 7_000 && ratio >= 0.5;
      return { measured: span(ours), limit: span(limits), ratio: shown(ratio), isMet };
    },
  },
  latency({ perSecond: 400, p50Ms: 4, p99Ms: 25 }),
  latency({ perSecond: 4_000, p50Ms: 6, p99Ms: 40 }),
  {
    goal: 'CPU-s per 1,000 heartbeats ≤ 0.045 (≤ 2 × limit)',
    judge: (find) => compareCpu(find, { work: 'heartbeat', of: /stations$/, limit: 'limit', most: 0.045, maxRatio: 2 }),
  },
  grows({ goal: 'CPU per message, 100 → 5,000 stations ≤ 1.2 ×', to: /^5000 stations$/ }),
  grows({ goal: 'CPU per message, empty → 10 million meter rows ≤ 1.2 ×', to: /, 10000000 meter rows$/ }),
  {
    goal: '5,000 stations boot at once, no failed handshake, ≤ 4 s',
    judge(find) {
      const ours = find('boot-storm', /^5000 /);
      const failed = each(ours, 'failedHandshakes').reduce((sum, count) => sum + count, 0);
      const seconds = each(ours, 'seconds');
      if (seconds.length === 0) return undefined;
      const limits = each(find('boot-storm', /^5000 /, 'limit-pg'), 'seconds');
      return {
        measured: `${span(seconds)} s, ${failed} failed`,
        limit: `${span(limits)} s`,
        ratio: shown(Math.max(...seconds) / Math.max(...limits)),
        isMet: Math.max(...seconds) <= 4 && failed === 0,
      };
    },
  },
  {
    goal: 'idle memory per station, at 5,000 ≤ 16 KB',
    judge(find) {
      const [ours] = each(find('idle', /^5000 stations$/), 'kilobytesPerStation');
      const limits = (['limit', 'limit-pg'] as const).flatMap((server) =>
        each(find('idle', /^5000 stations$/, server), 'kilobytesPerStation'),
      );
      if (ours === undefined) return undefined;
      return {
        measured: `${shown(ours)} KB`,
        limit: `${span(limits)} KB`,
        ratio: shown(ours / Math.max(...limits)),
        isMet: ours <= 16,
      };
    },
  },
  {
    goal: 'idle memory of everything but the stations ≤ 350 MB',
    judge(find) {
      const [ours] = each(find('idle', /^0 stations$/), 'memoryMb');
      const [limit] = each(find('idle', /^0 stations$/, 'limit-pg'), 'memoryMb');
      if (ours === undefined || limit === undefined) return undefined;
      return {
        measured: `${shown(ours)} MB`,
        limit: `${shown(limit)} MB`,
        ratio: shown(ours / limit),
        isMet: ours <= 350,
      };
    },
  },
  {
    goal: '50,000 idle stations ≤ 1 GiB, ≤ 10 % of a core',
    judge(find) {
      const [ours] = find('idle', /^50000 stations$/);
      if (ours?.memoryMb === undefined || ours.cpuShare === undefined) return undefined;
      return {
        measured: `${shown(ours.memoryMb)} MB, ${shown(ours.cpuShare * 100)} %`,
        isMet: ours.memoryMb <= 1024 && ours.cpuShare <= 0.1,
      };
    },
  },
  {
    goal: 'work left after the load stops ≤ 1 s (nothing lost on kill -9: test/faults)',
    judge(find) {
      const ours = each([...find('session', /./), ...find('meter', /./), ...find('rates', /./)], 'workLeftSeconds');
      if (ours.length === 0) return undefined;
      return { measured: `${span(ours)} s`, isMet: Math.max(...ours) <= 1 };
    },
  },
  {
    goal: 'WAL ≤ 1.5 KB and commits ≤ 0.1 per session message',
    judge(find) {
      const ours = find('session', /./);
      const limits = find('session', /./, 'limit-pg');
      const [wal, commits] = [each(ours, 'walBytesPerMessage'), each(ours, 'commitsPerMessage')];
      if (wal.length === 0) return undefined;
      const limitWal = each(limits, 'walBytesPerMessage');
      return {
        measured: `${span(wal)} B, ${span(commits)}`,
        limit: `${span(limitWal)} B, ${span(each(limits, 'commitsPerMessage'))}`,
        ratio: shown(Math.max(...wal) / Math.max(...limitWal)),
        isMet: Math.max(...wal) <= 1_500 && Math.max(...commits) <= 0.1,
      };
    },
  },
  {
    goal: 'start with an existing database, ready in ≤ 3 s',
    judge(find) {
      const [seconds] = each(find('start', /^existing database$/), 'seconds');
      return seconds === undefined ? undefined : { measured: `${shown(seconds)} s`, isMet: seconds <= 3 };
    },
  },
  {
    goal: 'a month of a million sessions: first row ≤ 1 s, export ≤ 60 s, three in a row need ≤ 150 MB more, sums equal to SQL',
    judge(find) {
      const first = each(find('month-report', /^first row.*, 1000000 /), 'seconds');
      const whole = find('month-report', /^whole export.*, 1000000 /);
      const resident = whole.flatMap(({ residentMb }) => residentMb ?? []);
      const [before] = resident;
      if (first.length === 0 || before === undefined) return undefined;
      const seconds = each(whole, 'seconds');
      const more = Math.max(...resident.map(({ peak }) => peak)) - before.before;
      const areEqual = find('month-report', /, 1000000 /).every(({ isEqualToSql }) => isEqualToSql !== false);
      return {
        measured: `${span(first)} s, ${span(seconds)} s, ${shown(more)} MB more, ${areEqual ? 'equal' : 'NOT equal'}`,
        isMet: Math.max(...first) <= 1 && Math.max(...seconds) <= 60 && more <= 150 && areEqual,
      };
    },
  },
  {
    goal: 'a million vehicles: searches by text and filters, and pages beyond 1,000, p95 ≤ 50 ms',
    judge(find) {
      const p95 = each(find('vehicles', /^(text and filters|pages).*, 1000000 /), 'p95Ms');
      if (p95.length === 0) return undefined;
      return { measured: `${span(p95)} ms`, isMet: Math.max(...p95) <= 50 };
    },
  },
  {
    goal: 'local lists, 50,000 tokens × 300 stations and 1,000 × 2,000: all complete; neighbours p99 ≤ 250 ms, none closed, stall ≤ 50 ms, RSS ≤ 200 MB more, database ≤ 100 MB more',
    judge(find) {
      const ours = find('local-lists', /tokens to/);
      if (ours.length === 0) return undefined;
      const [p99, stall, database] = [each(ours, 'p99Ms'), each(ours, 'stallMs'), each(ours, 'databaseMb')];
      const more = ours.flatMap(({ residentMb }) =>
        residentMb === undefined ? [] : [residentMb.peak - residentMb.before],
      );
      const areComplete = ours.every(({ completeLists: lists }) => lists !== undefined && lists.complete === lists.of);
      const closed = each(ours, 'closed').reduce((sum, count) => sum + count, 0);
      return {
        measured: `${areComplete ? 'complete' : 'NOT complete'}, ${span(p99)} ms, ${closed} closed, ${span(stall)} ms, ${span(more)} MB, ${span(database)} MB`,
        isMet:
          areComplete &&
          closed === 0 &&
          Math.max(...p99) <= 250 &&
          Math.max(...stall) <= 50 &&
          Math.max(...more) <= 200 &&
          Math.max(...database) <= 100,
      };
    },
  },
  {
    goal: '2,000 idle stations whose lists are in sync ≤ 2 % of a core',
    judge(find) {
      const [share] = each(find('local-lists', /in sync$/), 'cpuShare');
      return share === undefined ? undefined : { measured: `${shown(share * 100)} %`, isMet: share <= 0.02 };
    },
  },
  {
    goal: 'growth of the database per 1,000 session messages ≤ 0.5 MB',
    judge(find) {
      const megabytes = find('disk', /, everything$/).map(
        ({ heapBytesPerMessage = 0, indexBytesPerMessage = 0 }) => (heapBytesPerMessage + indexBytesPerMessage) / 1000,
      );
      if (megabytes.length === 0) return undefined;
      return { measured: `${span(megabytes)} MB`, isMet: Math.max(...megabytes) <= 0.5 };
    },
  },
  {
    goal: 'each door under its worst sender: 20 good stations p99 ≤ 250 ms, none closed, /healthz ≤ 250 ms at most, stall ≤ 100 ms',
    judge(find) {
      const ours = find('neighbours', /./);
      if (ours.length === 0) return undefined;
      const [p99, health, stall] = [each(ours, 'p99Ms'), each(ours, 'healthMs'), each(ours, 'stallMs')];
      const closed = each(ours, 'closed').reduce((sum, count) => sum + count, 0);
      return {
        measured: `${span(p99)} ms, ${closed} closed, ${span(health)} ms, ${span(stall)} ms`,
        isMet: closed === 0 && Math.max(...p99) <= 250 && Math.max(...health) <= 250 && Math.max(...stall) <= 100,
      };
    },
  },
  {
    goal: 'over TLS: CPU per session message ≤ 1.3 × plain, 5,000 stations return in ≤ 3 × the plain time',
    judge(find) {
      const messages = ratiosToPlain(find, /^sessions/, 'cpuSecondsPer1000');
      const returns = ratiosToPlain(find, /return/, 'seconds');
      if (messages.length === 0 || returns.length === 0) return undefined;
      const failed = each(find('tls', /return/), 'failedHandshakes').reduce((sum, count) => sum + count, 0);
      return {
        measured: `${span(messages)} ×, ${span(returns)} ×, ${failed} failed`,
        isMet: Math.max(...messages) <= 1.3 && Math.max(...returns) <= 3 && failed === 0,
      };
    },
  },
  {
    goal: '2,000 bad upgrades a second over TLS: of 1,000 good stations none dropped, median latency ≤ 2 ×',
    judge(find) {
      const [quiet] = find('tls', /beside nobody/);
      const [flooded] = find('tls', /beside [^n]/);
      if (quiet?.p50Ms === undefined || flooded?.p50Ms === undefined) return undefined;
      const ratio = flooded.p50Ms / quiet.p50Ms;
      return {
        measured: `${flooded.closed} dropped, ${shown(quiet.p50Ms)} → ${shown(flooded.p50Ms)} ms`,
        ratio: `${shown(ratio)} ×`,
        isMet: flooded.closed === 0 && ratio <= 2,
      };
    },
  },
  {
    goal: 'console, 5,000 stations: first rows of Equipment ≤ 1 s, JavaScript of the first page < 400 kB compressed',
    judge(find) {
      const [first] = find('console', /^first rows$/);
      if (first?.seconds === undefined || first.scriptKb === undefined) return undefined;
      return {
        measured: `${shown(first.seconds)} s, ${shown(first.scriptKb)} kB`,
        isMet: first.seconds <= 1 && first.scriptKb < 400,
      };
    },
  },
  {
    goal: 'console: JavaScript of Now < 400 kB compressed by Brotli, in English and in Portuguese',
    judge(find) {
      const sizes = find('console', /^Now, /).flatMap(({ scriptBrotliKb }) => scriptBrotliKb ?? []);
      if (sizes.length === 0) return undefined;
      return { measured: `${span(sizes)} kB`, isMet: Math.max(...sizes) < 400 };
    },
  },
  {
    goal: 'console, 5,000 stations: ten open consoles make a message of a station cost ≤ 1.5 ×',
    judge(find) {
      const [[alone], [watched]] = [find('console', /^no console open$/), find('console', /^10 consoles open$/)];
      if (alone?.cpuSecondsPer1000 === undefined || watched?.cpuSecondsPer1000 === undefined) return undefined;
      const ratio = watched.cpuSecondsPer1000 / alone.cpuSecondsPer1000;
      return { measured: `${shown(ratio)} ×`, isMet: ratio <= 1.5 };
    },
  },
  {
    goal: 'console, 5,000 stations: live updates for ten minutes without a shift, memory of the page ≤ 10 MB more',
    judge(find) {
      const [live] = find('console', /^live updates, 600 s$/);
      if (live?.pageMb === undefined) return undefined;
      const { updates = 0, layoutShift = 0, pageMb } = live;
      const more = pageMb.after - pageMb.before;
      return {
        measured: `${updates} updates, shift ${shown(layoutShift)}, ${shown(more)} MB more`,
        isMet: updates > 0 && layoutShift <= 0.01 && more <= 10,
      };
    },
  },
  {
    goal: 'NODES=2, each node with the same share of a core as the one process: session messages/s ≥ 1.6 ×',
    judge(find) {
      const [one] = find('nodes', /^NODES=2, each/, 'one process');
      const [two] = find('nodes', /^NODES=2, each/);
      if (one?.perSecond === undefined || two?.perSecond === undefined) return undefined;
      const ratio = two.perSecond / one.perSecond;
      return {
        measured: shown(two.perSecond),
        limit: shown(one.perSecond),
        ratio: `${shown(ratio)} ×`,
        isMet: ratio >= 1.6,
      };
    },
  },
];

function ratiosToPlain(find: Find, of: RegExp, name: keyof Figures): number[] {
  const plain = each(find('tls', of, 'plain'), name);
  return each(find('tls', of), name).map((value, at) => value / (plain[at] ?? Number.NaN));
}

type CpuGoal = { work: string; of: RegExp; limit: ServerName; most: number; maxRatio: number };

function compareCpu(find: Find, { work, of, limit, most, maxRatio }: CpuGoal): Judgement | undefined {
  const ours = each(find(work, of), 'cpuSecondsPer1000');
  const limits = each(find(work, of, limit), 'cpuSecondsPer1000');
  if (ours.length === 0) return undefined;
  const ratio = Math.max(...ours.map((cpu, at) => cpu / (limits[at] ?? Number.NaN)));
  const isMet = Math.max(...ours) <= most && ratio <= maxRatio;
  return { measured: span(ours), limit: span(limits), ratio: shown(ratio), isMet };
}

function latency({ perSecond, p50Ms, p99Ms }: { perSecond: number; p50Ms: number; p99Ms: number }): Goal {
  return {
    goal: `latency at ${perSecond.toLocaleString('en')} messages/s, 1,000 connected: p50 ≤ ${p50Ms} ms, p99 ≤ ${p99Ms} ms`,
    judge(find) {
      const of = (server: ServerName) => find('rates', new RegExp(`^${perSecond} messages/s$`), server)[0];
      const [ours, limit] = [of('product'), of('limit-pg')];
      if (ours?.p50Ms === undefined || ours.p99Ms === undefined) return undefined;
      return {
        measured: `${shown(ours.p50Ms)} / ${shown(ours.p99Ms)} ms`,
        limit: `${shown(limit?.p50Ms)} / ${shown(limit?.p99Ms)} ms`,
        ratio: `${shown(ours.p50Ms / (limit?.p50Ms ?? Number.NaN))} / ${shown(ours.p99Ms / (limit?.p99Ms ?? Number.NaN))}`,
        isMet: ours.p50Ms <= p50Ms && ours.p99Ms <= p99Ms,
      };
    },
  };
}

function grows({ goal, to }: { goal: string; to: RegExp }): Goal {
  return {
    goal,
    judge(find) {
      const factor = (server: ServerName) => {
        const [before] = each(find('growth', /^100 stations$/, server), 'cpuSecondsPer1000');
        const [after] = each(find('growth', to, server), 'cpuSecondsPer1000');
        return before === undefined || after === undefined ? undefined : after / before;
      };
      const ours = factor('product');
      if (ours === undefined) return undefined;
      return { measured: `${shown(ours)} ×`, limit: `${shown(factor('limit-pg'))} ×`, isMet: ours <= 1.2 };
    },
  };
}

function each(figures: readonly Figures[], name: keyof Figures): number[] {
  return figures.map((one) => one[name]).filter((value) => typeof value === 'number');
}

function span(values: readonly number[]): string {
  const [low, high] = [shown(Math.min(...values)), shown(Math.max(...values))];
  return low === high ? low : `${low}-${high}`;
}
