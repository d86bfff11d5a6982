import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { type Tariff, type TariffProblem, tariffProblem } from '#contract/billing/tariff.ts';
import { openApi } from '../api.ts';
import { costTable } from '../bill-lines.ts';
import { done, wrongUse } from '../exit-code.ts';
import { readText } from '../files.ts';
import { groupIdOf, groupNames } from '../find-named.ts';
import { json } from '../json.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { inReaderWords } from '../request.ts';
import { show, tableLines, tellDone } from '../table.ts';
import { assignedTo } from '../tariff-words.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';
import { termLines } from './tariff-show.ts';

type TryOptions = ShowOptions & Texts<'at' | 'idle' | 'site' | 'minutes' | 'kwh'> & { tariff: string };

export async function tariffTry(terminal: Terminal, options: TryOptions): Promise<number> {
  const { tariff, site: siteId } = options;
  const read = optionReader(terminal, options);
  const answer = await openApi(terminal, options).call(tariffApi.try, {
    params: { id: tariff },
    body: {
      startedAt: read.time('at') ?? terminal.clock.now().toISOString(),
      minutes: read.number('minutes', [0, 525_600]) ?? 0,
      kwh: read.kwh('kwh') ?? '0',
      idleMinutes: read.number('idle', [0, 525_600]) ?? 0,
      siteId,
    },
  });
  const { tried } = terminal.text.tariff;
  return show(terminal, options, answer, () => [
    tried({ tariff: visible(tariff), version: String(answer.version), zone: answer.timeZone }),
    '',
    ...tableLines(terminal, costTable(terminal, answer)),
  ]);
}

type AssignOptions = ShowOptions &
  Texts<'site' | 'station' | 'connector' | 'group' | 'from' | 'until'> & { tariff: string; everywhere?: boolean };

export async function tariffAssign(terminal: Terminal, options: AssignOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { tariff: tariffId, everywhere, site, station, connector, group } = options;
  const { text } = terminal;
  if (connector !== undefined && station === undefined) throw wrong(text.tariff.needsStation);
  // For a group alone it holds wherever they charge; without a word it would hold for everyone everywhere.
  if (!everywhere && site === undefined && station === undefined && group === undefined)
    throw wrong(text.tariff.needsPlace);
  if (everywhere && (site !== undefined || station !== undefined)) throw wrong(text.tariff.needsPlace);
  const read = optionReader(terminal, options);
  const assignment = await api.call(tariffApi.assign, {
    body: {
      tariffId,
      siteId: site ?? null,
      stationId: station ?? null,
      ...read.connector('connector'),
      groupId: group === undefined ? null : await groupIdOf(terminal, api, group),
      validFrom: read.time('from') ?? null,
      validTo: read.time('until') ?? null,
    },
  });
  const where = assignedTo(terminal, assignment, await groupNames(api));
  const { validFrom } = assignment;
  const isLater = validFrom !== null && Date.parse(validFrom) > terminal.clock.now().getTime();
  const sentence = isLater
    ? text.tariff.assignedLater({ tariff: tariffId, place: where, time: localTime(validFrom) })
    : text.tariff.assigned(tariffId, where);
  return tellDone(terminal, options, assignment, visible(sentence));
}

export async function tariffUnassign(
  terminal: Terminal,
  options: ShowOptions & { assignment: string },
): Promise<number> {
  const api = openApi(terminal, options);
  const assignment = await api.call(tariffApi.unassign, { params: { id: options.assignment } });
  const where = assignedTo(terminal, assignment, await groupNames(api));
  return tellDone(terminal, options, assignment, visible(terminal.text.tariff.unassigned(assignment.tariffId, where)));
}

export async function tariffRetire(
  terminal: Terminal,
  options: ShowOptions & { tariff: string; force?: boolean },
): Promise<number> {
  const tariff = await openApi(terminal, options).call(tariffApi.retire, {
    params: { id: options.tariff },
    query: { force: options.force ?? false },
  });
  return tellDone(terminal, options, tariff, visible(terminal.text.tariff.isRetired(tariff.id)));
}

function wrong(sentence: string): SigecError {
  return new SigecError('INVALID_INPUT', sentence);
}

type FileOptions = ShowOptions & { file: string };

const refusedText = z.object({ problems: z.array(tariffProblem).min(1) });

/** Only whether it can be read, and how it would look. */
export async function tariffCheck(terminal: Terminal, options: FileOptions): Promise<number> {
  return reading(terminal, options, async (text) => {
    const tariff = await openApi(terminal, options).call(tariffApi.addText, { body: { text, isDryRun: true } });
    await show(terminal, options, tariff, () => checkedLines(terminal, options.file, tariff));
  });
}

function checkedLines(terminal: Terminal, file: string, { id, current }: Tariff): string[] {
  return [
    terminal.paint('good', terminal.text.tariff.fine(file, visible(id))),
    ...(current === null ? [] : ['', ...termLines(terminal, current.terms)]),
  ];
}

/** Makes the tariff, or its next version. */
export async function tariffSet(terminal: Terminal, options: FileOptions & Texts<'from'>): Promise<number> {
  const validFrom = optionReader(terminal, options).time('from');
  const api = openApi(terminal, options);
  return reading(terminal, options, async (text) => {
    const { id } = await api.call(tariffApi.addText, { body: { text, isDryRun: false, validFrom } });
    const tariff = await api.call(tariffApi.get, { params: { id } });
    if (options.json) {
      terminal.out(json(tariff));
      return;
    }
    const { saved, assignNext } = terminal.text.tariff;
    const [newest] = tariff.versions;
    const since = localTime(newest?.validFrom ?? tariff.createdAt);
    terminal.out(terminal.paint('good', saved(visible(id), String(newest?.version ?? 1), since)));
    const { assignments } = await api.call(tariffApi.assignments);
    if (!assignments.some(({ tariffId }) => tariffId === id)) terminal.err(assignNext(id));
  });
}

/** What is wrong with a text is told line by line, as compilers do, so that editors can jump there. */
async function reading(
  terminal: Terminal,
  options: FileOptions,
  work: (text: string) => Promise<void>,
): Promise<number> {
  const text = await readText(terminal, options.file);
  try {
    await work(text);
    return done;
  } catch (thrown) {
    const read = thrown instanceof SigecError ? refusedText.safeParse(thrown.details) : undefined;
    if (!read?.success) throw thrown;
    const { problems } = read.data;
    if (options.json) terminal.out(json({ problems }));
    else {
      const told = await Promise.all(problems.map((problem) => inTheirWords(terminal, problem)));
      terminal.err(told.map((problem) => problemLine(terminal, options.file, problem)).join('\n'));
    }
    return wrongUse;
  }
}

async function inTheirWords({ language }: Terminal, said: TariffProblem): Promise<TariffProblem> {
  const problem = (await inReaderWords(said.sentence, language)) ?? said.problem;
  return { ...said, problem, write: (await inReaderWords(said.advice, language)) ?? said.write };
}

/** "night.yaml:7: There is no price on Saturday at 22:00. → …" */
function problemLine({ text, paint }: Terminal, file: string, { line, path, problem, write }: TariffProblem): string {
  const place = [file, ...(line === null ? [] : [String(line)])].join(':');
  const where = path === '' || problem.includes(path) ? '' : `${path}: `;
  return paint('bad', visible(text.tariff.problem({ place, problem: `${where}${problem}`, write })));
}
