import { z } from 'zod';
import {
  approveRule,
  dryRunAsked,
  rule,
  ruleList,
  rulePreview,
  ruleRead,
  ruleRunList,
  ruleTemplateList,
  ruleText,
  storedRule,
} from '../automation/rule.ts';
import { newest, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'rules:read');
const changing = allow('operate', 'rules:change');
const approving = allow('operate', 'rules:approve');

export const ruleApi = defineApi('rules', {
  list: reading('GET /api/rules', 'What happens by itself: every rule with its state and its approval', {
    answer: ruleList,
  }),
  templates: reading('GET /api/rules/templates', 'Rules that are ready to be taken over; none is set by itself', {
    answer: ruleTemplateList,
  }),
  allRuns: reading('GET /api/rules/runs', 'What rules did, and what held them back, newest first', {
    query: newest,
    answer: ruleRunList,
  }),
  preview: reading(
    'POST /api/rules/preview',
    'What a rule says, how much it can do, and what it would have done; nothing is kept or sent',
    { body: dryRunAsked, answer: rulePreview, turn: 'long', patienceSeconds: 120 },
  ),
  read: reading('POST /api/rules/read', 'Makes a rule of a sentence, in English or Portuguese, without a model', {
    body: ruleText,
    answer: ruleRead,
  }),
  add: changing('POST /api/rules', 'Sets a rule; what does more than tell people waits until a person approves it', {
    body: rule,
    answer: storedRule,
    status: 201,
  }),
  get: reading('GET /api/rules/:id', 'One rule', { params: ofUuid, answer: storedRule }),
  change: changing('PUT /api/rules/:id', 'Words a rule anew; its approval ends', {
    params: ofUuid,
    body: rule,
    answer: storedRule,
  }),
  approve: approving(
    'POST /api/rules/:id/approve',
    'A person lets the rule act by itself, as it reads now, so often a day and until then',
    { params: ofUuid, body: approveRule, answer: storedRule },
  ),
  switch: changing('POST /api/rules/:id/switch', 'Switches a rule on or off', {
    params: ofUuid,
    body: z.object({ isOn: z.boolean() }),
    answer: storedRule,
  }),
  remove: changing('DELETE /api/rules/:id', 'Removes a rule; what it did stays known', {
    params: ofUuid,
    answer: z.void(),
    status: 204,
  }),
  runs: reading('GET /api/rules/:id/runs', 'What one rule did, and what held it back, newest first', {
    params: ofUuid,
    query: newest,
    answer: ruleRunList,
  }),
});
