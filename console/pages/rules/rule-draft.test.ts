import { expect, test } from 'vitest';
import { readRuleText } from '#contract/automation/read-rule-text.ts';
import { draftOf, emptyDraft, ruleOfDraft } from './rule-draft.ts';

test('an empty form is no rule until it has a name', () => {
  expect(ruleOfDraft(emptyDraft('UTC'), null)).toBeUndefined();
  expect(ruleOfDraft({ ...emptyDraft('UTC'), name: 'Tell me' }, null)).toMatchObject({
    when: { on: 'event', kind: 'station-went-offline' },
    actions: [{ do: 'notify' }],
  });
});

test('a rule that was read from a sentence goes through the form unchanged', () => {
  for (const text of [
    'Tell me when CP-11 is back',
    'quando a CP-3 falhar, reinicie',
    'tell me whenever a station is offline for more than 10 minutes',
    'toda noite às 2h reinicie as estações que ficaram offline duas vezes',
  ]) {
    const read = readRuleText(text);
    if (read === undefined) throw new Error(text);
    expect(ruleOfDraft(draftOf(read, 'UTC'), read)).toEqual(read);
  }
});

test('another action replaces the one that was there', () => {
  const read = readRuleText('Tell me when CP-11 is back');
  if (read === undefined) throw new Error('not read');
  expect(ruleOfDraft({ ...draftOf(read, 'UTC'), action: 'reset' }, read)?.actions).toEqual([
    { do: 'command', name: 'reset', input: { when: 'idle' } },
  ]);
});
