import type { YAMLError } from 'yaml';
import type { TariffProblem } from '#contract/billing/tariff.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { tariffProblem } from './tariff-problem.ts';

/** What keeps a text from being YAML, in words for whoever writes tariffs. One for each line: what follows is often a consequence. */
export function syntaxProblems(
  faults: readonly YAMLError[],
  { text, lineAt }: { text: string; lineAt: (offset: number) => number },
): TariffProblem[] {
  const problems = new Map<number, TariffProblem>();
  for (const { code, message, pos } of faults) {
    const [sentence, advice] = adviceFor(code, message);
    const line = message.includes('quote') ? lineOfOpenQuote(text) : lineAt(pos[0]);
    if (!problems.has(line)) problems.set(line, tariffProblem({ line, path: '' }, { sentence, advice }));
  }
  return [...problems.values()].slice(0, 10);
}

function adviceFor(code: YAMLError['code'], message: string): [sentence: Sentence, advice: Sentence] {
  const bracket = /end with a (\]|\})/.exec(message)?.[1];
  if (bracket !== undefined) return [sentenceOf('yaml-open-bracket'), sentenceOf('write-bracket', { bracket })];
  if (/closing .quote/.test(message)) return [sentenceOf('yaml-open-quote'), sentenceOf('write-quote')];
  if (message.includes('Missing ,')) return [sentenceOf('yaml-no-comma'), sentenceOf('write-comma')];
  switch (code) {
    case 'TAB_AS_INDENT':
      return [sentenceOf('yaml-tab'), sentenceOf('write-spaces')];
    case 'BAD_ALIAS':
    case 'ALIAS_PROPS':
    case 'MULTIPLE_ANCHORS':
      return [sentenceOf('yaml-references'), sentenceOf('write-value-itself')];
    case 'TAG_RESOLVE_FAILED':
    case 'MULTIPLE_TAGS':
      return [sentenceOf('yaml-tags'), sentenceOf('write-value-alone')];
    case 'BAD_SCALAR_START':
      return [sentenceOf('yaml-special-character'), sentenceOf('write-double-quotes')];
    case 'BAD_DQ_ESCAPE':
      return [sentenceOf('yaml-backslash'), sentenceOf('write-single-quotes')];
    case 'MISSING_CHAR':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BAD_INDENT':
      return [sentenceOf('yaml-no-name'), sentenceOf('write-name-and-value')];
    default:
      return [sentenceOf('yaml-unreadable'), sentenceOf('write-quoted-value')];
  }
}

/** The text ends before the quote does, so the fault is found there; it lies where the quote was opened. */
function lineOfOpenQuote(text: string): number {
  const lines = text.split('\n');
  const index = lines.findIndex((line) =>
    [/(?<!\\)"/g, /'/g].some((quote) => (line.match(quote)?.length ?? 0) % 2 === 1),
  );
  return index === -1 ? lines.length : index + 1;
}
