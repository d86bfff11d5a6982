import type { KillSwitchState } from '#contract/agents/kill-switch.ts';
import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { openApi } from '../api.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { show, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function killSwitchStatus(terminal: Terminal, options: ShowOptions): Promise<number> {
  const killSwitch = await openApi(terminal, options).call(killSwitchApi.get);
  const tone = killSwitch.isOn ? 'bad' : 'good';
  return show(terminal, options, killSwitch, () => [terminal.paint(tone, killSwitchSentence(terminal, killSwitch))]);
}

export async function changeKillSwitch(
  terminal: Terminal,
  options: ShowOptions & Texts<'why'> & { isOn: boolean },
): Promise<number> {
  const { isOn, why } = options;
  const killSwitch = await openApi(terminal, options).call(killSwitchApi.change, { body: { isOn, why } });
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
