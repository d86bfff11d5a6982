import { SigecError } from '#base/errors.ts';
import { type PermissionRule, permissionRule } from '#contract/agents/assistant.ts';
import type { Terminal } from '../../terminal.ts';
import { visible } from '../../visible.ts';
import type { Slash } from './slash.ts';

/** The person's rules for calls: shown with their numbers, added, taken back. */
export const permissions: Slash = {
  takes: '[allow|ask|deny SERVER/TOOL [ARGUMENT=VALUE] | forget NUMBER]',
  complete: ({ agent }) => ['allow', 'ask', 'deny', 'forget', ...agent.servers.tools().map(({ tool }) => tool)],
  async run({ terminal, agent }, [verb, first, ...more]) {
    const { rules: words } = terminal.text.chat;
    const rules = await agent.allowances.rules();
    if (verb === undefined) {
      if (rules.length === 0) terminal.out(words.none);
      for (const [index, rule] of rules.entries()) terminal.out(`${index + 1}  ${ruleWords(terminal, rule)}`);
      return;
    }
    if (verb === 'forget' && /^\d{1,3}$/.test(first ?? '')) {
      const gone = rules[Number(first) - 1];
      if (gone === undefined) throw new SigecError('NOT_FOUND', words.unknown);
      await agent.allowances.setRules(rules.filter((rule) => rule !== gone));
      terminal.out(words.forgotten(ruleWords(terminal, gone)));
      return;
    }
    const pairs = more.map((word) => /^([^=]+)=(.+)$/s.exec(word));
    const given = {
      effect: verb,
      tool: first,
      arguments: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2]])),
    };
    const rule = permissionRule.safeParse(given);
    if (!rule.success || pairs.includes(null)) throw new SigecError('INVALID_INPUT', words.how);
    await agent.allowances.setRules([...rules, rule.data]);
    terminal.out(words.kept(ruleWords(terminal, rule.data)));
  },
};

function ruleWords({ text }: Terminal, { effect, tool, arguments: given }: PermissionRule): string {
  const fitting = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  return visible([text.chat.rules.effects[effect], tool, ...fitting].join(' '));
}
