import { z } from 'zod';
import { group, groupChange, groupList, newGroup } from '../access/group.ts';
import { tokenId } from '../access/token.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'tokens:read' } as const;
const changing = { access: 'operate', scope: 'tokens:change' } as const;
const ofGroup = z.object({ id: tokenId });

export const groupApi = defineApi('drivers', {
  list: {
    route: 'GET /api/groups',
    ...reading,
    summary:
      "Groups of drivers and tokens: where they may charge, how many at once; their tokens may end each other's sessions",
    answer: groupList,
  },
  get: { route: 'GET /api/groups/:id', ...reading, summary: 'One group', params: ofGroup, answer: group },
  add: { route: 'POST /api/groups', ...changing, summary: 'Makes a group', body: newGroup, answer: group, status: 201 },
  change: {
    route: 'POST /api/groups/:id',
    ...changing,
    summary: 'Changes a group; what is not named stays',
    params: ofGroup,
    body: groupChange,
    answer: group,
  },
  remove: {
    route: 'DELETE /api/groups/:id',
    ...changing,
    summary: 'Removes a group that nobody is of and nothing names',
    params: ofGroup,
    answer: group,
  },
});
