import type { Automation } from '#automation/open-automation.ts';
import { ruleApi } from '#contract/api/rules.ts';
import { ruleSentence } from '#contract/automation/rule-words.ts';
import { serve } from '../route.ts';

export type AutomationRouteNeeds = Pick<Automation, 'rules' | 'notifications'>;

export const ruleRoutes = serve<typeof ruleApi, AutomationRouteNeeds>(ruleApi, {
  list: async ({ actor }, { rules }) => ({ rules: await rules.list(actor) }),
  templates: async (_asked, { rules }) => ({ templates: [...rules.templates()] }),
  allRuns: async ({ query, actor }, { rules }) => ({ runs: await rules.runs({ id: null, ...query }, actor) }),
  preview: ({ body }, { rules }) => rules.preview(body.rule, body.days),
  async read({ body }, { rules }) {
    const { rule, unread, lacks } = await rules.read(body.text);
    return { rule, sentence: rule === null ? null : ruleSentence(rule), unread, lacks };
  },
  add: ({ body, actor }, { rules }) => rules.set({ id: null, definition: body, actor }),
  get: ({ params, actor }, { rules }) => rules.get(params.id, actor),
  change: ({ params, body, actor }, { rules }) => rules.set({ id: params.id, definition: body, actor }),
  approve: ({ params, body, actor }, { rules }) => rules.approve({ id: params.id, asked: body, actor }),
  switch: ({ params, body, actor }, { rules }) => rules.switch({ id: params.id, isOn: body.isOn, actor }),
  remove: ({ params, actor }, { rules }) => rules.remove({ id: params.id, actor }),
  runs: async ({ params, query, actor }, { rules }) => ({ runs: await rules.runs({ id: params.id, ...query }, actor) }),
});
