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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('operate', 'stations:template');
const named = z.object({ name: templateName });

export const variableApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/variables',
    'The device model of a station as it was last told, with its age and its differences to a template',
    { params: ofStation, query: variableQuery, answer: variableView },
  ),
  networkProfiles: reading(
    'GET /api/stations/:id/network-profiles',
    'How a station was told to reach servers, in which order it tries them, and which it uses',
    { params: ofStation, answer: networkProfileList },
  ),
  listTemplates: reading('GET /api/templates', 'How stations should be set', {
    within: 'whole',
    answer: templateList,
  }),
  getTemplate: reading('GET /api/templates/:name', 'One template', { params: named, answer: template }),
  saveTemplate: changing('PUT /api/templates/:name', 'Saves a template; one of the same name is replaced', {
    params: named,
    body: newTemplate,
    answer: template,
  }),
  deleteTemplate: changing('DELETE /api/templates/:name', 'Deletes a template', {
    params: named,
    answer: z.void(),
    status: 204,
  }),
});
