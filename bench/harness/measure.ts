import { setTimeout as pause } from 'node:timers/promises';
import type { Ran, Run } from '../generator/orders.ts';
import { type DatabaseCounters, databaseCounters } from './database-counters.ts';
import { type Disturbance, maxDisturbed, watchDisturbance } from './disturbance.ts';
import { merge, percentile } from './histogram.ts';
import { addTroubles, type Load, type Troubles } from './load.ts';
import { cpuSecondsOf, memoryMbOf } from './process-tree.ts';
import type { Server } from './server.ts';

export type Figures = {
  messages: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server with its database, until it had come to rest. */
  cpuSecondsPer1000: number;
  /** How long it went on working after the last answer; the longest of several rounds. */
  workLeftSeconds: number;
  memoryMb: number;
  walBytesPerMessage: number | null;
  commitsPerMessage: number | null;
  troubles: Troubles;
  /** What else went on on the machine, in the round that was disturbed most. */
  disturbance: Disturbance;
};

export type Round = {
  ran: Ran;
  cpuSeconds: number;
  workLeftSeconds: number;
  memoryMb: number;
  database: { walBytes: number; commits: number } | null;
  disturbance: Disturbance;
};

/** Runs a load against a server, and waits until it has come to rest. */
export async function measure(server: Server, load: Load, run: Run): Promise<Round> {
  const { databaseUrl } = server;
  // A visit to the database costs it some CPU of its own, so the visits stand outside of what is counted.
  const before = databaseUrl === undefined ? null : await databaseCounters(databaseUrl);
  const disturbanceSoFar = watchDisturbance();
  const cpuBefore = cpuSecondsOf(server.pid);
  const ran = await load.run(run);
  const workLeftSeconds = await untilQuiet(server.pid);
  const cpuSeconds = cpuSecondsOf(server.pid) - cpuBefore;
  const disturbance = disturbanceSoFar();
  const after = databaseUrl === undefined ? null : await databaseCounters(databaseUrl);
  const database = before && after && difference(before, after);
  return { ran, cpuSeconds, workLeftSeconds, memoryMb: memoryMbOf(server.pid), database, disturbance };
}

function difference(before: DatabaseCounters, after: DatabaseCounters): { walBytes: number; commits: number } {
  const commits = Math.max(after.commits - before.commits, after.writes - before.writes);
  return { walBytes: after.walBytes - before.walBytes, commits };
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const messages = sum(({ ran }) => ran.messages);
  const latencies = merge(rounds.map(({ ran }) => ran.latencies));
  const hasDatabase = rounds.every(({ database }) => database !== null);
  return {
    messages,
    perSecond: messages / sum(({ ran }) => ran.seconds),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuSecondsPer1000: (sum(({ cpuSeconds }) => cpuSeconds) / messages) * 1000,
    workLeftSeconds: Math.max(...rounds.map((round) => round.workLeftSeconds)),
    memoryMb: rounds.at(-1)?.memoryMb ?? 0,
    walBytesPerMessage: hasDatabase ? sum(({ database }) => database?.walBytes ?? 0) / messages : null,
    commitsPerMessage: hasDatabase ? sum(({ database }) => database?.commits ?? 0) / messages : null,
    troubles: addTroubles(rounds.map(({ ran }) => ran.troubles)),
    disturbance: maxDisturbed(rounds.map((round) => round.disturbance)),
  };
}

const windowMs = 100;
/** Timers, pings and the database's own housekeeping go on for ever. */
const restingShare = 0.15;
const restMs = 1_000;
const longestMs = 60_000;

/** Waits until the processes have rested for a second; answers how long they had worked on before that, in seconds. */
export async function untilQuiet(pid: number): Promise<number> {
  const startedAt = performance.now();
  let busyUntil = startedAt;
  let last = { at: startedAt, cpuSeconds: cpuSecondsOf(pid) };
  while (last.at - busyUntil < restMs && last.at - startedAt < longestMs) {
    await pause(windowMs);
    const next = { at: performance.now(), cpuSeconds: cpuSecondsOf(pid) };
    const share = ((next.cpuSeconds - last.cpuSeconds) * 1000) / (next.at - last.at);
    if (share > restingShare) busyUntil = next.at;
    last = next;
  }
  return (busyUntil - startedAt) / 1000;
}
