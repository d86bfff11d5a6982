import { about as answer } from '#contract/about.ts';
import { defineRoute } from '../route.ts';

export const about = defineRoute({
  method: 'GET',
  path: '/api/about',
  access: 'read',
  summary: 'Which version runs and where stations, agents and programs reach it',
  answer,
  handle: async (_asked, { about }) => about(),
});
