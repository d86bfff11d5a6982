import { contractApi } from '#contract/api/contracts.ts';
import { serve } from '../route.ts';

export const contractRoutes = serve(contractApi, {
  list: ({ query }, { charging }) => charging.plugAndCharge.find(query),
  issue: ({ body, actor }, { charging }) => charging.plugAndCharge.issue(body, actor),
  revoke: ({ params, body, actor }, { charging }) =>
    charging.plugAndCharge.revoke({ id: params.id, reason: body.reason, actor }),
  vehicles: (_asked, { charging }) => charging.plugAndCharge.vehicles(),
  registerVehicle: ({ body, actor }, { charging }) => charging.plugAndCharge.registerVehicle(body, actor),
  removeVehicle: ({ params, actor }, { charging }) => charging.plugAndCharge.removeVehicle(params.id, actor),
});
