import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { type Tariff, type TariffProblem, tariffProblem } from '#contract/billing/tariff.ts';
import { openApi } from '../api.ts';
import { done, wrongUse } from '../exit-code.ts';
import { inReaderWords } from '../in-reader-words.ts';
import { json } from '../json.ts';
import { readText } from '../read-text.ts';
import { readTime } from '../read-time.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';
import { termLines } from './tariff-show.ts';

type ShowOptions = ServerOptions & { file: string; json?: boolean };

const refusedText = z.object({ problems: z.array(tariffProblem).min(1) });

/** Only whether it can be read, and how it would look. */
export async function tariffCheck(terminal: Terminal, options: ShowOptions): Promise<number> {
  return reading(terminal, options, async (text) => {
    const tariff = await openApi(terminal, options).call(tariffApi.addText, { body: { text, isDryRun: true } });
    if (options.json) terminal.out(json(tariff));
    else terminal.out(checkedLines(terminal, options.file, tariff).join('\n'));
  });
}

function checkedLines(terminal: Terminal, file: string, { id, current }: Tariff): string[] {
  return [
    terminal.paint('good', terminal.text.tariff.fine(file, visible(id))),
    ...(current === null ? [] : ['', ...termLines(terminal, current.terms)]),
  ];
}

/** Makes the tariff, or its next version. */
export async function tariffSet(terminal: Terminal, options: ShowOptions & { from?: string }): Promise<number> {
  const { from } = options;
  const validFrom = from === undefined ? {} : { validFrom: readTime(terminal, { name: '--from', value: from }) };
  const api = openApi(terminal, options);
  return reading(terminal, options, async (text) => {
    const { id } = await api.call(tariffApi.addText, { body: { text, isDryRun: false, ...validFrom } });
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
  options: ShowOptions,
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
