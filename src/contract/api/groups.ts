import { z } from 'zod';
import { group, groupChange, groupList, newGroup } from '../access/group.ts';
import { tokenId } from '../access/token.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'tokens:read');
const changing = allow('operate', 'tokens:change');
const ofGroup = z.object({ id: tokenId });

export const groupApi = defineApi('drivers', {
  list: reading(
    'GET /api/groups',
    "Groups of drivers and tokens: where they may charge, how many at once; their tokens may end each other's sessions",
    { answer: groupList },
  ),
  get: reading('GET /api/groups/:id', 'One group', { params: ofGroup, answer: group }),
  add: changing('POST /api/groups', 'Makes a group', { body: newGroup, answer: group, status: 201 }),
  change: changing('POST /api/groups/:id', 'Changes a group; what is not named stays', {
    params: ofGroup,
    body: groupChange,
    answer: group,
  }),
  remove: changing('DELETE /api/groups/:id', 'Removes a group that nobody is of and nothing names', {
    params: ofGroup,
    answer: group,
  }),
});
