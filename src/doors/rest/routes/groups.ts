import { z } from 'zod';
import { group, groupChange, groupList, newGroup } from '#contract/access/group.ts';
import { tokenId } from '#contract/access/token.ts';
import { defineRoute } from '../route.ts';

const ofGroup = z.object({ id: tokenId });

export const listGroups = defineRoute({
  method: 'GET',
  path: '/api/groups',
  access: 'read',
  scope: 'tokens:read',
  summary:
    "Groups of drivers and tokens: where they may charge, how many at once; their tokens may end each other's sessions",
  answer: groupList,
  handle: async (_asked, { charging }) => ({ groups: await charging.authorization.groups() }),
});

export const getGroup = defineRoute({
  method: 'GET',
  path: '/api/groups/:id',
  access: 'read',
  scope: 'tokens:read',
  summary: 'One group',
  params: ofGroup,
  answer: group,
  handle: ({ params }, { charging }) => charging.authorization.getGroup(params.id),
});

export const addGroup = defineRoute({
  method: 'POST',
  path: '/api/groups',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Makes a group',
  body: newGroup,
  answer: group,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.authorization.addGroup(body, actor),
});

export const changeGroup = defineRoute({
  method: 'POST',
  path: '/api/groups/:id',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Changes a group; what is not named stays',
  params: ofGroup,
  body: groupChange,
  answer: group,
  handle: ({ params, body, actor }, { charging }) => charging.authorization.changeGroup(params.id, body, actor),
});

export const removeGroup = defineRoute({
  method: 'DELETE',
  path: '/api/groups/:id',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Removes a group that nobody is of and nothing names',
  params: ofGroup,
  answer: group,
  handle: ({ params, actor }, { charging }) => charging.authorization.removeGroup(params.id, actor),
});
