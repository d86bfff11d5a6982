import { expect, test } from 'vitest';
import { newWebhook } from '#contract/automation/notification.ts';
import { rule } from '#contract/automation/rule.ts';
import { ruleSentence } from '#contract/automation/rule-words.ts';
import { events } from '#contract/events/events.ts';
import { wordsOfEvent } from '../notifications/notification-words.ts';
import { isTriggeredBy } from './meets-conditions.ts';
import { ruleProblems } from './rule-problems.ts';

const kinds = Object.keys(events).filter((kind) => !kind.startsWith('rule-'));

test('a rule, its sentence, what people are told and a webhook take any kind of event', () => {
  expect(kinds.length).toBeGreaterThan(200);
  const wrong = kinds.filter((kind) => {
    const event = { id: '1.1', kind, stationId: 'CP-1', body: {}, flags: [] } as never;
    const made = rule.parse({ name: 'x', when: { on: 'event', kind }, actions: [{ do: 'notify' }] });
    const { en, 'pt-BR': pt } = ruleSentence(made);
    const told = wordsOfEvent(event);
    const hook = newWebhook.safeParse({ name: 'x', url: 'https://example.com/x', kinds: [kind] });
    const isRead = [en, pt, told.en, told['pt-BR']].every((text) => text.length > 5 && !text.includes('undefined'));
    return ruleProblems(made, () => undefined).length > 0 || !isTriggeredBy(made, event) || !isRead || !hook.success;
  });
  expect(wrong).toEqual([]);
});

test('a kind without words of its own is named in the sentence', () => {
  const made = rule.parse({ name: 'x', when: { on: 'event', kind: 'bill-corrected' }, actions: [{ do: 'notify' }] });
  const { en, 'pt-BR': pt } = ruleSentence(made);
  expect(en).toContain('When the event bill-corrected occurs then tell me');
  expect(pt).toContain('Quando ocorre o evento bill-corrected então me avisar');
});
