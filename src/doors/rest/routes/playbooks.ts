import { playbookApi } from '#contract/api/playbooks.ts';
import { serve } from '../route.ts';
import type { AutomationRouteNeeds } from './rules.ts';

export const playbookRoutes = serve<typeof playbookApi, AutomationRouteNeeds>(playbookApi, {
  get: ({ params, query }, { rules }) => rules.playbookAt(params.id, query.upTo),
  async run({ params, body, actor }, { rules }) {
    const steps = await rules.runPlaybook({ stationId: params.id, ...body }, { actor });
    return { isDone: steps.at(-1)?.outcome === 'done', steps };
  },
});
