import { settings } from '#base/config.ts';
import { visible } from '../../visible.ts';
import type { Slash } from './slash.ts';

export const model: Slash = {
  takes: '[PROVIDER/MODEL]',
  complete: () => settings.llmProvider.accepts.split(', '),
  async run({ terminal, agent }, [name]) {
    const { chat } = terminal.text;
    if (name !== undefined) await agent.useModel(name);
    const { mind } = agent;
    const who = mind.isModel ? visible(mind.name) : chat.noModel;
    terminal.out(name === undefined ? chat.answeredBy(who) : chat.nowAnsweredBy(who));
  },
};
