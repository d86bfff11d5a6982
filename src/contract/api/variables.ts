import { z } from 'zod';
import { networkProfileList } from '../stations/network-profiles.ts';
import {
  newTemplate,
  template,
  templateList,
  templateName,
  variableQuery,
  variableView,
} from '../stations/variables.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const changing = { access: 'operate', scope: 'stations:template' } as const;
const named = z.object({ name: templateName });

export const variableApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations/:id/variables',
    ...reading,
    summary: 'The device model of a station as it was last told, with its age and its differences to a template',
    params: ofStation,
    query: variableQuery,
    answer: variableView,
  },
  networkProfiles: {
    route: 'GET /api/stations/:id/network-profiles',
    ...reading,
    summary: 'How a station was told to reach servers, in which order it tries them, and which it uses',
    params: ofStation,
    answer: networkProfileList,
  },
  listTemplates: {
    route: 'GET /api/templates',
    ...reading,
    summary: 'How stations should be set',
    answer: templateList,
  },
  getTemplate: {
    route: 'GET /api/templates/:name',
    ...reading,
    summary: 'One template',
    params: named,
    answer: template,
  },
  saveTemplate: {
    route: 'PUT /api/templates/:name',
    ...changing,
    summary: 'Saves a template; one of the same name is replaced',
    params: named,
    body: newTemplate,
    answer: template,
  },
  deleteTemplate: {
    route: 'DELETE /api/templates/:name',
    ...changing,
    summary: 'Deletes a template',
    params: named,
    answer: z.void(),
    status: 204,
  },
});
