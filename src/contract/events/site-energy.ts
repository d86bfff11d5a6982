import { defineEvent, facts, list, moment, number, text } from './define-event.ts';

/** How sites are fed and limited, what energy costs there, what cars need, and what stations make of plans. */
export const siteEnergyEvents = {
  'site-energy-set': defineEvent(
    { siteId: text, version: number, settings: facts },
    'the energy settings of site[ {siteId}] were changed',
    'as configurações de energia do local[ {siteId}] foram alteradas',
  ),
  'site-energy-removed': defineEvent(
    { siteId: text, version: number },
    'the energy settings of site[ {siteId}] were removed',
    'as configurações de energia do local[ {siteId}] foram removidas',
  ),
  'site-limits-set': defineEvent(
    { siteId: text, nodeIds: list(text), source: text, setBy: text, limits: list(facts) },
    'site[ {siteId}] has other limits for a while',
    'o local[ {siteId}] tem outros limites por um tempo',
  ),
  'energy-series-imported': defineEvent(
    {
      siteId: text,
      seriesKind: text,
      source: text,
      from: moment,
      until: moment,
      /** Values that follow each other at the same distance; as lists they take a tenth of the room. */
      runs: list(list(number)),
    },
    'site[ {siteId}] has new energy prices',
    'o local[ {siteId}] tem novos preços de energia',
    {
      'seriesKind=carbon': {
        en: 'site[ {siteId}] has new figures of carbon',
        'pt-BR': 'o local[ {siteId}] tem novos valores de carbono',
      },
    },
  ),
  'energy-series-removed': defineEvent(
    { siteId: text, seriesKind: text },
    'imported energy prices of site[ {siteId}] were removed',
    'os preços de energia importados do local[ {siteId}] foram removidos',
  ),
  'charging-need-stated': defineEvent(
    { sessionId: text, need: facts, source: text, energyWh: number },
    '{station}: somebody said what the car of a session needs',
    '{station}: alguém informou do que precisa o carro de uma sessão',
  ),
  'charging-need-removed': defineEvent(
    { sessionId: text },
    '{station}: what the car of a session needs is foreseen again',
    '{station}: o que o carro de uma sessão precisa volta a ser previsto',
  ),
  'station-abilities-learned': defineEvent(
    {
      findings: list(text),
      pilotsA: list(number).nullable(),
      purpose: text,
    },
    '{station} was found to take charging profiles in a way of its own',
    'descobriu-se que {station} trata perfis de recarga de um jeito próprio',
  ),
};
