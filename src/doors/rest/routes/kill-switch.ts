import { killSwitchApi } from '#contract/api/kill-switch.ts';
import { actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { serve } from '../route.ts';

export const killSwitchRoutes = serve(killSwitchApi, {
  get: async (_asked, { charging }) => charging.killSwitch.current(),
  async change({ body, actor }, { charging, principals, refusals }) {
    const access = body.isOn ? 'operate' : 'administer';
    const decision = principals.may(actor.principal, { access, scope: 'stations:command', isDirectChange: true });
    if (!decision.isAllowed) {
      const { door } = actor;
      const details = { error: decision.code };
      const told = { action: 'kill-switch-off', subject: null, outcome: 'refused' } as const;
      await refusals.writeDown({ principal: actorName(actor), door, ...told, details });
    }
    mustBeAllowed(decision);
    return charging.killSwitch.change(body, actor);
  },
});
