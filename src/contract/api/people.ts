import { z } from 'zod';
import {
  ended,
  invitation,
  invitationList,
  madeInvitation,
  newInvitation,
  person,
  personChange,
  personList,
  signedInBrowsers,
} from '../agents/person.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('administer', 'people:read');
const changing = allow('administer', 'people:change');
const ofOne = z.object({ id: z.string().max(60) });

export const peopleApi = defineApi('people', {
  list: reading('GET /api/people', 'People who sign in here, with their roles', { answer: personList }),
  get: reading('GET /api/people/:id', 'One of them', { params: ofOne, answer: person }),
  change: changing('POST /api/people/:id', 'Changes name, roles or state; whoever is disabled is signed out', {
    params: ofOne,
    body: personChange,
    answer: person,
  }),
  remove: changing(
    'DELETE /api/people/:id',
    'Removes a person with name, e-mail and everything they sign in with; the trail keeps what they did under their id',
    { params: ofOne, answer: z.void(), status: 204 },
  ),
  link: changing(
    'POST /api/people/:id/link',
    'A one-time link for somebody who lost their way in: a new password or passkey, and no code until they set it up again',
    { params: ofOne, answer: madeInvitation, status: 201 },
  ),
  signIns: reading('GET /api/people/:id/sign-ins', 'Browsers that are signed in as this person', {
    params: ofOne,
    answer: signedInBrowsers,
  }),
  endSignIns: changing('DELETE /api/people/:id/sign-ins', 'Signs this person out everywhere', {
    params: ofOne,
    answer: ended,
  }),
});

export const invitationApi = defineApi('people', {
  list: reading('GET /api/invitations', 'Invitations of the last 90 days, newest first, without their links', {
    answer: invitationList,
  }),
  create: changing('POST /api/invitations', 'Invites somebody by a one-time link, good for seven days', {
    body: newInvitation,
    answer: madeInvitation,
    status: 201,
  }),
  revoke: changing('DELETE /api/invitations/:id', 'Takes an invitation back', { params: ofOne, answer: invitation }),
});
