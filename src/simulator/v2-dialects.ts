import { answerBy, type Dialect } from './dialect.ts';
import { transfers2 } from './transfers.ts';
import { sharedHandlers, sharedRequests } from './v2.ts';
import { chargingProfiles2 } from './v2-charging-profiles.ts';
import { deviceModel2 } from './v2-device-model.ts';
import { displays2 } from './v2-displays.ts';
import { monitoring2, streams21 } from './v2-monitoring.ts';
import { tokens2 } from './v2-tokens.ts';
import { upkeep2 } from './v2-upkeep.ts';
import { energy21, till21 } from './v21.ts';

const shared = [
  sharedHandlers,
  deviceModel2,
  monitoring2,
  upkeep2,
  chargingProfiles2,
  tokens2,
  displays2,
  transfers2,
] as const;

export const v201: Dialect = { version: '2.0.1', ...sharedRequests, answer: answerBy(...shared) };
export const v21: Dialect = {
  version: '2.1',
  ...sharedRequests,
  answer: answerBy(...shared, streams21, energy21, till21),
};
