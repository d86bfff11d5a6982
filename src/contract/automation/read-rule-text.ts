import { type Rule, type RuleAction, type RuleInput, rule } from './rule.ts';
import { composeRule, type Lack } from './rule-text/compose-rule.ts';
import { sentenceParts } from './rule-text/sentence-parts.ts';
import { type Names, splitPhrases } from './rule-text/split-phrases.ts';

type RuleTextOptions = Names & { timeZone?: string | undefined };
/** As far as a sentence was understood: the rule, or the words that no rule could hold, and what a rule needs besides. */
export type RuleReading = { rule: Rule | undefined; unread: string[]; lacks: Lack | undefined };

/**
 * A rule out of a sentence in English or Portuguese: "Tell me when CP-11 is back", "toda noite às 3h reinicie as estações que ficaram
 * offline duas vezes". The sentence is split into phrases, each phrase is sorted by what it is said of, and the parts are put together.
 * A phrase that finds no place is unread, and then there is no rule: a person or a model has to word it.
 */
export function readRuleText(text: string, options: RuleTextOptions = {}): Rule | undefined {
  const { rule: read, unread } = readRuleWords(text, options);
  return unread.length > 0 ? undefined : read;
}

/** Also where words are left over, to name them. */
export function readRuleWords(text: string, { timeZone = 'UTC', ...names }: RuleTextOptions = {}): RuleReading {
  const { rule: composed, unread, lacks } = composeRule(sentenceParts(splitPhrases(text, names)), { timeZone });
  if (composed === undefined) return { rule: undefined, unread, lacks };
  const name = text.trim().replaceAll(/\s+/g, ' ').slice(0, 120);
  const titled = (action: RuleInput['actions'][0]) => (isTicket(action) ? withTitle(action, name) : action);
  const checked = rule.safeParse({
    ...composed,
    name,
    actions: composed.actions.map(titled),
    else: composed.else?.map(titled),
  });
  // What no rule can hold, such as a wait of no minutes.
  return checked.success
    ? { rule: checked.data, unread, lacks }
    : { rule: undefined, unread: [...unread, text], lacks };
}

type Ticket = Extract<RuleAction, { do: 'tool' }>;

function isTicket(action: RuleInput['actions'][0]): action is Ticket {
  return action.do === 'tool' && action.tool === 'open_ticket';
}

function withTitle(action: Ticket, title: string): Ticket {
  return { ...action, arguments: { ...action.arguments, title } };
}
