import type { CommandRecord } from '#contract/commands/command.ts';
import { done, failed, refusedByStation, stationOffline } from './exit-code.ts';
import { jsonLine } from './json.ts';
import type { Tone } from './paint.ts';
import type { Terminal } from './terminal.ts';
import { wordOf } from './text/text.ts';
import { localTime } from './times.ts';
import { visible } from './visible.ts';

/** A command as it ended, and whether its station was away. */
export type Ended = { command: CommandRecord; isOffline: boolean };

/** How it ended, for one station: a sentence, then what was lost on the way and what followed. */
export function outcomeLines({ text, paint }: Terminal, ended: Ended, waitSeconds: number | undefined): string[] {
  const { command } = ended;
  const { losses = [] } = command.outcome ?? {};
  const lines = losses.map(({ field, why }) => paint('warning', visible(text.outcome.lost(field, why))));
  if (waitSeconds !== undefined && command.outcome?.status === 'accepted') {
    const { effect } = command;
    lines.push(
      effect === null
        ? paint('warning', text.outcome.noEffect(String(waitSeconds)))
        : visible(text.outcome.effect(wordOf(text.outcome.effects, effect.kind), localTime(effect.at))),
    );
  }
  const tone = tones[command.outcome?.status ?? 'no-answer'];
  return [
    paint(tone, `${visible(command.stationId)}: ${outcomeSentence(text, ended)}`),
    ...lines.map((line) => `  ${line}`),
  ];
}

/** "refused by the station: Rejected (FwUpdateInProgress)" */
export function outcomeSentence(text: Terminal['text'], { command, isOffline }: Ended): string {
  const { outcome: words } = text;
  const { outcome } = command;
  if (outcome === null) return words.running;
  const code = outcome.code === null || outcome.code === 'Accepted' ? '' : outcome.code;
  const why = [code, outcome.reason ?? ''].filter((part) => part !== '').join(', ');
  const told = isOffline ? words.offline : why;
  return visible(told === '' ? words.status[outcome.status] : `${words.status[outcome.status]}: ${told}`);
}

export function answerLines({ command: { outcome } }: Ended): string[] {
  return Object.entries(outcome?.answer ?? {}).map(
    ([name, value]) => `  ${visible(name)}: ${typeof value === 'string' ? visible(value) : jsonLine(value)}`,
  );
}

export function exitCodeFor({ command: { outcome }, isOffline }: Ended): number {
  if (outcome?.status === 'accepted') return done;
  if (outcome?.status === 'rejected') return refusedByStation;
  return outcome?.status === 'not-sent' && isOffline ? stationOffline : failed;
}

const tones = { accepted: 'good', rejected: 'bad', 'no-answer': 'bad', 'not-sent': 'bad' } as const satisfies Record<
  string,
  Tone
>;
