import type { Halt } from '#contract/agents/halt.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import { shownTime } from '../shown-time.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type HaltOptions = ServerOptions & { json?: boolean; why?: string };

export async function haltStatus(terminal: Terminal, options: HaltOptions): Promise<number> {
  const halt = await openApi(terminal, options).halt();
  const tone = halt.isOn ? 'bad' : 'good';
  terminal.out(options.json ? json(halt) : terminal.paint(tone, haltSentence(terminal, halt)));
  return done;
}

export async function haltSwitch(terminal: Terminal, options: HaltOptions & { isOn: boolean }): Promise<number> {
  const { isOn, why } = options;
  const halt = await openApi(terminal, options).changeHalt({ isOn, ...(why !== undefined && { why }) });
  return tellDone(terminal, options, halt, haltSentence(terminal, halt));
}

/** Whether commands go out, and otherwise since when not, by whom and why. */
export function haltSentence(terminal: Terminal, { isOn, why, by, byName, since }: Halt): string {
  const { text } = terminal;
  if (!isOn) return text.halt.isOff;
  const who = visible(byName ?? by ?? '');
  const reason = why === null || why === '' ? '' : text.halt.because(visible(why));
  return text.halt.isOn(who, since === null ? '' : shownTime(terminal, since)) + reason;
}
