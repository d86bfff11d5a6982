import { both } from '../spoken.ts';

export const event = {
  event: both('what happened', 'o que aconteceu'),
  eventList: both('the last events', 'os últimos eventos'),
  eventFollow: both('events as they happen', 'eventos na hora em que acontecem'),
};
