import type { FastifyRequest } from 'fastify';
import type { MadeInvitation } from '#contract/agents/person.ts';
import { invitationApi, peopleApi } from '#contract/api/people.ts';
import { placeOf } from '#principals/people/passkeys.ts';
import { mustKnowSites, sitesInGrants } from '../must-know-sites.ts';
import { type RouteNeeds, serve } from '../route.ts';

export const peopleRoutes = serve(peopleApi, {
  list: async (_asked, { principals }) => ({ people: await principals.people.listPeople() }),
  get: ({ params }, { principals }) => principals.people.getPerson(params.id),
  async change({ params, body, actor }, needs) {
    await mustKnowSites(needs, sitesInGrants(body.grants ?? []));
    return needs.principals.people.changePerson(params.id, { change: body, actor });
  },
  remove: ({ params, actor }, { principals }) => principals.people.removePerson(params.id, actor),
  link: async ({ params, actor, request }, needs) =>
    withWholeLink(await needs.principals.people.linkFor(params.id, actor), request, needs),
  signIns: async ({ params }, { principals }) => ({ signIns: await principals.people.signInsOf(params.id) }),
  endSignIns: ({ params, actor }, { principals }) => principals.people.endSignInsOf(params.id, actor),
});

export const invitationRoutes = serve(invitationApi, {
  list: async (_asked, { principals }) => ({ invitations: await principals.people.listInvitations() }),
  async create({ body, actor, request }, needs) {
    await mustKnowSites(needs, sitesInGrants(body.grants));
    return withWholeLink(await needs.principals.people.invite(body, actor), request, needs);
  },
  revoke: ({ params, actor }, { principals }) => principals.people.revokeInvitation(params.id, actor),
});

/** Without PUBLIC_URL the address is the one that the administrator uses. */
function withWholeLink(
  made: MadeInvitation,
  request: FastifyRequest,
  { config }: Pick<RouteNeeds, 'config'>,
): MadeInvitation {
  return made.link.startsWith('/') ? { ...made, link: `${placeOf(config, request).origin}${made.link}` } : made;
}
