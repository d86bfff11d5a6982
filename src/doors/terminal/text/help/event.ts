import { both } from '../spoken.ts';

export const event = {
  event: both('what happened', 'o que aconteceu'),
  eventList: both('the last events', 'os últimos eventos'),
  eventShow: both('one event, such as the evidence of a finding', 'um evento, como a evidência de um diagnóstico'),
  eventId: both('its position, such as 1913.897', 'sua posição, como 1913.897'),
  eventFollow: both('events as they happen', 'eventos na hora em que acontecem'),
};
