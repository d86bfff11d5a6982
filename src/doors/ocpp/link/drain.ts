import { setTimeout as pause } from 'node:timers/promises';
import type { StationDirectory } from '#cluster/station-directory.ts';
import type { StationLink } from './station-link.ts';

/** What was asked of a station gets so long to be answered before its connection ends. */
const answerMs = 10_000;
const lookMs = 50;

/** Sends the stations of this node to others: one connection after the other ends, spread over the time, so that nobody is stormed. */
export async function drain(directory: StationDirectory<StationLink>, overMs: number): Promise<void> {
  const startedAt = performance.now();
  const links = [...directory.all()].map(({ link }) => link);
  const leaving: Promise<void>[] = [];
  for (const [index, link] of links.entries()) {
    await pause(Math.max(0, startedAt + (overMs * index) / links.length - performance.now()));
    leaving.push(sendAway(link));
  }
  await Promise.all(leaving);
}

async function sendAway(link: StationLink): Promise<void> {
  const giveUpAt = performance.now() + answerMs;
  while (link.isAsked && performance.now() < giveUpAt) await pause(lookMs);
  link.end(comeAgain(link), 'This node is being restarted', 'server-stopped');
}

/** Stations of OCPP 1.6 were made before many libraries knew the code 1012. */
export function comeAgain({ version }: StationLink): number {
  return version.name === '1.6' ? 1001 : 1012;
}
