import { isDeepStrictEqual } from 'node:util';
import type { Series, SeriesImport, SeriesImported, SeriesKind } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { changeEntry } from '../../../change-entry.ts';
import { problemOf } from '../../../problem.ts';
import { LocalDays } from '../../forecast/local-days.ts';
import type { BoundInputs } from '../input-needs.ts';
import { mustReadSettings } from '../settings/change-settings.ts';
import { readSeriesFile, type SeriesFile } from './files/read-series-file.ts';
import { energySeries, type Point, readSeries, shownSeries } from './series-store.ts';

const shownProblems = 20;

/** From the beginning of today on, by the clock of the site. */
export async function findSeries({ pool, clock, sites, ...needs }: BoundInputs, siteId: string): Promise<Series[]> {
  await mustReadSettings({ pool, ...needs }, siteId);
  const { timeZone = 'UTC' } = (await sites.clockAt(siteId)) ?? {};
  const { startsAt } = new LocalDays(timeZone).of(clock.now().getTime());
  return (await readSeries(pool, siteId, new Date(startsAt))).map(shownSeries);
}

type Import = { siteId: string; file: SeriesImport; source?: string; actor: Actor };

export async function importSeries(
  needs: BoundInputs,
  { siteId, file, source, actor }: Import,
): Promise<SeriesImported> {
  const { pool, clock, sites, ledger } = needs;
  await mustReadSettings(needs, siteId);
  const { timeZone = 'UTC', currency = null } = (await sites.clockAt(siteId)) ?? {};
  const at = clock.now();
  const read = readSeriesFile({ ...file, timeZone, currency, now: at.getTime() });
  if (!read.isRead) throw wrongFile(read);
  const { points, until, warnings, format } = read;
  const from = points[0]?.from ?? until;
  const answer = {
    points: points.length,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    warnings,
  };
  const { kind } = file;
  // The same file hour after hour is one fact.
  const known = (await readSeries(pool, siteId, new Date(from))).find((series) => series.kind === kind);
  if (known !== undefined && known.until >= until && isDeepStrictEqual(within(known.points, from, until), points))
    return answer;
  const imported = { points, until, source: source ?? format, importedAt: at };
  await ledger.commit(
    changeEntry({
      kind: 'energy-series-imported',
      subject: siteId,
      at,
      actor,
      body: {
        siteId,
        seriesKind: kind,
        source: imported.source,
        from: new Date(from),
        until: new Date(until),
        runs: runsOf(points),
      },
      writes: [write(energySeries, { siteId, kind, imported })],
    }),
  );
  needs.changed(siteId);
  return answer;
}

export async function removeSeries(
  needs: BoundInputs,
  { siteId, kind, actor }: { siteId: string; kind: SeriesKind; actor: Actor },
): Promise<void> {
  const { pool, clock, ledger } = needs;
  await mustReadSettings(needs, siteId);
  const known = await readSeries(pool, siteId, clock.now());
  if (!known.some((series) => series.kind === kind))
    throw problemOf('NOT_FOUND', sentenceOf('no-energy-series', { kind, siteId }));
  await ledger.commit(
    changeEntry({
      kind: 'energy-series-removed',
      subject: siteId,
      at: clock.now(),
      actor,
      body: { siteId, seriesKind: kind },
      writes: [write(energySeries, { siteId, kind, imported: null })],
    }),
  );
  needs.changed(siteId);
}

function wrongFile({ problems, format }: Extract<SeriesFile, { isRead: false }>) {
  const [first] = problems;
  const told = { format, line: first?.line ?? 1, reason: first?.sentence ?? sentenceOf('series-empty') };
  const sentence =
    problems.length > 1
      ? sentenceOf('series-wrong-lines', { ...told, count: problems.length })
      : sentenceOf('series-wrong', told);
  return problemOf('INVALID_INPUT', sentence, { field: 'content', problems: problems.slice(0, shownProblems) });
}

function within(points: readonly Point[], from: number, until: number): Point[] {
  return points.filter((point) => point.from >= from && point.from < until);
}

/** Lists of a first moment and a distance, both in seconds, and the values that follow each other at that distance. */
export function runsOf(points: readonly Point[]): number[][] {
  const runs: number[][] = [];
  let [run, last]: [number[] | undefined, number] = [undefined, 0];
  for (const { from, value } of points) {
    const seconds = from / 1000;
    if (run?.length === 3) run[1] = seconds - last;
    if (run === undefined || seconds - last !== run[1]) {
      run = [seconds, 0];
      runs.push(run);
    }
    run.push(value);
    last = seconds;
  }
  return runs;
}

export function pointsOfRuns(runs: readonly (readonly number[])[]): Point[] {
  return runs.flatMap(([first = 0, distance = 0, ...values]) =>
    values.map((value, index) => ({ from: (first + index * distance) * 1000, value })),
  );
}
