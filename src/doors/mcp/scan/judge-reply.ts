import { ownJson } from '#base/json.ts';
import { textsIn } from './definitions.ts';
import { type Finding, found } from './finding.ts';
import type { HostileCall } from './hostile-calls.ts';
import { canary, rawTricks, templateResult } from './hostile-values.ts';
import type { Reply } from './mcp-caller.ts';
import { secretIn } from './suspicious-text.ts';

type Judged = Pick<HostileCall, 'trick' | 'argument' | 'payload' | 'isForbidden' | 'isSomebodyElses'>;

const hugeAnswer = 1024 * 1024;

const stackTrace =
  /\n\s*at .{1,200}:\d+:\d+|Traceback \(most recent call last\)|\bgoroutine \d+ \[|\bat [\w$.]+\([\w$]+\.java:\d+\)|panicked at .{1,80}\.rs:\d+/;
const databaseText =
  /syntax error at or near|SQLSTATE|\bORA-\d{5}|OperationalError|You have an error in your SQL syntax|unterminated quoted string|invalid input syntax for type|violates .{1,40} constraint|\bselect\b.{1,80}\bfrom\b.{1,40}\bwhere\b|UnrecognizedTokenException|MongoServerError/i;
const fileContent = /root:[^:\n]*:0:0:|\[(?:fonts|extensions)\]\s*[\r\n]/;
const commandOutput = /\buid=\d+\([a-z_][\w-]*\) gid=\d+/;
const ownPath =
  /(?:\/home\/[\w.-]+\/|\/root\/[\w.-]+|\/usr\/(?:src|lib|local)\/[\w.-]+|\/var\/(?:lib|www|task)\/[\w.-]+|\/app\/[\w.-]+|\/node_modules\/|\/site-packages\/|[A-Z]:\\(?:Users|Windows|Program Files)\\)[^\s"']*/;

/** What an answer to a hostile call gives away. A refusal in plain words is what is hoped for. */
export function judgeReply(where: string, call: Judged, reply: Reply): Finding[] {
  const sent = call.argument === '' ? call.trick : `${call.argument}: ${call.trick}`;
  const told = (rule: Finding['rule'], evidence: string) => found(rule, where, evidence, sent);
  if (reply.kind === 'silent') return [told('no-answer', `nothing within ${reply.ms} ms`)];
  if (reply.kind === 'broken') return [told('no-answer', reply.reason)];
  const { text, status } = reply;
  const texts = saidIn(reply);
  const all = [...texts.sentences, ...texts.data, ...(reply.kind === 'refused' ? [text] : [])].join('\n');
  const without = call.payload === '' ? all : all.replaceAll(call.payload, '');
  const match = (pattern: RegExp) => pattern.exec(without)?.[0];
  const matches: [Finding['rule'], string | undefined][] = [
    ['stack-trace', match(stackTrace)],
    ['database-text', match(databaseText)],
    ['file-read', match(fileContent)],
    ['command-run', call.trick === 'shell' ? match(commandOutput) : undefined],
    ['template-run', call.trick === 'template' && without.includes(templateResult) ? templateResult : undefined],
    ['secret-in-answer', secretIn(without)],
    ['path-in-answer', match(ownPath)],
    ['echo-in-text', echoed(texts.sentences)],
    ['echo-in-data', echoed(texts.data)],
  ];
  return [
    ...(status >= 500 ? [told('server-error', `HTTP ${status}`)] : []),
    ...(reply.kind === 'error' && reply.code === -32_603 ? [told('internal-error', reply.message)] : []),
    ...matches.flatMap(([rule, evidence]) => (evidence === undefined ? [] : [told(rule, evidence)])),
    ...(call.isForbidden && hasWorked(reply) ? [told('schema-not-kept', 'the call was not refused')] : []),
    ...(call.isSomebodyElses === true && hasWorked(reply) && text.includes(call.payload)
      ? [told('foreign-id-answered', call.payload)]
      : []),
    ...(text.length > hugeAnswer ? [told('huge-answer', `${text.length} characters`)] : []),
  ];
}

export function hasWorked(reply: Reply): boolean {
  return reply.kind === 'result' && reply.result['isError'] !== true;
}

/** Sentences a model reads as the server's own, told apart from the typed data beside them. */
function saidIn(reply: Reply): { sentences: string[]; data: string[] } {
  if (reply.kind === 'error') return { sentences: [reply.message], data: [] };
  if (reply.kind !== 'result') return { sentences: [], data: [] };
  const { content, structuredContent, messages, contents, ...rest } = reply.result;
  const blocks = [content, messages].flat().flatMap(textsIn);
  const isData = (text: string) => /^\s*[[{]/.test(text); // the data once more, for hosts without structured content
  return {
    sentences: [...blocks.filter((text) => !isData(text)), ...textsIn(rest)],
    data: [
      ...blocks.filter(isData).flatMap((text) => textsIn(ownJson(text) ?? text)),
      ...textsIn(structuredContent),
      ...textsIn(contents),
    ],
  };
}

/** Our mark with a trick still beside it. */
function echoed(texts: readonly string[]): string | undefined {
  const trick = rawTricks.find((raw) =>
    texts.some((text) => text.includes(`${canary}${raw}`) || text.includes(`${raw}${canary}`)),
  );
  return trick === undefined ? undefined : `U+${trick.codePointAt(0)?.toString(16).padStart(4, '0')}`;
}
