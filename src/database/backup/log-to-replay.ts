import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterName } from './back-up.ts';
import type { Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { historyPattern, numberOf, segmentAt, segmentPattern, timelineOf, timelinesAfter } from './write-ahead-log.ts';

export type Until = Date | 'latest' | undefined;

type Needs = {
  manifest: Manifest;
  until: Until;
  timeline?: number | undefined;
  /** Folders with segments, the best first: the kept log, then what the present cluster still has. */
  sources: readonly string[];
};

export type LogToReplay = { timeline: number; files: readonly NamedFile[] };
type NamedFile = readonly [name: string, file: string];

/**
 * The log that came after the backup, as far as it is wanted, and the timeline to follow. The histories of all timelines come
 * along in any case, so that the restored cluster begins one that never was.
 */
export async function findLog(needs: Needs): Promise<LogToReplay> {
  const { manifest, until, sources } = needs;
  const own = new Set(manifest.files.map(({ path }) => path));
  const found = [...(await filesOf(sources))].filter(([name]) => !own.has(join(clusterName, 'pg_wal', name)));
  const histories = found.filter(([name]) => historyPattern.test(name));
  if (until === undefined) return { timeline: manifest.timeline, files: histories };
  const segments = segmentsAfter(manifest, found);
  const timeline = await chooseTimeline(needs, { histories, segments });
  if (until === 'latest') await mustBeWhole(manifest, segments, timeline);
  return { timeline, files: [...histories, ...segments] };
}

type LogFiles = { histories: readonly NamedFile[]; segments: readonly NamedFile[] };

/** After a restore the log goes on twice: as it had gone on before, and as it went on from there. Only a person knows which is meant. */
async function chooseTimeline({ manifest, timeline }: Needs, { histories, segments }: LogFiles): Promise<number> {
  const read = histories.map(async ([name, file]) => [timelineOf(name), await readFile(file, 'utf8')] as const);
  const possible = timelinesAfter(manifest, new Map(await Promise.all(read)));
  const goesOn = possible.filter((each) => segments.some(([name]) => timelineOf(name) === each));
  if (goesOn.length === 0) throw new BackupProblem('no-log', { segment: manifest.lastSegment });
  if (timeline === undefined && goesOn.length === 1) return goesOn[0] ?? manifest.timeline;
  if (timeline !== undefined && goesOn.includes(timeline)) return timeline;
  const timelines = goesOn.map(async (each) => ({
    timeline: each,
    until: await newestOf(segments.filter(([name]) => timelineOf(name) === each)),
  }));
  throw new BackupProblem('several-timelines', { timelines: await Promise.all(timelines) });
}

async function newestOf(segments: readonly NamedFile[]): Promise<Date> {
  const times = await Promise.all(segments.map(async ([, file]) => (await stat(file)).mtimeMs));
  return new Date(Math.max(...times));
}

async function filesOf(folders: readonly string[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const isWanted = segmentPattern.test(name) || historyPattern.test(name);
      if (isWanted && !files.has(name)) files.set(name, join(folder, name));
    }
  }
  return files;
}

/** Another timeline may have begun within the last segment of the backup. */
function segmentsAfter({ lastSegment, segmentBytes }: Manifest, files: readonly NamedFile[]): NamedFile[] {
  const last = numberOf(lastSegment, segmentBytes);
  return files.filter(([name]) => segmentPattern.test(name) && numberOf(name, segmentBytes) >= last);
}

/** Recovery would end at a missing segment without a word, and what lies behind it would be lost. */
async function mustBeWhole(manifest: Manifest, segments: readonly NamedFile[], timeline: number): Promise<void> {
  const { lastSegment, segmentBytes } = manifest;
  const fileOf = new Map(segments.map(([name, file]) => [numberOf(name, segmentBytes), file]));
  const last = numberOf(lastSegment, segmentBytes);
  const followed = segments.filter(([name]) => timelineOf(name) === timeline);
  const newest = Math.max(last, ...followed.map(([name]) => numberOf(name, segmentBytes)));
  let wholeUntil = new Date(manifest.endedAt);
  for (let number = last + 1; number < newest; number += 1) {
    const file = fileOf.get(number);
    if (file === undefined) {
      const segment = segmentAt({ timeline, number, segmentBytes });
      throw new BackupProblem('log-has-hole', { segment, wholeUntil });
    }
    wholeUntil = (await stat(file)).mtime;
  }
}
