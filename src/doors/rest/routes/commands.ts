import { commandApi } from '#contract/api/commands.ts';
import { serve } from '../route.ts';

export const commandRoutes = serve(commandApi, {
  run: ({ params, body, actor }, { charging }) =>
    charging.runCommand({ stationId: params.id, name: params.name, actor, ...body }),
  runMany: async ({ body, actor }, { charging }) => ({ commands: await charging.runManyCommands({ actor, ...body }) }),
  runRaw: ({ params, body, actor }, { charging }) =>
    charging.runRaw({ stationId: params.id, action: params.action, actor, ...body }),
  list: async ({ params, query }, { charging }) => ({
    commands: await charging.findCommands(params.id, query.limit),
  }),
  get: ({ params }, { charging }) => charging.getCommand(params.id),
});
