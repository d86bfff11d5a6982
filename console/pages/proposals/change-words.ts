import { events } from '#contract/events/events.ts';

/**
 * A change goes by the kind of its event in the audit, which holds no more of it: "site-changed" is "Site was changed". Null: no such kind, or
 * one that says nothing without its facts.
 */
export function changeWords(action: string, language: 'en' | 'pt-BR'): string | null {
  if (!Object.hasOwn(events, action)) return null;
  const { sentence, when } = events[action as keyof typeof events];
  const plain = sentence[language].replaceAll(/\[[^\]]*\]/g, ''); // what stands in brackets can be left out
  if (plain.includes('{') || Object.keys(when).length > 0) return null;
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}
