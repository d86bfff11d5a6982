import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLError,
} from 'yaml';
import type { TariffProblem } from '#contract/billing/tariff.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { misspelt } from './tariff-advice.ts';
import { knownKeys, wholeNumberKeys } from './tariff-keys.ts';
import { tariffProblem } from './tariff-problem.ts';

export type WrittenTariff = {
  value: unknown;
  lineOf: (path: string) => number;
  problems: TariffProblem[];
  isBroken: boolean;
};

/** Reads YAML, of which JSON is a part. Whatever is wrong with it as YAML is told in terms of the tariff. */
export function readYaml(text: string): WrittenTariff {
  const lineCounter = new LineCounter();
  const lines = new Map<string, number>([['', 1]]);
  const problems: TariffProblem[] = [];
  const lineAt = (offset: number | undefined) => lineCounter.linePos(offset ?? 0).line;
  const broken = (problem: TariffProblem): WrittenTariff => {
    return { value: undefined, lineOf, problems: [problem], isBroken: true };
  };

  let documents: Document.Parsed[];
  try {
    const parsed = parseAllDocuments(text, {
      lineCounter,
      prettyErrors: false,
      schema: 'core',
      uniqueKeys: false,
      logLevel: 'silent',
    });
    documents = 'empty' in parsed ? [] : parsed;
  } catch {
    return broken(tariffProblem({ line: 1, path: '' }, { sentence: sentenceOf('yaml-too-deep'), advice: anExample }));
  }
  const [document, second] = documents;
  if (document === undefined || (document.contents as Node | null) === null) {
    return broken(tariffProblem({ line: 1, path: '' }, { sentence: sentenceOf('yaml-empty'), advice: anExample }));
  }
  if (second !== undefined) {
    const line = lineAt(second.range[0]);
    const advice = sentenceOf('write-one-tariff');
    return broken(tariffProblem({ line, path: '' }, { sentence: sentenceOf('yaml-several'), advice }));
  }
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    return { value: undefined, lineOf, problems: syntaxProblems(faults, { text, lineAt }), isBroken: true };
  }
  return { value: plain(document.contents, ''), lineOf, problems, isBroken: false };

  function plain(node: Node | null | undefined, path: string): unknown {
    if (isMap<Node, Node | null>(node)) return plainMap(node.items, path);
    if (isSeq<Node>(node)) {
      return node.items.map((item, index) => {
        const itemPath = `${path}[${index}]`;
        lines.set(itemPath, lineAt(item.range?.[0]));
        return plain(item, itemPath);
      });
    }
    if (isAlias(node)) {
      const advice = sentenceOf('write-value-wherever');
      const sentence = sentenceOf('yaml-reference', { name: node.source });
      problems.push(tariffProblem({ line: lineAt(node.range?.[0]), path }, { sentence, advice }));
      return undefined;
    }
    return isScalar(node) ? plainScalar(node, path) : null;
  }

  function plainMap(items: readonly { key: Node; value: Node | null }[], path: string): Record<string, unknown> {
    const written = items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
    const known = knownKeys(path, written);
    const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [index, { key, value }] of items.slice(0, maxNames).entries()) {
      const name = written[index] ?? '';
      const line = lineAt(key.range?.[0]);
      const meant = known === null || known.includes(name) ? { name } : misspelt(name, { path, line, known, written });
      if ('problem' in meant) problems.push(meant.problem);
      if (meant.name === null) continue;
      const ownPath = path === '' ? meant.name : `${path}.${meant.name}`;
      if (meant.name in values) {
        const sentence = sentenceOf('yaml-twice', { key: meant.name, line: lines.get(ownPath) ?? line });
        problems.push(tariffProblem({ line, path: ownPath }, { sentence, advice: sentenceOf('write-one-of-two') }));
        continue;
      }
      lines.set(ownPath, line);
      values[meant.name] = plain(value, ownPath);
    }
    return { ...values };
  }

  /** The nearest thing that has a line: of a value that is not there, what it belongs to. */
  function lineOf(path: string): number {
    const line = lines.get(path);
    const holder = path.replace(/(\.?[^.[\]]+|\[\d+\])$/, '');
    return line ?? (holder === path ? 1 : lineOf(holder));
  }
}

/** People write 0.49 without quotes: the text is taken as it was written, and no digit goes through a float. */
function plainScalar({ value, source }: { value: unknown; source?: string }, path: string): unknown {
  const key =
    path
      .replace(/\[\d+\]$/, '')
      .split('.')
      .at(-1) ?? '';
  if (typeof value === 'number' && !wholeNumberKeys.has(key) && source !== undefined) return source;
  if (typeof value === 'boolean' && key !== 'taxIncluded' && source !== undefined) return source;
  return value;
}

/** Twice as many as a tariff has; who writes more is told so often enough. */
const maxNames = 40;

export const example = '{ id: day, currency: BRL, perKwh: "1.90" }';
const anExample = sentenceOf('write-a-tariff', { example });

/** What keeps a text from being YAML, in words for whoever writes tariffs. One for each line: what follows is often a consequence. */
function syntaxProblems(
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
