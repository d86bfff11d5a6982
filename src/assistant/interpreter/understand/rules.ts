import { readRuleText } from '#contract/automation/read-rule-text.ts';
import type { Understanding } from '../intent.ts';
import { call } from '../requests/build.ts';

/** "draft a rule: …" tries it out, "set up a rule: …" makes it. */
const named =
  /^(?:please,? |por favor,? )?(?:(?<draft>draft|sketch|rascunh\w+|esboc\w+|esboç\w+)|(?:set up|create|make|crie|cria|criar)) (?:a|uma) (?:rule|regra):\s*(?<text>.+)$/is;
/** Sentences that say nothing but whom to tell, of what, where: no word of them can be lost. */
const wishes = [
  /^(?:please,? )?(?:tell|notify|alert|warn|let) (?:me|us)(?: know)? (?:when|once|as soon as) (?:the )?(?:station |charger )?\S+ (?:(?:is|comes|gets) (?:back|online)|goes offline|is (?:free|available)|fails)[.!]?$/i,
  /^(?:por favor,? )?(?:me avis[ea]|avis[ea]-me|me notifi(?:que|ca)|me alerte) (?:quando|assim que) (?:a |o )?(?:estação |estacao |carregador )?\S+ (?:voltar|cair|falhar|ficar (?:online|offline|livre))[.!]?$/i,
];

/** A standing order in one of the common forms. undefined: the sentence is about something else. */
export function understandRuleText(said: string): Understanding | undefined {
  const { draft, text = '' } = named.exec(said.trim())?.groups ?? {};
  const wish = text === '' && wishes.some((form) => form.test(said.trim())) ? said.trim() : text;
  if (wish === '' || readRuleText(wish) === undefined) return undefined;
  if (draft !== undefined) return { status: 'understood', intent: call('draft_rule', { given: { text: wish } }) };
  const change = { en: `set up the rule "${wish}".`, pt: `criar a regra "${wish}".` };
  return { status: 'understood', intent: call('set_rule', { given: { text: wish }, change }) };
}
