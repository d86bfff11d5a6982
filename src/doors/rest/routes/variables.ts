import { variableApi } from '#contract/api/variables.ts';
import { serve } from '../route.ts';

export const variableRoutes = serve(variableApi, {
  list: ({ params, query }, { charging }) => charging.variables.view(params.id, query),
  networkProfiles: ({ params }, { charging }) => charging.variables.networkProfiles(params.id),
  listTemplates: async (_asked, { charging }) => ({ templates: await charging.variables.templates() }),
  getTemplate: ({ params }, { charging }) => charging.variables.getTemplate(params.name),
  saveTemplate: ({ params, body, actor }, { charging }) => charging.variables.saveTemplate(params.name, body, actor),
  deleteTemplate: ({ params, actor }, { charging }) => charging.variables.deleteTemplate(params.name, actor),
});
