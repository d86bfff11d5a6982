import type { KillSwitchState } from '#contract/agents/kill-switch.ts';
import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import { shownTime } from '../shown-time.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type KillSwitchOptions = ServerOptions & { json?: boolean; why?: string };

export async function killSwitchStatus(terminal: Terminal, options: KillSwitchOptions): Promise<number> {
  const killSwitch = await openApi(terminal, options).call(killSwitchApi.get);
  const tone = killSwitch.isOn ? 'bad' : 'good';
  terminal.out(options.json ? json(killSwitch) : terminal.paint(tone, killSwitchSentence(terminal, killSwitch)));
  return done;
}

export async function changeKillSwitch(
  terminal: Terminal,
  options: KillSwitchOptions & { isOn: boolean },
): Promise<number> {
  const { isOn, why } = options;
  const killSwitch = await openApi(terminal, options).call(killSwitchApi.change, {
    body: { isOn, ...(why !== undefined && { why }) },
  });
  return tellDone(terminal, options, killSwitch, killSwitchSentence(terminal, killSwitch));
}

/** Whether commands go out, and otherwise since when not, by whom and why. */
export function killSwitchSentence(terminal: Terminal, { isOn, why, by, byName, since }: KillSwitchState): string {
  const { text } = terminal;
  if (!isOn) return text.killSwitch.isOff;
  const who = visible(byName ?? by ?? '');
  const reason = why === null || why === '' ? '' : text.killSwitch.because(visible(why));
  return text.killSwitch.isOn(who, since === null ? '' : shownTime(terminal, since)) + reason;
}
