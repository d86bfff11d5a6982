import { accessRequests } from './access.ts';
import { bookRequests } from './books.ts';
import { changeWords } from './change-words.ts';
import { coreRequests } from './core.ts';
import { deviceRequests } from './devices.ts';
import { moneyRequests } from './money.ts';
import { orderRequests } from './orders.ts';
import { reportRequests } from './reports.ts';
import { compiled, type Request } from './request.ts';
import { sessionRequests } from './sessions.ts';
import { stationMessageRequests } from './station-messages.ts';
import { stationSettingRequests } from './station-settings.ts';
import { stationUpkeepRequests } from './station-upkeep.ts';
import { stationRequests } from './stations.ts';
import { upkeepRequests } from './upkeep.ts';
import { vehicleRequests } from './vehicles.ts';

/** Everything that can be asked for. A new tool gets a row in the file of its subject; of two that fit equally well the first is taken. */
export const requests: readonly Request[] = [
  ...coreRequests,
  ...orderRequests,
  ...moneyRequests,
  ...stationRequests,
  ...stationSettingRequests,
  ...stationMessageRequests,
  ...stationUpkeepRequests,
  ...sessionRequests,
  ...reportRequests,
  ...upkeepRequests,
  ...accessRequests,
  ...deviceRequests,
  ...vehicleRequests,
  ...bookRequests,
];

export const compiledRequests = requests.map(compiled);

type Example = Pick<Request, 'tool' | 'examples'>;

/** One way in each language to reach every tool: those of the requests, and those that the rules for orders, energy and dialogue know. */
export const examples: readonly Example[] = [
  ...requests,
  {
    tool: 'explain_plan',
    examples: { en: 'why is CP-7 charging slowly?', pt: 'por que o CP-7 está carregando devagar?' },
  },
  { tool: 'plan_charging', examples: { en: 'charging plan of site Depot', pt: 'plano de recarga do local Depot' } },
  { tool: changeWords['draft-rule'].examples.tool, examples: changeWords['draft-rule'].examples },
  {
    tool: 'draft_rule',
    examples: {
      en: 'draft a rule: tell me when CP-7 is back',
      pt: 'rascunhe uma regra: me avise quando a CP-7 voltar',
    },
  },
  { tool: 'set_rule', examples: { en: 'tell me when CP-7 is back', pt: 'me avise quando a CP-7 voltar' } },
  { tool: 'apply_proposal', examples: { en: 'apply', pt: 'aprovei' } },
];
