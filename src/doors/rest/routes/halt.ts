import { askHalt, halt } from '#contract/agents/halt.ts';
import { actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { defineRoute } from '../route.ts';

export const getHalt = defineRoute({
  method: 'GET',
  path: '/api/halt',
  access: 'read',
  scope: 'stations:read',
  summary: 'The kill switch: whether commands to stations are halted, by whom, since when and why',
  answer: halt,
  handle: async (_asked, { charging }) => charging.halt.current(),
});

/** Whoever may ask something of stations may stop it all; to let it go on takes an administrator. */
export const changeHalt = defineRoute({
  method: 'POST',
  path: '/api/halt',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Halts all commands to stations, whoever asks; lifting that again takes an administrator',
  body: askHalt,
  answer: halt,
  async handle({ body, actor }, { charging, principals, refusals }) {
    const access = body.isOn ? 'operate' : 'administer';
    const decision = principals.may(actor.principal, { access, scope: 'stations:command', isDirectChange: true });
    if (!decision.isAllowed) {
      const { door } = actor;
      const details = { error: decision.code };
      const told = { action: 'halt-off', subject: null, outcome: 'refused' } as const;
      await refusals.writeDown({ principal: actorName(actor), door, ...told, details });
    }
    mustBeAllowed(decision);
    return charging.halt.change(body, actor);
  },
});
