import { z } from 'zod';
import { networkProfileList } from '#contract/stations/network-profiles.ts';
import { stationId } from '#contract/stations/station.ts';
import {
  newTemplate,
  template,
  templateList,
  templateName,
  variableQuery,
  variableView,
} from '#contract/stations/variables.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });
const named = z.object({ name: templateName });

export const listVariables = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/variables',
  access: 'read',
  scope: 'stations:read',
  summary: 'The device model of a station as it was last told, with its age and its differences to a template',
  params: ofStation,
  query: variableQuery,
  answer: variableView,
  handle: ({ params, query }, { charging }) => charging.variables.view(params.id, query),
});

export const listNetworkProfiles = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/network-profiles',
  access: 'read',
  scope: 'stations:read',
  summary: 'How a station was told to reach servers, in which order it tries them, and which it uses',
  params: ofStation,
  answer: networkProfileList,
  handle: ({ params }, { charging }) => charging.variables.networkProfiles(params.id),
});

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/api/templates',
  access: 'read',
  scope: 'stations:read',
  summary: 'How stations should be set',
  answer: templateList,
  handle: async (_asked, { charging }) => ({ templates: await charging.variables.templates() }),
});

export const getTemplate = defineRoute({
  method: 'GET',
  path: '/api/templates/:name',
  access: 'read',
  scope: 'stations:read',
  summary: 'One template',
  params: named,
  answer: template,
  handle: ({ params }, { charging }) => charging.variables.getTemplate(params.name),
});

export const saveTemplate = defineRoute({
  method: 'PUT',
  path: '/api/templates/:name',
  access: 'operate',
  scope: 'stations:template',
  summary: 'Saves a template; one of the same name is replaced',
  params: named,
  body: newTemplate,
  answer: template,
  handle: ({ params, body, actor }, { charging }) => charging.variables.saveTemplate(params.name, body, actor),
});

export const deleteTemplate = defineRoute({
  method: 'DELETE',
  path: '/api/templates/:name',
  access: 'operate',
  scope: 'stations:template',
  summary: 'Deletes a template',
  params: named,
  answer: z.void(),
  status: 204,
  handle: ({ params, actor }, { charging }) => charging.variables.deleteTemplate(params.name, actor),
});
